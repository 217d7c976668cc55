"""The machine behind the board: inputs for outputs, keys, currents, power."""

import pytest

from hal.pinmap import INVERT
from mjsim.generated import constants as C
from mjsim.words.names import UsageError
from tools.check.emulate.console import Console
from tools.check.emulate.report import Reporter, sentence, state
from tools.check.emulate.world import World


def outputs(ms, *names, arm=0, dice=0, **more):
    word = sum(1 << C.OUTPUTS.index(name) for name in names)
    out = {"us": ms * 1000, "out": list(word.to_bytes(4, "little")), "arm": arm, "dice": dice,
           "emit": 1, "enabled": 1, "alive": 1, "text": "", "usb": 1, "resets": 0,
           "lamps": [0] * 24, "beep_hz": 0}  # fmt: skip
    return out | more


def level(reply, name):
    index = C.INPUTS.index(name)
    wires = reply["raw"][index >> 3] ^ INVERT[index >> 3]
    return wires >> (index & 7) & 1


@pytest.mark.parametrize("machine", C.MACHINES)
@pytest.mark.parametrize("plant", [False, True])
def test_at_rest_the_wires_are_the_idle_levels_through_the_polarity(machine, plant):
    reply = World(machine, plant).exchange(outputs(5))
    idle = C.IDLE_OF[C.MACHINES.index(machine)]
    assert [raw ^ flip for raw, flip in zip(reply["raw"], INVERT, strict=True)][:6] == list(
        idle[:6]
    )
    assert (reply["power"], reply["mains"], reply["bus"]) == (True, True, False)
    assert reply["ma"] == [0, 0]
    assert level(reply, "k1_mir") == 1


@pytest.mark.parametrize("plant", [False, True])
def test_arming_closes_the_relay_and_motors_draw_current(plant):
    world = World(plant=plant)
    world.exchange(outputs(10, arm=1))
    reply = world.exchange(outputs(40, "ring", arm=1))
    assert (level(reply, "safe_fb"), level(reply, "k1_mir"), level(reply, "lmot_fb")) == (1, 0, 1)
    assert reply["bus"] is True
    assert reply["ma"] == [37 + 5, 5]  # 6 W at 200 V and power factor 0.8, and the snubbers
    reply = world.exchange(outputs(60, "ring", arm=0))
    assert (reply["bus"], level(reply, "k1_mir"), reply["ma"]) == (False, 1, [0, 0])


def test_the_lid_opens_the_loop_and_closing_it_does_not_arm_again():
    world = World()
    world.exchange(outputs(10, arm=1))
    world.exchange(outputs(40, arm=1))
    world.set_input("lid", True)
    reply = world.exchange(outputs(50, arm=1))
    assert (level(reply, "loop_raw"), level(reply, "safe_fb"), reply["bus"]) == (0, 0, False)
    world.set_input("lid", False)
    reply = world.exchange(outputs(100, arm=1))
    assert (level(reply, "loop_raw"), level(reply, "safe_fb")) == (1, 0)


def test_with_the_plant_a_lift_goes_up():
    world = World(plant=True)
    for ms in range(10, 2500, 5):
        reply = world.exchange(outputs(ms, "lift_a", arm=1))
        if level(reply, "lift_up_a"):
            break
    assert level(reply, "lift_dn_a") == 0
    assert 1500 < ms < 2300


def test_with_the_plant_broken_physics_are_told_once():
    world = World(plant=True)
    world.exchange(outputs(10, "drum", arm=1))
    world.exchange(outputs(400, "drum", arm=1))
    world.exchange(outputs(405, "drum", "dir_drum", arm=1))
    assert "direction relay of drum switched" in world.news()[0]
    assert world.news() == []


def test_a_key_goes_down_and_comes_up_again():
    world = World()
    world.exchange(outputs(100))
    assert world.press("ELEVATOR", 50) == "elevator"
    assert level(world.exchange(outputs(105)), "elevator") == 1
    assert level(world.exchange(outputs(149)), "elevator") == 1
    assert level(world.exchange(outputs(150)), "elevator") == 0


def test_the_board_asks_again_soon_even_when_nothing_is_due():
    assert World().exchange(outputs(1000))["until_us"] == 1_020_000


def test_pulling_the_plug_of_the_plant_takes_the_supply_after_the_hold_up_time():
    world = World(plant=True)
    world.exchange(outputs(10))
    world.mains(False)
    assert world.exchange(outputs(60))["power"] is True
    reply = world.exchange(outputs(200))
    assert (reply["power"], reply["mains"]) == (False, False)
    world.mains(True)
    assert world.exchange(outputs(210))["power"] is True


def test_tiles_are_swept_through_the_open_hatch():
    world = World(plant=True)
    console = Console(world, str, str, str)
    assert "the hatch is not open; press elevator opens it" in console.run("sweep")
    for ms in range(10, 4000, 5):
        if level(world.exchange(outputs(ms, "hatch", arm=1)), "hatch_up"):
            break
    world.exchange(outputs(ms + 5, arm=1))
    assert console.run("sweep") == "136 tiles swept in"
    assert "the green set is being sorted already" in console.run("sweep")
    assert world.machine.counts()["drum"] == 136
    assert world.news() == []


def test_with_both_sets_on_their_lanes_there_is_nothing_to_sweep(monkeypatch):
    world = World(plant=True)
    for name in ("green", "blue"):
        world.machine.new_set(name, 4)
    monkeypatch.setattr(world.machine, "hand", [])
    world.machine.set_input("hatch_up", 1)
    with pytest.raises(UsageError, match="both sets are in the machine"):
        world.sweep(136)


def test_what_people_type():
    done = []
    console = Console(World(), lambda: done.append("reset"), lambda: "all well",
                      lambda: done.append("quit"))  # fmt: skip
    assert console.run("press marker 300") == "marker down for 300 ms"
    assert console.run("set lid 1") == "lid is 1"
    assert console.run("mains off") == "mains off"
    assert console.run("power off") == "power off"
    assert console.world.power is False
    assert console.run("state") == "all well"
    assert (console.run("reset"), console.run("quit"), console.run("")) == ("reset", "ending", "")
    assert done == ["reset", "quit"]
    assert "press KEY [MS]" in console.run("help")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("pres marker", "unknown command 'pres'; the nearest is press"),
        ("press maker", "unknown key 'maker'; the nearest is marker"),
        ("press marker soon", "press takes a key and perhaps a time in ms"),
        ("set lid open", "set takes an input and 0 or 1"),
        ("set hatchup 1", "unknown input 'hatchup'; the nearest is hatch_up"),
        ("sweep", "there are no tiles without --plant"),
        ("sweep all", "sweep takes the tiles of a new set, 1 to 152, or nothing"),
        ("mains", "mains takes on or off"),
        ("power 1", "power takes on or off"),
    ],
)
def test_what_is_said_to_a_wrong_line(line, text):
    said = Console(World(), str, str, str).run(line)
    assert text in said
    assert said.endswith("`help` lists the commands")


def test_an_unknown_machine_is_named():
    with pytest.raises(UsageError, match="unknown machine 'fivport'"):
        World("fivport")


def test_the_state_has_names_and_leaves_the_multiplexer_out():
    found = state(outputs(5, "drum", "fan", "amux_a1", dice=1, arm=1))
    assert found["motors"] == ["drum", "dice"]
    assert (found["outputs"], found["armed"]) == (["fan"], True)


def test_people_get_a_line_at_a_change_and_not_too_many():
    reporter = Reporter()
    assert "motors: none" in reporter.line(outputs(0))
    assert reporter.line(outputs(500)) == ""
    assert "motors: drum" in reporter.line(outputs(501, "drum"))
    assert reporter.line(outputs(600, "ring")) == ""
    assert "motors: ring" in reporter.line(outputs(702, "ring"))


def test_programs_get_every_change():
    reporter = Reporter(as_json=True)
    lines = [reporter.line(outputs(ms, "drum", text=str(ms))) for ms in (0, 1, 1)]
    assert [bool(line) for line in lines] == [True, True, False]
    assert '"display": "1"' in lines[1]


def test_the_line_says_what_is_dead():
    text = sentence(1500, state(outputs(1500, enabled=0, alive=0, text="E901", resets=2,
                                        lamps=[0, 0x280000], beep_hz=2700)))
    assert "1.500 s  outputs dead, no live signal, not armed" in text
    assert text.endswith("display: E901, lamps lit: 1, beep 2700 Hz, resets: 2")
