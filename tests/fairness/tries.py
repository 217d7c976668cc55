"""What may be pressed, turned and sent while walls are in the machine, and what the machine did.

A `Try` acts on a table that stands at some moment; `play` gives every change of the motors' and
direction relays' outputs, and the dice, up to the next dice.
"""

import json
from itertools import chain
from pathlib import Path

from mjsim.words import vocabulary
from mjtable.generated.iomap import M_DICE, OUTPUTS
from mjtable.generated.iomap import MOTORS as MOTORS_OF_ALL
from tests.cycle.moments import LENGTHS, gesture, hatch_up
from tools.check.explore.rig import Rig, thaw

ROOT = Path(__file__).resolve().parents[2]
DICTIONARY = json.loads((ROOT / "host_tools/mjtool/dictionary.json").read_text())
MACHINES = ("four_port", "single_port", "row_port")
RELAYS = sum(1 << at - 16 for at, name in enumerate(OUTPUTS) if name.startswith("dir_"))
MOTORS = (1 << M_DICE) - 1
SEATS = "ABCD"


def shut(machine, seed=3):
    """A finished set inside, the other one swept in, the hatch just shut; as bytes."""
    rig = Rig(machine, seed, settings={"dice.mode": 1, "panel.six_keys": 1}).start()
    rig.press("elevator")
    rig.run_until("ready", 30_000)
    rig.load()
    rig.run_until(lambda: rig.table.set_waiting == "green", 600_000)
    hatch_up(rig)
    rig.run_for(1_000)
    rig.press("elevator")
    rig.run_until("raising", 10_000)
    rig.run_for(200)
    return rig.freeze()


def sorting(start):
    """The walls are up, the dice were rolled, the other set is being sorted for 6 s."""
    rig = thaw(start)
    rig.run_until("sorting", 30_000)
    rig.run_for(6_000)
    return rig.freeze()


def play(start, act, at_ms, limit_ms=40_000, until_dice=True):
    """Outputs over time and the first dice of a table from `start`, `act` done after `at_ms`.

    As far as the first dice, or for `limit_ms`.
    """
    rig = thaw(start)
    outputs, dice = [], []
    write = rig.plant.write

    def seen(motors, aux, now):
        row = (motors & MOTORS, motors >> M_DICE & 1, aux & RELAYS)
        if not (dice and until_dice) and (not outputs or outputs[-1][1:] != row):
            outputs.append((now - begun, *row))
        write(motors, aux, now)

    begun = rig.now_ms
    rig.plant.write = seen
    rig.hearing.listen(lambda event: dice.append(
        [event.get(key) for key in ("mode", "a", "b", "c")]), ("dice",))
    rig.run_for(at_ms)
    act(rig)
    end = begun + limit_ms
    while rig.now_ms < end and not (until_dice and dice):
        rig.run_for(100)
    return outputs, dice[:1]


def nothing(rig):
    """The undisturbed run."""


def keys():
    """(name, act) of every gesture of every key."""
    for key in vocabulary.KEYS:
        for name in LENGTHS:
            if name != "both":
                yield f"{key} {name}", lambda rig, k=key, n=name: gesture(rig, n, k)
    yield "both keys", lambda rig: gesture(rig, "both")


def switches():
    """Every position of the rule switch."""
    for position in range(16):
        yield f"switch {position}", lambda rig, p=position: rig.turn_switch(p)


def lines():
    """Every command of the link with every value of a list, and both ends of every number."""
    for row in DICTIONARY["commands"]:
        for body in sorted(set(bodies(row))):
            yield body, lambda rig, body=body: rig.wire.say(body)


def bodies(row):
    """The lines of one command: each of its parameters varied alone, what is needed beside it."""
    if row["name"] == "settings.set":
        for setting in DICTIONARY["settings"]:
            for value in setting["min"], setting["max"]:
                yield f"settings.set name={setting['name']} value={value}"
        return
    needed = [param for param in row["params"] if "default" not in param]
    yield line(row, {param["name"]: values(param)[0] for param in needed})
    for varied in row["params"]:
        others = {param["name"]: values(param)[0] for param in needed if param is not varied}
        for value in values(varied):
            yield line(row, others | {varied["name"]: value})


def line(row, fields):
    """A request's body."""
    return " ".join([row["name"], *(f"{key}={value}" for key, value in fields.items())])


def values(param):
    """What a parameter can be."""
    if param["kind"] == "int":
        return [param["min"], param["max"]]
    names = {"side": SEATS, "profile": vocabulary.profiles(), "motor": MOTORS_OF_ALL,
             "setting": [row["name"] for row in DICTIONARY["settings"]]} | DICTIONARY["lists"]
    return names[param["kind"]]


def everything():
    """All of them."""
    return dict(chain(keys(), switches(), lines()))
