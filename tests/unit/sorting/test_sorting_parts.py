"""The sorter's helpers alone: which line goes first, the learnt rate, counting pulses."""

from random import Random
from types import SimpleNamespace

import pytest

from mjtable.mechanisms.feed_limits import ALL, STAND
from mjtable.mechanisms.pulse import Pulse
from mjtable.scan.clock import MASK
from mjtable.sorting.leftovers import Leftovers
from mjtable.sorting.pickup import FLOOR_MS, LAMBDA_PER_KS, RATE_MAX_PCT, RATE_MIN_PCT, PickUp
from mjtable.sorting.scheduler import sort_lines


def test_the_line_with_most_work_left_goes_first():
    class Line:
        def __init__(self, tiles_in, counted):
            self.tile_quota, self.tiles_in, self.counted = 34, tiles_in, counted

    order = bytearray([0, 1, 2, 3])
    sort_lines(order, [Line(20, 18), Line(12, 12), Line(20, 14), Line(34, 30)])
    assert list(order) == [1, 2, 0, 3]


def test_the_learnt_rate_moves_slowly_and_stays_within_bounds():
    slow = PickUp()
    rates = []
    for _ in range(60):
        for left in range(8, 0, -1):
            slow.learn(3 * 1_000_000 // (LAMBDA_PER_KS[4] * left), left, 4)
        slow.close()
        rates.append(slow.rate_pct)
    steps = [a - b for a, b in zip([100, *rates], rates, strict=False)]
    assert rates == sorted(rates, reverse=True) and max(steps) <= 20
    assert RATE_MIN_PCT <= rates[-1] <= 45
    quick = PickUp()
    for _ in range(50):
        quick.learn(1, 3, 4)
        quick.close()
    assert quick.rate_pct == RATE_MAX_PCT, "luck makes nobody impatient"


def test_fewer_ports_and_tiles_are_given_more_time():
    watch = PickUp()
    waits = [watch.patience_ms(left, 4, 1000) for left in (1, 2, 5, 20)]
    assert waits == sorted(waits, reverse=True) and waits[-1] == FLOOR_MS
    assert watch.patience_ms(1, 1, 1000) > watch.patience_ms(1, 4, 1000)
    watch.restore(50)
    assert watch.patience_ms(1, 4, 1000) == pytest.approx(2 * waits[0], rel=0.01)


def counted(timeline, start_ms=0):
    """Tiles counted on a timeline of (ms, level)."""
    pulse, tiles, at = Pulse(), 0, 0
    for ms, level in [*timeline, (timeline[-1][0] + 500, None)]:
        for now in range(at, ms):
            if pulse.due == (start_ms + now) & MASK:
                pulse.tick()
                tiles += 1
        at = ms
        if level is not None:
            pulse.edges((start_ms + ms) & MASK, level, level, not level)
    return tiles


@pytest.mark.parametrize("start_ms", [0, MASK - 1_100])
@pytest.mark.parametrize(
    ("timeline", "tiles"),
    [
        ([(1_000, 1), (1_220, 0)], 1),
        ([(1_000, 1), (1_015, 0)], 0),  # a speck of dust
        ([(1_000, 1), (1_008, 0), (1_016, 1), (1_220, 0)], 1),  # bounce in front
        ([(1_000, 1), (1_220, 0), (1_230, 1), (1_240, 0)], 1),  # and behind
        ([(1_000, 1), (1_100, 0), (1_118, 1), (1_220, 0)], 1),  # a drop-out inside
        ([(1_000, 1), (6_000, 0)], 1),  # the belt stops under the sensor
        ([(1_000, 1), (1_220, 0), (1_300, 1), (1_520, 0)], 2),
        ([(1_000 + 300 * n + d, 1 - d // 220) for n in range(34) for d in (0, 220)], 34),
    ],
)
def test_pulses(timeline, tiles, start_ms):
    assert counted(timeline, start_ms) == tiles


def seen_late(timeline, scans):
    """Tiles counted when only `scans`, (ms, late ms), look: edges are kept, not their times."""
    pulse, tiles, level, at = Pulse(), 0, 0, 0
    for now, late_ms in scans:
        rose = fell = 0
        while at < len(timeline) and timeline[at][0] <= now:
            level = timeline[at][1]
            rose, fell = rose or level, fell or not level
            at += 1
        due = pulse.due
        if 0 <= due <= now:
            pulse.tick()
            tiles += 1
        if rose or fell:
            pulse.late_ms = late_ms
            pulse.edges(now, level, rose, fell)
    return tiles


def late_scans(chance, latest_ms, end_ms=12_000):
    """A schedule of scans, any of which begins up to `latest_ms` late."""
    scans, now = [], 0
    while now < end_ms:
        late_ms = chance.choice((0, 0, 0, latest_ms, chance.randrange(latest_ms + 1)))
        now += 5 + late_ms
        scans.append((now, late_ms))
    return scans


def noisy_tiles(chance, tiles):
    """Pulses of tiles that follow one another as closely as they can, with what a sensor adds."""
    timeline, at = [], 1_000
    for _ in range(tiles):
        timeline.append((at, 1))
        if chance.random() < 0.3:
            gap = at + chance.randrange(20, 121)
            timeline += [(gap, 0), (gap + chance.randrange(5, 21), 1)]
        timeline.append((at + 220, 0))
        if chance.random() < 0.3:
            back = at + 220 + chance.randrange(5, 26)
            timeline += [(back, 1), (back + chance.randrange(5, 21), 0)]
        at += 300 + chance.choice((0, 0, chance.randrange(500)))
    return timeline


@pytest.mark.parametrize("latest_ms", [0, 3, 8, 12])
def test_pulses_are_counted_right_however_late_the_scans(latest_ms):
    chance = Random(latest_ms)
    for _ in range(150):
        timeline = noisy_tiles(chance, 12)
        assert seen_late(timeline, late_scans(chance, latest_ms)) == 12


def test_scans_30_ms_late_never_count_a_tile_twice():
    """Now and then one is missed at the inlet; the head's sensor makes up for it."""
    chance = Random(30)
    counts = [seen_late(noisy_tiles(chance, 12), late_scans(chance, 30)) for _ in range(400)]
    assert max(counts) == 12 and sum(counts) > 0.95 * 12 * 400


def test_a_tile_too_many_on_a_full_line_is_not_waited_for():
    """Its head takes no more: the belts of the others are run empty, and that is all."""

    class Line:
        def __init__(self, tiles, state):
            self.tiles, self.state, self.permit = tiles, state, ALL

        def tiles_on_belt(self):
            return self.tiles

        def fire(self, trigger):
            assert trigger == "permit"

    class Table:
        lines = (Line(1, "full"), Line(0, "wait_upper"))
        shuffler = SimpleNamespace(stands_still=lambda: True)

    assert Leftovers(Table).run_empty()
    assert [line.permit for line in Table.lines] == [STAND, STAND]
    Table.lines[1].tiles = 1
    assert not Leftovers(Table).run_empty()
