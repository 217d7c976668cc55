"""After a played hand: who sweeps which tile in when, and which of them were sets.

Each side sweeps twice, in turn: first what its player threw, as it lies there; then its sets, the
hand as it is held sorted, and what is left of the wall before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mjscore.tiles import KINDS
from mjscore.wall import stacks
from mjsim.shuffle.statistics.projection import SIDES_IN_DRAW_ORDER
from mjstudy.replay.game import PROFILE_OF, Game, Player


class Swept(NamedTuple):
    """By label: `place` (n,) of the wall line before, `side` (n,) it comes from, `group` (n,) of
    the old sets, -1 none."""

    place: np.ndarray
    side: np.ndarray
    group: np.ndarray


def swept(game: Game) -> Swept:
    """A played hand's tiles in the order of their fall."""
    left, sides = _left(game), _sides(game)
    strokes = [(side, one.out) for side, one in enumerate(game.players)]
    for side, one in enumerate(game.players):
        wall = [at for at in left if sides[at] == side]
        melds = [at for meld in one.melds for at in meld]
        strokes.append((side, [*one.aside, *melds, *_held(game, one), *wall]))
    place = np.array([at for _, part in strokes for at in part])
    of_label = np.array([side for side, part in strokes for _ in part], np.float32)
    return Swept(place, of_label, _groups(game, place))


def _sides(game: Game) -> list[int]:
    """On whose side each tile lay, in the order of drawing."""
    found = stacks(PROFILE_OF[len(game.kind)])
    return [side for side in SIDES_IN_DRAW_ORDER for _ in range(2 * found[side])]


def _left(game: Game) -> list[int]:
    taken = {at for one in game.players
             for at in (*one.hand, *one.out, *one.aside, *sum(one.melds, []))}  # fmt: skip
    return [at for at in range(len(game.kind)) if at not in taken]


def _held(game: Game, player: Player) -> list[int]:
    """A hand as people hold it: by kind."""
    return sorted(player.hand, key=lambda at: (int(game.kind[at]), at))


def _groups(game: Game, place: np.ndarray) -> np.ndarray:
    """Laid sets, and three of a kind in a hand."""
    group = np.full(len(place), -1)
    label = {int(at): number for number, at in enumerate(place)}
    sets = [meld for one in game.players for meld in one.melds]
    for one in game.players:
        for kind in range(KINDS):
            sets.append([at for at in one.hand if game.kind[at] == kind][:3])
    for number, three in enumerate(one for one in sets if len(one) == 3):
        group[[label[at] for at in three]] = number
    return group
