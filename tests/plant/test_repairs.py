"""Hands inside the machine: where they get in, each tile in one place, sensors that follow."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant.head import AT_MID, PARKED, PUSHING
from mjsim.plant.numbers import CHAIN_TURN, HATCH_END
from mjsim.plant.tiles import CODE
from tests.plant.crude import (
    CNT,
    DRUM,
    FREE,
    INLET,
    JAM,
    PARK,
    PUSH_HOME,
    RING,
    Bench,
    belt,
    head,
    nominal,
)  # fmt: skip

FAST = {"limits": FREE, "bounce_ppm": 0}
ROT = C.IN_DRUM_ROT >> 3, 1 << (C.IN_DRUM_ROT & 7)


def filled(machine="four_port", count=60, seed=1, **more):
    """A bench with `count` green tiles in its shut drum."""
    bench = Bench(nominal(machine, seed, strict=True, **FAST, **more))
    plant = bench.plant
    plant.hatch.set_place(HATCH_END)
    plant.drop(plant.new_set("green", count))
    plant.hatch.set_place(0)
    bench.clear()
    return bench


def fed(bench, seen, limit_ms=60_000):
    """Belt A runs under the ring until `seen`, then all stands and the lid is open."""
    bench.on(DRUM | RING | belt(0))
    bench.until(seen, limit_ms)
    return opened(bench)


def opened(bench):
    bench.drive(0)
    bench.run(500)
    bench.plant.set_input("lid", 1)
    bench.run(20)
    return bench.plant


def shut(bench):
    """The lid is shut and the motors have power again."""
    plant = bench.plant
    plant.set_input("lid", 0)
    plant.arm(0, plant.now)
    plant.arm(1, plant.now)
    bench.run(50)


def seen(plant, mask, line=0):
    return bool(plant.raw[line] & mask)


# where a hand gets in


def test_a_hand_gets_in_under_the_open_lid_alone():
    plant = filled().plant
    for act in (lambda: plant.lift_tiles("head_a"), lambda: plant.lay_tiles("belt_a"),
                lambda: plant.push_home("head_a"), lambda: plant.right_head("head_a"),
                lambda: plant.straighten("belt_a"), lambda: plant.crank("chain")):  # fmt: skip
        with pytest.raises(ValueError, match=r"nobody reaches \w+: the lid is shut"):
            act()


def test_the_drum_is_reached_through_the_open_hatch_too():
    plant = filled().plant
    with pytest.raises(ValueError, match="nobody reaches the drum: lid and hatch are shut"):
        plant.lift_tiles("drum")
    plant.hatch.set_place(HATCH_END)
    assert plant.lift_tiles("drum", 3) == 3
    plant.hatch.set_place(0)
    plant.set_input("lid", 1)
    assert plant.lay_tiles("drum") == 3 and len(plant.loose) == 60 and plant.check()


def test_nobody_reaches_into_what_moves():
    bench = filled()
    bench.on(DRUM)
    bench.run(500)
    plant = bench.plant
    plant.set_input("lid", 1)  # the contact takes the power, the drum coasts
    with pytest.raises(ValueError, match="nobody reaches into the machine: drum moves"):
        plant.lift_tiles("drum")
    bench.run(500)
    assert plant.lift_tiles("drum") == 1


def test_what_is_not_fitted_cannot_be_reached():
    single, four = opened(filled("single_port")), opened(filled())
    with pytest.raises(ValueError, match="a single_port machine has no head_b"):
        single.lift_tiles("head_b")
    with pytest.raises(ValueError, match="a four_port machine has no chain"):
        four.crank("chain")


# belts


def test_a_tile_in_the_port_is_lifted_out_and_the_inlet_is_free():
    bench = filled()
    plant = fed(bench, lambda: seen(bench.plant, INLET))
    while not seen(plant, INLET):  # it coasted on
        shut(bench)
        plant = fed(bench, lambda: seen(bench.plant, INLET))
    last = plant.on_belt(0)[-1]
    assert plant.lift_tiles("port_a") == 1
    assert plant.place(last) == "hand" and plant.lifted == [last] and not seen(plant, INLET)


def test_a_tile_in_the_beam_is_lifted_out_and_the_others_come_on():
    bench = filled()
    plant = fed(bench, lambda: seen(bench.plant, CNT))
    before = list(plant.on_belt(0))
    assert plant.lift_tiles("belt_a") == 1 and not seen(plant, CNT)
    assert plant.on_belt(0) == before[1:]
    assert plant.lay_tiles("drum") == 1 and plant.place(before[0]) == "drum"
    shut(bench)
    bench.on(belt(0))
    bench.until(lambda: plant.held(0))
    assert plant.held(0) == [before[1]] and plant.check() and not plant.violations


@pytest.mark.parametrize("seed", range(6))
def test_a_belt_is_right_again_wherever_it_was_meddled_with(seed):
    """Tiles taken from both ends in turn: the rest run back into the drum, one by one."""
    bench = filled(seed=seed)
    plant = fed(bench, lambda: len(bench.plant.on_belt(0)) == 3)
    for place in ("belt_a", "port_a")[: 1 + seed % 2]:
        assert plant.lift_tiles(place) == 1
    left = len(plant.on_belt(0))
    shut(bench)
    bench.drive(0, C.AUX_DIR_BELTS)
    bench.run(C.RELAY_MS)
    falls = []
    bench.clear()
    bench.on(belt(0))
    for _ in range(1_000):
        bench.run(5)
        if plant.fell[0] & INLET:
            falls.append(plant.now)
        bench.clear()
    assert len(falls) == left and not plant.on_belt(0) and plant.check() and not plant.violations
    assert not seen(plant, CNT | INLET | JAM)


def stuck():
    """A tile across the mouth of line A."""
    bench = filled(jam_ppm=1_000_000)
    plant = fed(bench, lambda: seen(bench.plant, JAM))
    plant.jam_ppm = 0
    return bench, plant


def test_a_stuck_tile_is_lifted_out():
    _bench, plant = stuck()
    assert seen(plant, CNT)
    plant.lift_tiles("belt_a")
    assert not seen(plant, JAM | CNT) and not plant.straighten("belt_a")


def test_what_is_behind_a_stuck_tile_leaves_it_stuck():
    _bench, plant = stuck()
    while len(plant.on_belt(0)) > 1:
        plant.lift_tiles("port_a")
    assert seen(plant, JAM) and seen(plant, CNT)
    plant.lift_tiles("port_a")
    assert not seen(plant, JAM | CNT | INLET)


def test_a_stuck_tile_is_laid_straight_and_goes_on():
    bench, plant = stuck()
    first = plant.on_belt(0)[0]
    assert plant.straighten("belt_a") and not seen(plant, JAM | CNT)
    shut(bench)
    bench.on(belt(0))
    bench.until(lambda: plant.held(0))
    assert plant.held(0) == [first] and not plant.violations


def test_a_tile_is_laid_before_the_beam_where_there_is_room():
    bench, plant = stuck()
    first = plant.on_belt(0)[0]
    plant.lift_tiles("belt_a")
    assert plant.lay_tiles("belt_a") == 1 and plant.on_belt(0)[0] == first
    assert not seen(plant, CNT)
    plant.lift_tiles("drum")
    with pytest.raises(ValueError, match="there is no room for a tile on belt_a before its head"):
        plant.lay_tiles("belt_a")
    shut(bench)
    bench.on(belt(0))
    bench.run(C.LAG_MAX_MS + 20)
    assert seen(plant, CNT), "its nose lay just out of the beam"


def test_nothing_lifted_is_nothing_laid():
    plant = opened(filled())
    assert plant.lay_tiles("drum") == plant.lay_tiles("head_a") == 0
    assert plant.lift_tiles("belt_a") == plant.lift_tiles("head_a", 2) == 0


# heads


def holding(count, machine="four_port"):
    """A head that holds that many tiles, at its middle or, with one, at park."""
    bench = filled(machine)
    plant = opened(bench)
    plant.lift_tiles("drum", count)
    plant.lay_tiles("head_a")
    return bench, plant


def test_the_upper_tile_comes_out_first_and_goes_back_last():
    _bench, plant = holding(2)
    lower, upper = plant.held(0)
    plant.lift_tiles("head_a")
    assert plant.lifted == [upper]
    plant.lift_tiles("head_a")
    plant.lay_tiles("head_a")
    assert plant.held(0) == [lower, upper] and plant.check()
    plant.lift_tiles("drum")
    with pytest.raises(ValueError, match="head_a takes two tiles, and holds 2"):
        plant.lay_tiles("head_a")


def test_an_empty_head_is_pushed_home_to_park():
    plant = opened(filled())
    assert not plant.push_home("head_a"), "it is at home"
    plant.heads[0].set_angle(290_000)
    assert not seen(plant, PUSH_HOME)
    plant.lift_tiles("drum")
    with pytest.raises(ValueError, match="no tile goes into head_a: its pusher is out"):
        plant.lay_tiles("head_a")
    assert plant.push_home("head_a") and seen(plant, PARK) and seen(plant, PUSH_HOME)


def test_a_stack_stays_in_the_head_whose_pusher_is_pushed_home():
    bench, plant = holding(2)
    plant.heads[0].set_angle(290_000)
    assert plant.push_home("head_a") and seen(plant, PUSH_HOME) and not seen(plant, PARK)
    shut(bench)
    bench.on(head(0))
    bench.until(lambda: seen(plant, PARK))
    assert plant.stacks == [1, 0, 0, 0] and not plant.held(0) and not plant.violations


def test_a_head_holds_what_its_cam_says():
    bench, plant = holding(1)
    assert plant.heads[0].zone == PARKED
    assert plant.right_head("head_a") == 1 and not plant.held(0), "at park nothing"
    plant.heads[0].set_angle(180_000)
    assert plant.heads[0].zone == AT_MID
    assert plant.right_head("head_a") == 1 and len(plant.held(0)) == 1, "laid in again"
    plant.lift_tiles("drum")
    plant.lay_tiles("head_a")
    assert plant.right_head("head_a") == 1 and len(plant.held(0)) == 1, "at its middle one"
    plant.heads[0].set_angle(290_000)
    assert plant.heads[0].zone == PUSHING and plant.right_head("head_a") == 0


def test_what_a_person_leaves_in_a_head_is_their_doing_until_it_is_righted():
    _bench, plant = holding(1)
    for told, left in ((plant.leave_head, 1), (plant.right_head, 0), (plant.leave_head, 0)):
        told("head_a")
        assert plant.let_be == left
        plant.accident("a tile met it", 0)
        plant.accident("another's did", 1)
    assert len(plant.incidents) == 1 and len(plant.violations) == 5


@pytest.mark.parametrize("ends", [
    lambda plant: plant.lift_tiles("head_a", 2), lambda plant: plant.empty_out(),
    lambda plant: plant.lift_tiles("drum", 160) and plant._pour(plant.lifted[:2], [0, 1]),
], ids=["lifted", "emptied", "swept in"])
def test_hands_in_a_head_or_a_new_set_end_what_was_left(ends):
    _bench, plant = holding(1)
    plant.leave_head("head_a")
    assert plant.let_be == 1
    ends(plant)
    assert not plant.let_be


def test_a_head_that_was_left_has_its_own_again_when_it_has_pushed():
    bench, plant = holding(1)
    plant.leave_head("head_a")
    shut(bench)
    bench.on(head(0))
    bench.until(lambda: not plant.held(0))
    assert not plant.let_be and "half a stack" in " ".join(plant.incidents)


def test_half_a_stack_is_lifted_off_the_lane():
    _bench, plant = holding(2)
    lane = plant.lane(0)
    plant.lift_tiles("head_a", 2)
    plant._out_of_hand(2, plant.lane_codes[0])
    lane += [(0,), (1, 2)]
    plant.where[1:3] = [plant.lane_codes[0]] * 2
    assert plant.lift_tiles("lane_a") == 1 and lane == [(1, 2)] and plant.lifted == [0]
    assert plant.lift_tiles("lane_a") == 0


# box


def test_what_is_boxed_is_out_of_the_game():
    plant = opened(filled())
    plant.lift_tiles("drum", 3)
    boxed = plant.lifted[1:]
    assert plant.box_tiles(2) == boxed and len(plant.lifted) == 1
    assert [plant.drop_order[tile] for tile in boxed] == [-1, -1]
    assert plant.box_tiles(5) and not plant.lifted and not plant.box_tiles(1)
    assert plant.check() and plant.counts()["hand"] == 3


# turned by hand


def test_the_drum_is_turned_on_to_its_next_magnet():
    bench = filled()
    plant = opened(bench)
    levels = []
    for _ in range(4):
        assert plant.crank("drum")
        levels.append(bool(plant.raw[ROT[0]] & ROT[1]))
    assert levels[0] != levels[1] and levels[:2] == levels[2:]
    ring = plant.ring.origin
    assert plant.crank("ring") and plant.ring.origin > ring
    shut(bench)
    bench.clear()
    bench.on(DRUM)
    bench.run(C.DRUM_REV_MS)
    assert plant.rose[ROT[0]] & ROT[1] and not plant.violations


def test_the_chain_goes_back_behind_the_rows_or_on_with_them():
    plant = opened(filled("single_port"))
    assert not plant.crank("chain"), "it stands at zero"
    stack = tuple(plant.new_set("green", 2))
    plant.hand[:] = [tile for tile in plant.hand if tile not in stack]
    plant.head_lane.append(stack)
    plant.moved(stack, plant.lane_code(0))
    plant.chain.set_place(CHAIN_TURN // 4)
    assert plant.crank("chain") and plant.head_lane == [stack] and plant.input_raw("chain_zero")
    plant.chain.set_place(CHAIN_TURN * 3 // 4)
    plant.chain.take_rows()  # it has passed the corner
    late = tuple(plant.hand[-2:])
    del plant.hand[-2:]
    plant.head_lane.append(late)
    plant.moved(late, plant.lane_code(0))
    plant.lifts[1].set_angle(90_000)
    with pytest.raises(ValueError, match="the chain cannot be turned on: lift or wall in"):
        plant.crank("chain")
    plant.lifts[1].set_angle(0)
    assert plant.crank("chain") and plant.lanes[0] == [stack] and plant.check()
    assert plant.head_lane == [late], "what came behind the rods waits for their next way"


def test_a_lift_is_turned_over_the_top_with_its_wall():
    plant = opened(filled())
    assert not plant.crank("lift_a")
    plant.lift_tiles("drum", 2)
    stack = tuple(plant.lifted)
    plant.lane(0).append(stack)
    plant._out_of_hand(2, plant.lane_codes[0])
    plant.lifts[0].set_angle(90_000)
    plant.put_on_table(plant.new_set("blue", 1), 0)
    with pytest.raises(ValueError, match="lift_a cannot be turned: tiles lie over its wall"):
        plant.crank("lift_a")
    plant.take_from_table(plant.table_tiles("blue"))
    assert plant.crank("lift_a") and plant.input_raw("lift_dn_a")
    assert plant.table_tiles("green") == list(stack) and plant.check()


def walled(angle=90_000):
    """Two stacks stand on the plate of lift A, which has left its bottom; they, and the plant."""
    plant = opened(filled())
    plant.lift_tiles("drum", 4)
    wall = [tuple(plant.lifted[:2]), tuple(plant.lifted[2:])]
    plant.lanes[0].extend(wall)
    plant._out_of_hand(4, plant.lane_codes[0])
    plant.put_on_table(plant.new_set("blue", 1), 0)
    plant.lifts[0].set_angle(angle)
    return plant, wall


@pytest.mark.parametrize("angle", [0, 90_000])
def test_a_lift_is_turned_round_without_its_wall_whatever_lies_over_it(angle):
    plant, wall = walled(angle)
    assert plant.right_lift("lift_a") == 2 and plant.lanes[0] == wall
    assert plant.input_raw("lift_dn_a") and not plant.input_raw("lift_up_a")
    assert len(plant.table_tiles()) == 1 and plant.check() and not plant.violations


def test_or_with_its_wall():
    plant, wall = walled()
    plant.take_from_table(plant.table_tiles("blue"))
    assert plant.right_lift("wall_a") == 0 and not plant.lanes[0]
    assert plant.raised[0] == wall and plant.check() and not plant.violations


def test_a_wall_that_rose_by_itself_goes_back_on_its_lane_as_it_was():
    plant, wall = walled()
    plant.lifts[0]._tip()
    assert plant.right_lift("lift_a") == 0
    assert plant.lay_back("fallen_a") == 4 and plant.lanes[0] == wall
    assert [plant.tile_set[tile] for tile in plant.table_tiles()] == ["blue"]
    assert not plant.lay_back("fallen_a") and plant.check()


def test_a_wall_of_the_hand_in_play_stays_on_the_table():
    """Its set is not inside."""
    plant = opened(filled())
    tiles = plant.new_set("blue", 2)
    plant.put_on_table(tiles, 1)
    plant.raised[1] = [tuple(tiles)]
    assert not plant.lay_back("fallen_b") and plant.table_tiles("blue") == tiles


def test_nor_do_tiles_of_its_set_that_strayed_into_the_drum_bring_it_back():
    plant = opened(filled())
    tiles = plant.new_set("blue", 6)
    plant.put_on_table(tiles[:4], 1)
    plant.raised[1] = [tuple(tiles[:2]), tuple(tiles[2:4])]
    plant.pick.loose += tiles[4:]
    plant._release(tiles[4:], (CODE["hand"],))
    plant.moved(tiles[4:], CODE["drum"])
    assert plant.set_in_works == "blue+green"
    assert not plant.lay_back("fallen_b") and plant.table_tiles("blue") == tiles[:4]


def test_nobody_gets_at_a_lift_under_a_shut_lid():
    plant, _ = walled()
    plant.set_input("lid", 0)
    for act in (plant.right_lift, plant.lay_back):
        with pytest.raises(ValueError, match="the lid is shut"):
            act("lift_a" if act == plant.right_lift else "fallen_a")


def test_an_empty_lift_goes_down_by_hand():
    plant = opened(filled())
    plant.lifts[3].set_angle(270_000)
    assert plant.crank("lift_d") and not plant.table_tiles() and plant.input_raw("lift_dn_d")


def test_a_tile_that_a_finished_row_lacks_is_laid_there_face_down():
    plant = nominal()
    tiles = plant.new_set("green", 6)
    plant.hand[:] = []
    plant.lanes[2][:] = [(tiles[0], tiles[1]), (tiles[2],), (tiles[3], tiles[4])]
    plant.moved(tiles[:5], plant.lane_codes[2])
    plant.hand.append(tiles[5])
    plant.lifted.append(tiles[5])
    with pytest.raises(ValueError, match="the lid is shut"):
        plant.lay_tiles("row_c")
    plant.set_input("lid", 1)
    assert plant.lay_tiles("row_b") == 0, "that row lacks none"
    assert plant.lay_tiles("row_c") == 1
    assert plant.lanes[2][1] == (tiles[2], tiles[5]) and plant.pick.back[tiles[5]] == 1
    assert plant.check()
