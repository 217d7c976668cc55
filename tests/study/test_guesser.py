"""The guessers against a slow one written from fixed.toml, and against what is known of them."""

import numpy as np
import pytest

from mjstudy import defects, faces
from mjstudy.guesser import Rule, play
from tests.study.walls import FOUR

CAREFUL, BOLD = Rule(False, (2, 1)), Rule(True, (2, 1))
RISING = np.arange(136) % 34 < 17


def chance(seed, walls, n=136):
    """Fisher-Yates walls and faces."""
    rng = np.random.default_rng(seed)
    return defects.fisher_yates(rng, walls, n), faces.by_chance(seed, np.arange(walls), n)


def slow(order, kind_of, rising, bold):
    """One wall, tile by tile, as the rules say; hits and what they are worth."""
    n = len(order)
    unseen, last, hits, worth = list(range(n)), None, 0, 0.0
    for step, drawn in enumerate(order):
        held = {}
        for tile in unseen:
            held.setdefault(int(kind_of[tile]), []).append(tile)
        near = {}
        if last is not None:
            after = next((t for t in unseen if t > last), unseen[0])
            before = next((t for t in reversed(unseen) if t < last), unseen[-1])
            for tile, weight in ((after, 2), (before, 1)):
                near[int(kind_of[tile])] = near.get(int(kind_of[tile]), 0) + weight
        def key(kind, held=held, near=near, step=step):
            level = sum(held[kind]) if rising[step] else -sum(held[kind])
            first = (near.get(kind, 0), len(held[kind]))
            return (*(first if bold else first[::-1]), level, -kind)
        named = max(held, key=key)
        worth += len(held[named]) / len(unseen)
        hits += named == kind_of[drawn]
        unseen.remove(drawn)
        last = drawn
    return hits, worth


@pytest.mark.parametrize("n", [136, 152])
@pytest.mark.parametrize("rule", [CAREFUL, BOLD])
def test_as_a_slow_guesser_by_the_book(n, rule):
    walls, kinds = chance(3, 4, n)
    walls[0] = np.arange(n)
    rising = np.arange(n) % (n // 4) < n // 8
    told = play(walls, kinds, rising, rule)
    for row in range(4):
        hits, worth = slow(walls[row].tolist(), kinds[row], rising, rule.bold)
        assert told.hits[row] == hits and told.chance[row] == pytest.approx(worth)


def test_the_blind_player_is_worth_what_the_careful_one_is_on_perfect_walls():
    walls, kinds = chance(4, 6_000)
    told = play(walls, kinds, RISING, CAREFUL)
    for score in (told.hits, told.blind):
        beyond = score - told.chance
        assert abs(beyond.mean()) < 4 * beyond.std() / np.sqrt(6_000)
    assert 11.0 < told.blind.mean() < 11.5


@pytest.mark.parametrize("rule", [CAREFUL, BOLD])
def test_memory_beats_blind_on_riffled_walls(rule):
    """Diaconis: few riffles leave much to guess. Five of them are far too few for 136 tiles."""
    rng = np.random.default_rng(5)
    kinds = chance(6, 1_000)[1]
    beyond = []
    for riffles in (3, 4, 5):
        told = play(defects.riffles(rng, 1_000, 136, riffles), kinds, RISING, rule)
        gain = told.hits - told.chance
        beyond.append(gain.mean() / gain.std() * np.sqrt(1_000))
        if riffles < 5:
            assert told.hits.mean() > told.blind.mean() + 1.0
    assert beyond[0] > beyond[1] > beyond[2] > 4.0


def test_who_knows_the_whole_order_is_right_every_time():
    kinds = chance(7, 50)[1]
    same = np.broadcast_to(np.arange(136), (50, 136))
    assert (play(same, kinds, RISING, BOLD).hits >= 134).all()
    careful = play(same, kinds, RISING, CAREFUL)
    assert (careful.hits > 3 * careful.chance).all()


def test_layers_are_worth_something_to_the_careful_player():
    """What fell last comes first: the rule's own direction gains, the other one loses."""
    rng, kinds = np.random.default_rng(8), chance(9, 4_000)[1]
    gains = []
    for rho in (-0.3, 0.3):
        walls = defects.layering(rng, FOUR, 4_000, rho)
        told = play(walls, kinds, RISING, CAREFUL)
        gains.append((told.hits - told.chance).mean())
    assert gains[0] > 0.2 and gains[1] < -0.05
