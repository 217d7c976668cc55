"""Lamps and digits are drawn again: when time alone changes them, and behind the self-test."""

from mjsim.table.session import SimTable
from tests.cycle import moments
from tests.cycle.whole_outputs import SIDES, reach, seen


def test_electronic_dice_change_their_faces_while_they_tumble():
    table = moments.home(profile="HANDS-144", settings={"dice.mode": 1})
    table.press("marker", 1_600)
    reach(table, "dice", "tumbling")
    faces = set()
    for _ in range(20):
        table.run_for(100)
        faces.add(seen(table)["digits"])
    assert len(faces) > 10


def test_the_marker_comes_back_behind_the_self_test():
    table = SimTable(seed=3)
    before = [seen(table)[side] for side in SIDES]
    table.power_off()
    table.hold("both", 3_000)
    table.power_on()
    table.run_for(4_000)
    assert table.state == "selftest" and not any(seen(table)[side] for side in SIDES)
    for _ in range(60):
        if table.state != "selftest":
            break
        table.press("elevator")
        table.run_for(2_500)
    table.run_for(500)
    assert table.state == "power_on"
    assert [seen(table)[side] for side in SIDES] == before
