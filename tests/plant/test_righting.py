"""A row is put right by hand, stack by stack."""

import pytest

from mjsim.plant import Plant


def opened(machine="four_port", tiles=40):
    """A machine under its open lid, with loose tiles of one set."""
    plant = Plant(machine)
    plant.new_set("green", tiles)
    plant.set_input("lid", 1)
    plant.lifted[:] = plant.hand
    plant.lay_tiles("drum")
    return plant


def build(plant, sizes, side=0):
    """A row of stacks of these sizes out of the drum."""
    for size in sizes:
        stack = tuple(plant.loose[:size])
        del plant.loose[:size]
        plant.lanes[side].append(stack)
        plant.moved(stack, plant.lane_codes[side])


def sizes(plant, side=0):
    return [len(stack) for stack in plant.lanes[side]]


@pytest.mark.parametrize(("found", "pushes", "concerns"), [
    ([2, 2], 2, 0), ([2, 1], 2, 1), ([1, 2, 2], 2, 1), ([2, 2, 2], 2, 2), ([2], 3, 4),
    ([1, 1, 2], 3, 2), ([], 0, 0), ([1], 0, 1),
])  # fmt: skip
@pytest.mark.parametrize("place", ["row_a", "lane_a"])
def test_it_becomes_what_is_counted(found, pushes, concerns, place):
    plant = opened()
    build(plant, found)
    assert plant.right_row(place, pushes) == concerns
    assert sizes(plant) == [2] * pushes and plant.check()


def test_a_row_stacking_lane_has_its_lower_row_first():
    plant = opened("row_port")
    plant.stops[0] = 3
    build(plant, [1, 1])
    assert plant.right_row("lane_a", 5) == 3 and sizes(plant) == [2, 2, 1]
    assert plant.right_row("lane_a", 2) == 3 and sizes(plant) == [1, 1] and plant.check()


def test_what_was_lifted_is_laid_first_and_tiles_of_the_other_set_never():
    plant = opened(tiles=6)
    build(plant, [2, 1])
    blue = plant.new_set("blue", 1)
    plant.lifted[:] = blue
    green = plant.lift_tiles("drum", 1) and plant.lifted[-1]
    assert plant.right_row("row_a", 2) == 1 and plant.lanes[0][1][1] == green
    assert plant.right_row("row_a", 4) == 2 and sizes(plant) == [2, 2, 2]
    assert plant.lifted == blue and plant.check()
