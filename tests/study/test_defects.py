"""Injected defects have the size that was asked for, and the study finds them."""

from dataclasses import replace

import numpy as np
import pytest

from mjstudy import defects, tasks
from mjstudy.batch import places_of
from mjstudy.control import control
from mjstudy.equivalence import DIFFERENT, EQUIVALENT
from mjstudy.faces import old_melds
from mjstudy.fixed import load
from mjstudy.injected import CLUSTERS, batch_of, found, own_defects
from mjstudy.measures import pairs, ranks, tables
from mjstudy.measures.family import family
from mjstudy.planned import deviations, on_every_wall, plan
from mjstudy.verdicts import passed, verdicts
from tests.study.walls import FOUR, batch, gathered, perfect

FIXED = load()
MEASURES = {m.key: m for m in family(on_every_wall(FIXED), FOUR, 1)}
DEFECTS = own_defects(FOUR, old_melds(136, FIXED.melds.melds, FIXED.melds.size))


def rng():
    return np.random.default_rng(11)


def shift(measure, labels, *before):
    return gathered([measure], batch(labels, *before)).estimate(measure).shift


@pytest.mark.parametrize("make", [
    lambda: defects.fisher_yates(rng(), 40, 136), lambda: defects.riffles(rng(), 40, 136, 4),
    lambda: defects.clinging(rng(), 40, 136, 0.3), lambda: defects.blocks(rng(), 40, 136, 7, 0.5),
    lambda: defects.bias(rng(), FOUR, 40, np.array(FOUR.tiers) == 1, np.arange(136) < 34, 0.2),
    lambda: defects.layering(rng(), FOUR, 40, 0.2),
    lambda: defects.copies(rng(), perfect(40).labels, 0.4),
])  # fmt: skip
def test_every_wall_holds_every_tile_once(make):
    assert (np.sort(make(), axis=1) == np.arange(136)).all()


def test_riffles():
    assert (defects.riffles(rng(), 3, 136, 0) == np.arange(136)).all()
    once = np.diff(places_of(defects.riffles(rng(), 200, 136, 1)), axis=1)
    assert ((once < 0).sum(axis=1) <= 1).all()  # one riffle: two rising sequences at most
    assert ((np.diff(places_of(defects.riffles(rng(), 200, 136, 3)), axis=1) < 0)
            .sum(axis=1) <= 7).all()  # fmt: skip


def test_whole_clumps_are_the_drop_order():
    assert (defects.clinging(rng(), 3, 136, 1.0) == np.arange(136)).all()
    kept = defects.blocks(rng(), 30, 136, 8, 1.0).reshape(30, 17, 8)
    assert (np.diff(kept, axis=2) == 1).all() and (kept[:, :, 0] % 8 == 0).all()


def test_sizes_are_what_was_asked_for():
    near = pairs.near("near", 136, 1)
    assert shift(near, defects.clinging(rng(), 8_000, 136, 0.05)) == pytest.approx(
        135 * 0.05 * (1 - 2 / 136), abs=0.2)  # fmt: skip
    rho = ranks.spearman(FOUR)
    for size in (-0.1, 0.05):
        assert shift(rho, defects.layering(rng(), FOUR, 8_000, size)) == pytest.approx(
            size, abs=0.004)  # fmt: skip
    before = defects.fisher_yates(rng(), 8_000, 136)
    serial = ranks.serial("serial1", 136, 1)
    line = defects.noisy(rng(), before, 0.1)
    assert shift(serial, line, before) == pytest.approx(0.1, abs=0.004)
    side = tables.side(FOUR)
    first = defects.first_quarter(FOUR)
    for size in (0.02, 0.1):
        line = defects.bias(rng(), FOUR, 8_000, np.array(FOUR.sides) == 0, first, size)
        assert shift(side, line)[0] == pytest.approx(size, abs=0.004)


@pytest.mark.parametrize("key", DEFECTS)
def test_no_defect_is_no_defect(key):
    measure = MEASURES[key]
    of = DEFECTS[key].make(rng(), 400, 0.0)
    sums = gathered([measure], batch(of.labels, of.before, of.before_two))
    told = sums.estimate(measure)
    judged = slice(measure.judged_cells)
    assert np.abs(told.shift[judged] / told.sd[judged]).max() < 4.5 / np.sqrt(400)


SIZES = {  # measured by `python -m mjstudy.power`: size, walls read that find it with 90 %
    "adjacency": (0.0014, 1_000),
    "near8": (0.0044, 1_000),
    "spearman": (0.0108, 1_000),
    "side": (0.0102, 1_000),
    "tier": (0.0112, 1_000),
    "build": (0.0104, 1_000),
    "melds": (0.0048, 1_000),
    "serial1": (0.0108, 1_000),
    "serial2": (0.0108, 1_000),
    "guess": (0.0125, 500),
    "guess_bold": (0.0034, 500),
    "guess_before": (0.0120, 500),
    "pairs": (0.6211, 200),
    "shanten": (0.5366, 200),
    "dealer_tiles": (0.0066, 1_000),
    "dealer_shanten": (0.6216, 200),
}


@pytest.mark.parametrize("key", SIZES)
def test_the_least_defect_is_found(key):
    """40 studies: fewer than 29 would be one chance in 700 at 90 %."""
    size, walls = SIZES[key]
    margin = FIXED.of(key).margin
    seen = [good for good, _ in found(MEASURES[key], DEFECTS[key], size, walls, 40, FIXED.level,
                                      margin, 21)]  # fmt: skip
    assert sum(seen) >= 29


@pytest.mark.parametrize("key", ["adjacency", "spearman", "melds", "guess"])
def test_at_half_the_margin_nothing_is_called_different(key):
    """A margin of twice the least shift that is seen: mostly seen, and never different."""
    measure, (size, walls) = MEASURES[key], SIZES[key]
    sd = deviations([measure], 136, 1_000, 1)
    only = replace(FIXED, statistics=(on_every_wall(FIXED).of(key),))
    margin = 2.0 * plan(only, sd, walls, CLUSTERS)[0].least
    words = [word for _, word in found(measure, DEFECTS[key], size, walls, 30, FIXED.level,
                                       margin, 31)]  # fmt: skip
    assert DIFFERENT not in words


def test_the_control_of_adjacency_can_fail():
    """Walls that keep a quarter of their neighbours are different, and the study does not pass."""
    sums = gathered(list(MEASURES.values()), perfect(400))
    stuck = defects.clinging(rng(), 400, 136, 0.25)
    sums.add(batch(stuck, perfect(400).before, perfect(400).before_two))
    told = {one.statistic.key: one.worst.word for one in verdicts(FIXED, sums)}
    assert told["adjacency"] == DIFFERENT and told["guess"] == DIFFERENT
    assert not passed(verdicts(FIXED, sums))


def test_perfect_walls_pass_where_enough_were_read():
    measure = MEASURES["adjacency"]
    sums = control([measure], 136, range(30_000), 20, 2)
    sums.merge(control([measure], 136, range(30_000, 60_000), 20, 2))
    only = replace(FIXED, statistics=(FIXED.of("adjacency"),))
    assert verdicts(only, sums)[0].worst.word == EQUIVALENT and passed(verdicts(only, sums))


def test_batches_of_defects_have_faces_of_their_own():
    one = batch_of(perfect(100).labels, rng())
    assert len(set(one.number.tolist())) == 100 and one.timeline.max() == CLUSTERS - 1


def test_layouts_of_profiles():
    assert tasks.layout_of("HANDS-148", 4).n == 148 and tasks.layout_of("YEE", 1).lanes == 1
