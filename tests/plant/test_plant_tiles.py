"""Tiles: every one in one place, whatever the motors do; walls where they belong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjsim.generated import constants as C
from tests.plant.crude import DRUM, FREE, RING, Bench, belt, head, nominal


def both_sets(machine: str, seed: int) -> Bench:
    """Green on the table, blue waiting: the state of every later hand."""
    b = Bench(nominal(machine, seed, strict=True))
    for name in ("green", "blue"):
        b.load(b.plant.new_set(name, 24))
        if name == "blue":
            b.raise_walls()
        b.build([3, 3, 3, 3])
    return b


@pytest.mark.parametrize("machine", ["four_port", "single_port"])  # heads that push stacks
def test_two_sets_alternate_for_ever_without_a_violation(machine):
    b = both_sets(machine, 3)
    plant = b.plant
    assert (plant.waiting_set, {plant.tile_set[t] for t in plant.table_tiles()}) == (
        "blue", {"green"})  # fmt: skip
    for name in ("green", "blue"):
        b.load(plant.table_tiles(name))
        b.raise_walls()
        assert b.build([3, 3, 3, 3])
        assert [len(plant.walls(side)) for side in range(4)] == [6, 6, 6, 6]
        assert all(plant.all_face_down(side) for side in range(4))
    assert plant.violations == [] and plant.check()
    assert plant.counts() == {"drum": 0, "belts": 0, "heads": 0, "lanes": 24, "table": 24,
                              "hand": 0}  # fmt: skip


def test_the_chain_brings_the_first_row_to_d_and_the_last_to_a():
    b = Bench(nominal("single_port", 2, strict=True))
    b.load(b.plant.new_set("green", 20))
    rows = []
    for stacks in (4, 3, 2, 1):
        b.sort([stacks])
        rows.append(list(b.plant.head_lane))
        b.index()
    assert b.plant.stacks == [1, 2, 3, 4]
    assert [b.plant.lane(side) for side in (3, 2, 1, 0)] == rows
    assert b.plant.chain.indexes == 4 and not b.plant.violations
    b.raise_walls()
    assert [tile for _, _, tile in b.plant.walls(3)] == [t for stack in rows[0] for t in stack]


def test_a_chain_jogged_back_leaves_the_rows_where_they_are():
    b = Bench(nominal("single_port", 2, strict=True, limits=FREE))
    b.load(b.plant.new_set("green", 2))
    b.sort([1])
    b.index()
    assert b.plant.stacks == [1, 0, 0, 0]
    b.drive(0, C.AUX_DIR_CHAIN)
    b.run(50)
    b.on(1 << C.M_CHAIN)
    b.run(3000)
    b.off(1 << C.M_CHAIN)
    b.run(400)
    b.drive(0, 0)
    b.index()
    assert b.plant.stacks == [0, 1, 0, 0] or b.plant.stacks == [1, 0, 0, 0]
    assert b.plant.check()


def test_a_wall_reads_from_the_right_lower_tile_first():
    b = Bench(nominal(seed=5))
    b.load(b.plant.new_set("green", 12))
    b.sort([3, 0, 0, 3])
    waiting = b.plant.waiting(3)
    assert [(position, tier) for position, tier, _ in waiting] == [
        (1, "b"), (1, "t"), (2, "b"), (2, "t"), (3, "b"), (3, "t")]  # fmt: skip
    assert [tile for _, _, tile in waiting] == [t for stack in b.plant.lane(3) for t in stack]
    b.raise_walls()
    assert b.plant.walls(3) == waiting and b.plant.waiting(3) == []
    left = sorted(b.plant.exit_order)
    assert left == list(range(12))
    b.load(b.plant.table_tiles())
    assert b.plant.walls(3) == []


def test_people_can_only_take_what_they_can_reach():
    b = Bench(nominal(seed=5))
    plant = b.plant
    green = plant.new_set("green", 4)
    with pytest.raises(ValueError, match="the hatch is not open"):
        plant.drop(green)
    b.hatch(True)
    plant.drop(green[:2])
    with pytest.raises(ValueError, match="tile 0 cannot be taken: it is in drum"):
        plant.drop(green)
    with pytest.raises(ValueError, match="a tile was named twice"):
        plant.drop([2, 2])
    with pytest.raises(ValueError, match="no set 'red'"):
        plant.new_set("red", 3)
    plant.put_on_table([2], 1)
    assert plant.place(2) == "table_b"
    plant.take_from_table([2])
    assert plant.hand_tiles("green") == [3, 2] and plant.hand_tiles("blue") == []
    plant.add_loose([2])
    assert plant.place(2) == "drum" and plant.check()


def story(seed: int, step_ms: int) -> list:
    """Everything that can be seen of a whole sort, advanced in steps of `step_ms`."""
    plant = nominal("four_port", seed)
    b = Bench(plant)
    log = []
    put = plant.rise, plant.fall
    plant.rise = lambda byte, mask: (log.append((plant.now, byte, mask, 1)), put[0](byte, mask))
    plant.fall = lambda byte, mask: (log.append((plant.now, byte, mask, 0)), put[1](byte, mask))
    advance = plant.advance

    def slowly(t_ms):
        while plant.now + step_ms < t_ms:
            advance(plant.now + step_ms)
        advance(t_ms)

    if step_ms:
        plant.advance = slowly
    b.load(plant.new_set("green", 40))
    b.sort([5, 5, 5, 5])
    return log + [plant.lane(side) for side in range(4)]


def test_one_seed_is_one_story_however_time_is_cut():
    plain = story(12, 0)
    assert plain == story(12, 0) == story(12, 5) == story(12, 1)
    assert plain != story(13, 0)


MOVES = st.lists(
    st.tuples(st.integers(0, (1 << 17) - 1), st.integers(0, 15), st.integers(1, 2500)),
    min_size=1, max_size=25)  # fmt: skip


@settings(max_examples=60)
@given(MOVES, st.booleans(), st.integers(0, 5))
def test_no_tile_is_lost_whatever_the_motors_do(moves, single, seed):
    plant = nominal("single_port" if single else "four_port", seed, strict=True, limits=FREE,
                  messy=True, jam_ppm=50_000, bounce_ppm=100_000)  # fmt: skip
    b = Bench(plant)
    b.hatch(True)
    plant.drop(plant.new_set("green", 40))
    b.hatch(False)
    for motors, aux, ms in moves:
        b.drive(motors, aux | C.AUX_DICE_SLEEP_N)
        b.run(ms)
        b.clear()
    assert plant.check()
    assert not [text for text in plant.violations if "places" in text or "belongs" in text]
    assert sum(plant.counts().values()) == 40


def test_a_sort_is_no_more_work_than_it_was():
    """The number of events decides the simulator's speed (a count, not a clock)."""
    b = Bench(nominal(seed=2))
    b.load(b.plant.new_set("green", 136))
    before = b.plant.events
    b.sort([17] * 4)
    assert b.plant.events - before < 2600
    assert b.plant.moves < 136 * 6


def test_bounce_never_hides_a_tile_from_a_patient_count():
    b = Bench(nominal(seed=2, bounce_ppm=500_000))
    b.load(b.plant.new_set("green", 80))
    b.sort([10, 10, 10, 10])
    assert b.plant.stacks == [10, 10, 10, 10] and not b.plant.violations


def test_a_belt_can_jam_by_bad_luck():
    b = Bench(nominal(seed=2, jam_ppm=1_000_000, limits=FREE))
    b.load(b.plant.new_set("green", 20))
    b.drive(DRUM | RING | belt(2))
    b.until(lambda: b.plant.input("jam_c"), 60_000)
    assert not b.plant.moving & belt(2) and not b.plant.held(2)
    b.on(head(2))
    b.run(500)
    assert not b.plant.violations and b.plant.check()
