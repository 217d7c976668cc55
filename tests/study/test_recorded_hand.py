"""A hand that is played to its end: who lies where, and what is swept in when."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from mjscore.tiles import CODES, KINDS
from mjsim.shuffle.shuffle import plan_of
from mjstudy.control import perfect_batch
from mjstudy.faces import old_melds
from mjstudy.gather import Gathered
from mjstudy.measures import pairs
from mjstudy.replay import loads
from mjstudy.replay.game import PROFILE_OF, WON, Game
from mjstudy.replay.loads import LOADS
from mjstudy.replay.swept import swept

LAYOUT = plan_of("four_port", "MJG", 1, 1).layout


def hand(n=136, seed=1):
    game = Game(n, seed)
    game.play()
    return game


def is_set(kinds):
    one, two, three = sorted(kinds)
    return one == two == three or one // 9 == three // 9 < 3 and (two, three) == (one + 1, one + 2)


@pytest.mark.parametrize("n", PROFILE_OF)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_tile_is_somewhere_and_every_hand_has_its_number(n, seed):
    game = hand(n, seed)
    lies = swept(game)
    assert sorted(lies.place.tolist()) == list(range(n))
    for one in game.players:
        assert len(one.hand) + 3 * len(one.melds) in (13, 14)
        assert all(is_set(game.kind[meld].tolist()) for meld in one.melds)
        assert all(game.kind[at] >= KINDS for at in one.aside)
    fourteen = [one for one in game.players if len(one.hand) + 3 * len(one.melds) == 14]
    assert len(fourteen) == game.won
    assert all(game.steps(one, one.hand) == WON for one in fourteen)


def test_the_winner_holds_sets_and_a_pair():
    """Told by taking sets out until nothing is left, not by the count of what is missing."""
    winners = 0
    for seed in range(1, 7):
        game = hand(seed=seed)
        for one in game.players:
            if len(one.hand) + 3 * len(one.melds) == 14:
                kinds = sorted(game.kind[one.hand].tolist())
                pairs = [kind for kind, count in Counter(kinds).items() if count > 1]
                told = " ".join(CODES[kind] for kind in kinds)
                assert any(_sets(_without(kinds, pair, pair)) for pair in pairs), told
                winners += 1
    assert winners


def _sets(kinds):
    """All of them are sets, whichever way."""
    if not kinds:
        return True
    first, rest = kinds[0], kinds[1:]
    return any(is_set([first, one, two]) and _sets(_without(rest, one, two))
               for one in set(rest) for two in set(_without(rest, one)))  # fmt: skip


def _without(kinds, *taken):
    rest = list(kinds)
    for kind in taken:
        rest.remove(kind)
    return rest


def test_shops_without_chows_lay_none():
    game = hand(152, 3)
    assert all(len(set(game.kind[meld].tolist())) == 1 for one in game.players
               for meld in one.melds)  # fmt: skip


def test_what_was_thrown_falls_first_and_sets_lie_together():
    game = hand()
    lies = swept(game)
    thrown = [at for one in game.players for at in one.out]
    assert lies.place[: len(thrown)].tolist() == thrown
    assert lies.side[: len(thrown)].tolist() == sorted(lies.side[: len(thrown)].tolist())
    left = set(range(136)) - {at for one in game.players
                              for at in (*one.hand, *one.out, *one.aside, *sum(one.melds, []))}
    sides = LAYOUT.sides
    assert all(lies.side[label] == sides[at] for label, at in enumerate(lies.place) if at in left)
    sizes = np.bincount(lies.group[lies.group >= 0])
    assert set(sizes) == {3} and len(sizes) >= sum(len(one.melds) for one in game.players)
    for one in game.players:
        for meld in one.melds:
            at = np.flatnonzero(np.isin(lies.place, meld))
            assert at[-1] - at[0] == 2 and len(set(lies.group[at])) == 1


@pytest.mark.parametrize("n", [136, 144])
def test_old_sets_of_the_recorded_hand_meet_as_chance_has_it_in_fair_walls(n):
    load = LOADS["recorded"](n)
    melds = pairs.melds(load.group)
    _, found = melds.read(perfect_batch(5, np.arange(4_000), np.arange(4_000) % 50, n))
    assert abs(found.mean() * melds.grain) < 4 * melds.sd[0] / 4_000**0.5


def test_each_batch_takes_the_next_of_dozens_of_hands(monkeypatch):
    """Round and round; what was thrown and what was laid varies."""
    fixed = loads.load()
    few = replace(fixed, load=replace(fixed.load, hands=3))
    monkeypatch.setattr(loads, "load", lambda: few)
    hands = [LOADS["recorded"](136, number) for number in range(4)]
    assert hands[3] is hands[0]
    for one, other in pairwise(hands[:3]):
        assert (one.place != other.place).any() and (one.group != other.group).any()


def test_walls_after_different_hands_are_added_up_as_one_statistic():
    few, many = (pairs.melds(old_melds(136, melds, 3)) for melds in (3, 12))
    together = Gathered([few], 50)
    for number, each in enumerate((few, many)):
        together.measures = [each]
        walls = np.arange(number * 4_000, (number + 1) * 4_000)
        together.add(perfect_batch(6, walls, walls % 50, 136))
    found = together.estimate(few)
    assert abs(found.shift[0]) < 4 * found.se[0] < 0.1
    assert found.sd[0] == pytest.approx(np.hypot(few.sd[0], many.sd[0]) / 2**0.5, rel=0.1)
