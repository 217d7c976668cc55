"""What only a simulated table has for its host: eyes, tiles laid and taken, its own time."""

import pytest

from mjsim.generated import constants as C
from mjsim.serving.practice import Practice
from mjsim.table.session import SimTable


@pytest.fixture
def table():
    return SimTable("four_port", seed=5)


@pytest.fixture
def ask(table):
    """Gives a practice command and its answer's fields; the first word is under `said`."""
    practice = Practice(table)

    def asked(command, **fields):
        said, *words = practice.commands[command](fields).split()
        return {"said": said, **dict(word.split("=", 1) for word in words if "=" in word)}

    return asked


def belt(table, name="belt_b"):
    return table.plant.drives[C.MOTORS.index(name)]


def turn(table, name, ms=1_500):
    """The motor moves for a while, whatever the firmware wants."""
    drive = table.plant.drives[C.MOTORS.index(name)]
    drive.start(table.plant.now)
    table.run_for(ms)
    drive.stop(table.plant.now)


def test_eyes_see_what_has_moved_since_they_looked_last(table, ask):
    assert ask("sim.eyes") == {"said": "ok", "moved": "none", "wrong": "none", "stays": "none"}
    turn(table, "ring")
    assert ask("sim.eyes")["moved"] == "ring"
    assert ask("sim.eyes")["moved"] == "none", "each look begins anew"


def test_eyes_see_the_wrong_way_and_a_relay_that_stays(table, ask):
    table.inject("reversed drum")
    table.inject("relay stuck belts")
    turn(table, "drum")
    seen = ask("sim.eyes")
    assert (seen["moved"], seen["wrong"], seen["stays"]) == ("drum", "drum", "none")
    turn(table, "belt_c")
    seen = ask("sim.eyes")
    assert (seen["moved"], seen["wrong"], seen["stays"]) == ("belt_c", "none", "belt_c")


def test_tiles_are_laid_on_a_belt_and_taken_off_again(table, ask):
    assert ask("sim.hand", text="tile,belt_b")["said"] == "ok"
    assert len(belt(table).tiles) == 1
    assert ask("sim.hand", text="tile,belt_b,3")["said"] == "ok"
    assert len(belt(table).tiles) == 4
    assert ask("sim.hand", text="take,belt_b")["said"] == "ok"
    assert not belt(table).tiles and not belt(table, "belt_a").tiles


@pytest.mark.parametrize(("text", "why"), [
    ("tile,belt_b,9", "'9',is,no,number,of,tiles,from,1,to,5"),
    ("tile,belt_b,x", "'x',is,no,number,of,tiles,from,1,to,5"),
    ("tile,drum", "this,table,has,no,belt,'drum'"),
    ("take,belt_x", "this,table,has,no,belt,'belt_x'"),
    ("tile", "tile,needs,more,words"),
])
def test_what_no_hand_can_do(ask, text, why):
    assert ask("sim.hand", text=text) == {"said": "err", "key": "text", "why": why}


def test_no_hand_goes_to_a_belt_that_moves(table, ask):
    belt(table).start(table.plant.now)
    for verb in ("tile", "take"):
        assert ask("sim.hand", text=f"{verb},belt_b")["why"] == (
            "belt_b,moves:,no,hand,goes,there")


def test_its_own_time(table, ask):
    before = int(ask("sim.time")["ms"])
    table.run_for(250)
    assert int(ask("sim.time")["ms"]) == before + 250
