"""Every output of a simulated table at once, in words, and the ways into each of its states.

`seen` is all that leaves the board but the motors: indicators, relays, arming, emitters, 24 lamps,
four digits, and what beeped since the look before. `WAYS` are evenings that stop in one state
after another; each stop has a name, under which `output_rows.py` says what must be seen there.
"""

from unittest import mock

from mjsim.board.board import VirtualBoard
from mjsim.plant.numbers import CHAIN_TURN
from mjsim.table.session import SimTable
from mjtable.generated.iomap import MOTORS, OUTPUTS
from tests.cycle import moments

FIRST_AUX = 16  # the outputs before it are motors
LAMPS = ("dealer", "stay", "E", "S", "W", "N")
COLOURS = ("", "green", "blue", "red", "white", "yellow")
SIDES = "ABCD"
BEEPS = ("", "refused", "look here")
SHOWN_MS = 50
"""Digits and lamps are drawn in the scans after the one in which the state changed."""


class Ears:
    """Hears the beeper of every board that is powered while it listens."""

    def __init__(self):
        self.heard = []

    def listen(self):
        """For a `with`."""
        write = VirtualBoard.write

        def heard(board, outputs):
            if outputs.beep:
                self.heard.append(BEEPS[outputs.beep])
            write(board, outputs)

        return mock.patch.object(VirtualBoard, "write", heard)

    def tell(self):
        """What beeped since it was asked last."""
        heard = ", ".join(self.heard)
        self.heard.clear()
        return heard


def charts(table):
    """States of the three charts whom lamps and digits follow: table, sorter, dice."""
    if table.table is None:
        return "off"
    logic = table.table
    return f"{logic.cycle.state} / {logic.sorter.state} / {logic.dice.state}"


def seen(table, beeps=""):
    """All outputs but the motors; dark without power."""
    found = {"charts": charts(table), "lit": "", "digits": "    ", "beeps": beeps}
    found.update((side, "") for side in SIDES)
    if table.board is None:
        return found
    outputs = table.board.outputs
    lit = [name for bit, name in enumerate(OUTPUTS[FIRST_AUX:]) if name and outputs.aux >> bit & 1]
    lit += [name for name in ("arm", "emit") if getattr(outputs, name)]
    found["lit"] = " ".join(lit)
    found["digits"] = bytes(outputs.digits).decode()
    for at, side in enumerate(SIDES):
        of_side = zip(LAMPS, outputs.lamps[6 * at : 6 * at + 6], strict=True)
        found[side] = ", ".join(f"{name} {COLOURS[code]}" for name, code in of_side if code)
    return found


def look_at(way):
    """{name of the stop: what was seen there} along one way."""
    ears, found = Ears(), {}
    with ears.listen():
        for name, table in way():
            assert name not in found, name
            found[name] = seen(table, ears.tell())
    return found


def reach(table, chart, state, limit_ms=400_000):
    """Run, scan by scan, until one of the table's charts is in `state`."""
    for _ in range(limit_ms // 5):
        if getattr(table.table, chart).state == state:
            return
        table.run_for(5)
    raise AssertionError(f"{chart} never was {state}: {table.summary()}")


def sorts(table, states):
    """Stops in these states of the sorter, each just after it began."""
    for state in states:
        reach(table, "sorter", state)
        table.run_for(5)
        yield state, table


def first_sort():
    """From the plug to the first finished walls."""
    table = moments.unhomed()
    yield "power on", table
    table.press("marker")
    table.run_for(1_000)
    yield "a key before home", table
    table.press("elevator")
    table.run_for(500)
    yield "homing", table
    table.run_until("ready", 30_000)
    table.run_for(SHOWN_MS)
    yield "ready, empty", table
    moments.hatch_up(table)
    yield "hatch up to load", table
    table.press("elevator")
    reach(table, "cycle", "closing")
    table.run_for(600)
    yield "hatch closing", table
    yield from sorts(table, ("premix", "picking", "draining", "lookout", "resting"))
    reach(table, "sorter", "idle")
    yield "walls finished", table


def next_hand():
    """Walls rise, dice roll, a hand is played while the other set is sorted."""
    table = moments.waiting_loaded()
    yield "hatch up, walls wait", table
    table.press("elevator")
    reach(table, "cycle", "raising")
    table.run_for(1_500)
    yield "walls rising", table
    reach(table, "dice", "rolling")
    table.run_for(500)
    yield "dice rolling", table
    reach(table, "dice", "settling")
    table.run_for(SHOWN_MS)
    yield "dice settling", table
    table.run_until("sorting", 10_000)
    table.run_for(SHOWN_MS)
    yield "hand dealt", table
    for dealer in SIDES[1:]:
        table.press("marker")
        table.run_for(1_500)
        yield f"dealer {dealer}", table
    table.press_twice("marker")
    table.run_for(1_500)
    yield "dealer stays", table
    table.run_until("playing", 300_000)
    table.run_for(SHOWN_MS)
    yield "playing, walls wait", table
    table.inject("hot 710")
    table.run_for(SHOWN_MS)
    yield "heat sink warm", table


def end_of_rounds():
    """The marker after four rounds, and after eight."""
    table = moments.home()
    yield "first hand", table
    for hands, stop in ((16, "new seats"), (16, "end of the game")):
        for _ in range(hands):
            table.press("marker")
            table.run_for(1_500)
        yield stop, table


def prevailing_wind():
    """A game that shows the wind of the round, in its first and its second round."""
    table = moments.home(profile="MJG")
    yield "east round", table
    for _ in range(4):
        table.press("marker")
        table.run_for(1_500)
    yield "south round", table


def electronic_dice():
    """Dice that are drawn instead of thrown, until both are equal in a game where that counts."""
    table = moments.home(profile="HANDS-144", settings={"dice.mode": 1})
    table.press("marker", 1_600)
    reach(table, "dice", "tumbling")
    table.run_for(SHOWN_MS)
    yield "dice tumbling", table
    reach(table, "dice", "showing")
    table.run_for(SHOWN_MS)
    yield "dice shown", table
    while table.table.dice.pips[0] != table.table.dice.pips[1]:
        table.press("marker", 1_600)
        reach(table, "dice", "tumbling")
        reach(table, "dice", "showing")
        table.run_for(SHOWN_MS)
    yield "two equal dice", table


def tiles_missing():
    """A set lacks two tiles: looked for, asked for, added."""
    table = moments.sorted_once()
    moments.hatch_up(table)
    table.inject("tile missing 2")
    table.press("elevator")
    reach(table, "sorter", "picking")
    yield from sorts(table, ("running_short", "searching"))
    reach(table, "sorter", "short")
    table.run_for(SHOWN_MS)
    yield "waiting for tiles", table
    table.press("elevator")
    table.run_until("adding", 10_000)
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    yield "hatch up to add", table
    table.press("elevator")
    reach(table, "cycle", "add_closing")
    table.run_for(600)
    yield "hatch closing, added", table


def paused():
    """Both keys in the middle of sorting."""
    table = moments.dealt()
    table.run_for(15_000)
    table.hold("both", 1_200)
    reach(table, "cycle", "parking")
    table.run_for(5)
    yield "parking", table
    table.run_until(lambda: table.io("hatch_up"), 20_000)
    yield "hatch up in mid-sort", table


def surplus():
    """One tile too many goes back into the drum."""
    table = moments.home(seed=32)
    table.inject("tile extra 1")
    table.load()
    reach(table, "sorter", "returning")
    table.run_until(lambda: table.io("dir_belts"), 5_000)
    yield "surplus going back", table


def caught_tile():
    """A tile caught before the head: its belt is emptied backwards."""
    table = moments.dealt()
    table.run_for(10_000)
    table.inject("stuck cnt_a on")
    reach(table, "sorter", "clearing")
    table.run_for(5)
    yield "a belt caught", table


def other_game():
    """Shut too soon; then the rule switch is turned, and the next game needs eight tiles more."""
    table = moments.home()
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.press("elevator")
    table.run_until("ready", 10_000)
    table.run_for(SHOWN_MS)
    yield "hatch shut too soon", table
    table.load()
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    table.load()
    table.run_until("playing", 300_000)
    table.turn_switch(2)
    table.run_for(1_000)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    yield "tiles to add", table


def faults():
    """What stops the table, one after the other."""
    table = moments.fault()
    yield "head jammed", table
    table = moments.home()
    table.plant.press_stop(True)
    table.run_for(SHOWN_MS)
    yield "stop pressed", table
    table.plant.press_stop(False)
    table.run_for(SHOWN_MS)
    yield "stop released", table
    table.press("elevator")
    table.run_for(1_000)
    yield "acknowledged", table
    table.plant.press_stop(True)
    table.run_for(SHOWN_MS)
    yield "stop pressed before home", table
    table = moments.home()
    table.set_lid(True)
    table.run_for(SHOWN_MS)
    yield "lid open", table
    table = moments.home()
    table.inject("chain signature off")
    table.run_for(SHOWN_MS)
    yield "input chain lost", table
    table = moments.home()
    table.power_off()
    yield "no power", table


def modes():
    """Service, self-test and maintenance."""
    table = moments.home()
    table.plant.set_input("svc", 1)
    table.run_for(100)
    table.table.service_enter()
    table.runner.wake()
    table.run_for(SHOWN_MS)
    yield "service", table
    table.table.service.jog(MOTORS.index("drum"), True, 1_000)
    table.runner.wake()
    table.run_until(lambda: table.io("dir_drum"), 1_000)
    yield "drum jogged back", table
    for key, mode in (("both", "self-test"), ("marker", "maintenance")):
        table = SimTable(seed=3)
        table.power_off()
        table.hold(key, 3_000)
        table.power_on()
        table.run_for(4_000)
        yield mode, table
        if mode == "self-test":
            table.press("elevator")
            table.run_for(500)
            yield "self-test, first item", table
            table.run_for(2_500)
            yield "self-test, second item", table


def single_port():
    """The rods of the chain were pushed past their place by hand: they are driven back."""
    table = SimTable("single_port", seed=3)
    table.plant.chain.set_place(CHAIN_TURN // 4)
    table.run_for(100)
    table.press("elevator")
    table.run_until(lambda: table.io("dir_chain"), 10_000)
    table.run_for(SHOWN_MS)
    yield "chain backing", table


WAYS = (
    first_sort, next_hand, end_of_rounds, prevailing_wind, electronic_dice, tiles_missing, paused,
    surplus, caught_tile, other_game, faults, modes, single_port,
)  # fmt: skip
