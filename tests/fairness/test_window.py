"""From the hatch shut to the walls up nothing a seat could send changes what the machine does.

Every gesture of every key, every position of the rule switch and every command of the link, with
each of its values, on each machine: motors, direction relays and dice are those of the run that
nobody disturbed, to the millisecond. While the next set is sorted, which seat asks makes no
difference. Safety inputs act, as they must.
"""

from functools import cache

import pytest

from mjtable import facade
from mjtable.mechanisms.dice import Dice
from mjtable.people import keys
from mjtable.people.keys import Keys
from mjtable.table import Table
from tests.fairness import tries

MOMENTS_MS = (0, 1_500, 3_000, 5_000)  # after the hatch is shut; the walls are up after 6 to 8 s
SAFETY = {  # what may act, and does: all of it stops
    "lid": lambda rig: rig.set_lid(True),
    "stop loop": lambda rig: rig.plant.press_stop(True),
    "mains": lambda rig: rig.plant.mains_off(),
}
SORT_MS = {"four_port": 70_000, "single_port": 70_000, "row_port": 70_000}


@cache
def shut(machine):
    return tries.shut(machine)


@cache
def sorting(machine):
    return tries.sorting(shut(machine))


@cache
def undisturbed(machine):
    return tries.play(shut(machine), tries.nothing, 0)


def differing(machine, acts, moments=MOMENTS_MS):
    """Names of the tries after which the machine did something else, each at some moment."""
    return [name for number, (name, act) in enumerate(acts)
            if tries.play(shut(machine), act, moments[number % len(moments)])
            != undisturbed(machine)]


def test_the_undisturbed_run_moves_what_it_should():
    outputs, [dice] = undisturbed("four_port")
    moved = 0
    for _, motors, _, _ in outputs:
        moved |= motors
    names = [name for at, name in enumerate(tries.MOTORS_OF_ALL) if moved >> at & 1]
    assert {"drum", "lift_a", "lift_b", "lift_c", "lift_d"} <= set(names)
    assert dice[0] == "electronic" and all(1 <= pips <= 6 for pips in dice[1:3])


@pytest.mark.parametrize("machine", tries.MACHINES)
@pytest.mark.parametrize("kind", [tries.keys, tries.switches, tries.lines])
def test_nothing_pressed_turned_or_sent_until_the_walls_are_up_changes_anything(machine, kind):
    assert differing(machine, kind()) == []


def test_every_key_at_every_moment():
    for moment in MOMENTS_MS:
        assert differing("four_port", tries.keys(), (moment,)) == []


@pytest.mark.parametrize("name", SAFETY)
def test_safety_inputs_act(name):
    outputs, dice = tries.play(shut("four_port"), SAFETY[name], 1_500, 20_000)
    assert outputs[-1][1:3] == (0, 0) and dice == [], "everything stands"
    assert (outputs, dice) != undisturbed("four_port")


def test_a_hand_at_the_shut_hatch_changes_nothing():
    """The pinch contact is asked while the hatch moves, and it is shut."""
    act = lambda rig: rig.plant.set_input("pinch", True)  # noqa: E731
    assert differing("four_port", [("pinch", act)]) == []


# ------------------------------------------------------------- while the next set is being sorted


@pytest.mark.parametrize("machine", tries.MACHINES)
def test_while_sorting_the_dice_of_every_seat_are_the_same(machine):
    """A roll takes its share of the power, so it moves the sort; whose key it was does not."""
    acts = dict(tries.keys())
    runs = [tries.play(sorting(machine), acts[f"dice_{seat} short"], 2_000, SORT_MS[machine],
                       until_dice=False) for seat in "abcd"]
    assert runs[0] == runs[1] == runs[2] == runs[3]
    assert runs[0][1], "they were rolled"


@pytest.mark.parametrize("machine", tries.MACHINES)
def test_while_sorting_the_marker_is_nothing_to_the_machine(machine):
    still = tries.play(sorting(machine), tries.nothing, 0, SORT_MS[machine], until_dice=False)
    acts = [(name, act) for name, act in [*tries.keys(), *tries.lines()]
            if name.startswith(("marker.set", "marker short", "marker double", "marker long"))]
    assert len(acts) == 3 + 1 + 4 + 4 + 6
    for name, act in acts:
        assert tries.play(sorting(machine), act, 2_000, SORT_MS[machine],
                          until_dice=False) == still, name


# ------------------------------------------------------------- a rigged firmware is noticed


def dealers_word(table):
    """Chance that leans to the dealer's seat."""
    return TRUE_WORD(table) & 0xFFF8 | table.marker.dealer


def key_rolls(dice, word):
    """The dice that the key pressed before asks for."""
    keys = dice.table.keys
    TRUE_DRAW(dice, 0o11111 * (keys.waiting[0] & 7) if keys.count else word)


def acts_at_once(keys, packed):
    """The marker's gestures do not wait for the walls."""
    return keys.mark(packed)


TRUE_WORD, TRUE_DRAW, TRUE_QUEUE = Table.random_word, Dice._draw, Keys.queue


def test_a_remote_for_the_dice_is_noticed(monkeypatch):
    monkeypatch.setattr(Dice, "_draw", key_rolls)
    assert "dice_b short" in differing("four_port", tries.keys(), (0,))


def test_keys_that_do_not_wait_are_noticed(monkeypatch):
    """The table of gestures holds the method itself; the dice's own guard is taken away, too."""
    monkeypatch.setattr(keys, "ROWS", {
        state: tuple(acts_at_once if what is TRUE_QUEUE else what for what in row)
        for state, row in keys.ROWS.items()})
    assert differing("four_port", tries.keys(), (0,)) == [], "one guard is left"
    monkeypatch.setattr(facade, "SHUT_STATES", ())
    assert "dice_a short" in differing("four_port", tries.keys(), (0,))


def test_a_setting_that_is_taken_is_noticed(monkeypatch):
    monkeypatch.setattr(facade, "WALLS_STATES", ())
    lines = [(name, act) for name, act in tries.lines() if name.startswith("settings.set name=d")]
    assert "settings.set name=dice.mode value=0" in differing("four_port", lines, (0,))


def test_chance_that_leans_to_a_seat_is_noticed(monkeypatch):
    """The seat is set by a hook that the firmware has not."""
    monkeypatch.setattr(Table, "random_word", dealers_word)

    runs = [tries.play(shut("four_port"), lambda rig, d=dealer: rig.table.marker.__setattr__(
        "dealer", d), 0) for dealer in range(2)]
    assert runs[0][0] == runs[1][0] and runs[0][1] != runs[1][1]
