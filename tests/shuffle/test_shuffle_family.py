"""The family of tests: quiet under the null, awake when a defect is planted."""

import random

import pytest

from mjsim.shuffle.statistics import family, fisher_yates, power, rising
from mjsim.shuffle.statistics.projection import Layout
from mjsim.shuffle.statistics.reading import read

FOUR = Layout((17, 17, 17, 17))
UNEVEN = Layout((19, 18, 19, 18))
SINGLE = Layout((17, 17, 17, 17), lanes=1)


def uniform(layout, name, cycles):
    return [fisher_yates.shuffle(layout, f"{name}/{i}") for i in range(cycles)]


def by_key(layout, readings):
    return {verdict.key: verdict for verdict in family.judge(layout, readings)}


def test_layout_lays_places_out_in_draw_order():
    layout = Layout((2, 1, 1, 1))
    walls = [[(0, 1), (2, 3)], [(4, 5)], [(6, 7)], [(8, 9)]]
    assert layout.line(walls) == [0, 1, 2, 3, 8, 9, 6, 7, 4, 5]
    assert layout.sides == (0, 0, 0, 0, 3, 3, 2, 2, 1, 1)
    assert layout.tiers == (0, 1) * 5
    assert layout.exit_ranks == (0, 1, 2, 3, 0, 1, 0, 1, 0, 1)
    assert Layout((2, 1, 1, 1), lanes=1).exit_ranks == (6, 7, 8, 9, 0, 1, 2, 3, 4, 5)
    assert layout.group_sizes() == [3, 2, 3, 2]


def test_walls_of_another_profile_are_refused():
    with pytest.raises(ValueError, match="hold 10 tiles, the profile has 136"):
        read(FOUR, list(range(10)))


@pytest.mark.parametrize("layout", [FOUR, UNEVEN, SINGLE])
def test_fisher_yates_passes(layout):
    assert all(v.passed for v in family.judge(layout, uniform(layout, "pass", 300)))


def test_fisher_yates_is_the_same_on_every_machine():
    assert fisher_yates.shuffle(FOUR, "7/0") == fisher_yates.shuffle(FOUR, "7/0")
    assert fisher_yates.shuffle(FOUR, "7/0") != fisher_yates.shuffle(FOUR, "7/1")


def test_p_values_are_uniform_under_the_null():
    """200 studies of 20 shuffles: each test's p below x in about a share x of them."""
    studies = [by_key(FOUR, uniform(FOUR, f"null{k}", 20)) for k in range(200)]
    for key in studies[0]:
        p_values = sorted(study[key].p for study in studies)
        distance = max(abs(p - (i + 0.5) / 200) for i, p in enumerate(p_values))
        assert distance < 1.63 / 200**0.5, key  # Kolmogorov's 1 % point
    assert sum(not all(v.passed for v in study.values()) for study in studies) <= 7


def planted(layout, cycles, spoil):
    """Readings of uniform walls spoilt by `spoil(line, source)`."""
    source = random.Random("planted")
    readings = []
    for _ in range(cycles):
        line = list(range(layout.n))
        source.shuffle(line)
        spoil(line, source)
        readings.append(read(layout, line))
    return readings


def keep_packets(line, source):
    """One tile in ten drags the next dropped one along beside it."""
    for rank in source.sample(range(len(line) - 1), len(line) // 10):
        line.remove(rank + 1)
        line.insert(line.index(rank) + 1, rank + 1)


def first_in_first_out(line, source):
    """A fifth of the places are filled in the order in which their tiles fell."""
    ranked = sorted(
        source.sample(range(len(line)), len(line) // 5), key=lambda place: FOUR.exit_ranks[place]
    )
    for place, rank in zip(ranked, sorted(line[i] for i in ranked), strict=True):
        line[place] = rank


def own_sector(line, source):
    """Some tiles of the first quarter change places so that they come back to side A."""
    swap_into(line, source, lambda place: FOUR.sides[place] == 0, 2)


def lower_tier(line, source):
    """Some tiles of the first quarter sink to the lower tier."""
    swap_into(line, source, lambda place: FOUR.tiers[place] == 0, 2)


def swap_into(line, source, wanted, count):
    quarter = len(line) // 4
    away = [i for i, r in enumerate(line) if r < quarter and not wanted(i)]
    free = [i for i, r in enumerate(line) if r >= quarter and wanted(i)]
    for i, j in zip(source.sample(away, count), source.sample(free, count), strict=True):
        line[i], line[j] = line[j], line[i]


def moving_sector(line, source):
    """As `own_sector`, but to another side every time: only each shuffle by itself shows it."""
    side = source.randrange(4)
    swap_into(line, source, lambda place: FOUR.sides[place] == side, 6)


@pytest.mark.parametrize(
    "spoil, key, cycles",
    [
        (keep_packets, "adjacency", 10),
        (keep_packets, "rising", 60),
        (first_in_first_out, "spearman", 60),
        (own_sector, "side_bias", 60),
        (moving_sector, "side_spread", 100),
        (lower_tier, "tier_bias", 60),
    ],
)
def test_a_planted_defect_is_seen(spoil, key, cycles):
    verdict = by_key(FOUR, planted(FOUR, cycles, spoil))[key]
    assert not verdict.passed, verdict


def test_a_moving_sector_is_invisible_to_the_pooled_table():
    verdicts = by_key(FOUR, planted(FOUR, 100, moving_sector))
    assert verdicts["side_bias"].passed
    assert not verdicts["side_spread"].passed


def test_walls_in_drop_order_fail_everything_at_once():
    verdicts = by_key(FOUR, [read(FOUR, list(range(FOUR.n)))] * 3)
    failed = {key for key, verdict in verdicts.items() if not verdict.passed}
    assert {"adjacency", "rising", "side_spread", "side_bias"} <= failed
    assert rising.count(list(range(FOUR.n))) == 1


def test_power_figures_hold():
    """A shift of the smallest size seen with 90 % certainty is seen about that often."""
    tests = {test.key: test for test in family.tests(FOUR)}
    reach = power.smallest_shift(tests["spearman"], 30, len(tests))
    assert reach == pytest.approx((3.189 + 1.282) * 0.08607 / 30**0.5, rel=1e-3)
    seen = 0
    bias = power.smallest_bias(tests["tier_bias"], 10, len(tests))
    source = random.Random("power")
    for _ in range(300):
        seen += tests["tier_bias"].judge(tilted(source, 10, bias))[2] <= 0.01 / len(tests)
    assert 0.82 < seen / 300 < 0.97


def tilted(source, cycles, bias):
    """Readings in which quarters 0 and 1 are in the lower tier with share 1/2 + bias."""
    readings = []
    for _ in range(cycles):
        line = list(range(FOUR.n))
        source.shuffle(line)
        moves = 2 * bias * FOUR.n / 4
        count = int(moves) + (source.random() < moves % 1)
        half = FOUR.n // 2
        up = [i for i, r in enumerate(line) if r < half and FOUR.tiers[i] == 1]
        down = [i for i, r in enumerate(line) if r >= half and FOUR.tiers[i] == 0]
        for i, j in zip(source.sample(up, count), source.sample(down, count), strict=True):
            line[i], line[j] = line[j], line[i]
        readings.append(read(FOUR, line))
    return readings


def test_a_table_that_stacks_rows_builds_the_lower_row_first():
    """Neighbours in its wall line left a belt one after the other; people draw stack by stack."""
    rows, stacks = Layout((2, 1, 1, 1), rows=True), Layout((2, 1, 1, 1))
    assert rows.tiers == (0, 0, 1, 1, 0, 1, 0, 1, 0, 1) and rows.sides == stacks.sides
    assert rows.drawn == (0, 2, 1, 3, 4, 5, 6, 7, 8, 9) and stacks.drawn == tuple(range(10))
    walls = [[(0, 2), (1, 3)], [(4, 5)], [(6, 7)], [(8, 9)]]
    assert rows.line(walls) == [0, 1, 2, 3, 8, 9, 6, 7, 4, 5]
    assert stacks.line(walls)[:4] == [0, 2, 1, 3]
    assert rows.tier_sizes() == [5, 5] and rows.exit_ranks == stacks.exit_ranks
