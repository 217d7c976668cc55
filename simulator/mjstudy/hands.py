"""The deal: which places of the wall line go to whom (rules SA-T06 and the profiles' deal).

Four players in turn take two stacks, three times, then one tile each, and the dealer one more:
53 tiles from the beginning. Places here are in the order of drawing, stack by stack
(`Layout.drawn`).
"""

import numpy as np

PLAYERS = 4
DEALER = 0
HAND = 13  # tiles of every hand before the dealer's last one
_ROUNDS, _AT_A_TIME = 3, 4
DEALT = PLAYERS * HAND + 1
"""Tiles dealt, the dealer's fourteenth with them: the first that are drawn."""


def of_player(player: int) -> np.ndarray:
    """Places dealt to player 0 (the dealer) to 3, in the order of the deal: 14 for the dealer."""
    places = [
        _AT_A_TIME * (PLAYERS * turn + player) + i
        for turn in range(_ROUNDS)
        for i in range(_AT_A_TIME)
    ]
    places.append(_ROUNDS * PLAYERS * _AT_A_TIME + player)
    if player == DEALER:
        places.append(_ROUNDS * PLAYERS * _AT_A_TIME + PLAYERS)
    return np.array(places)


def dealt(kinds: np.ndarray, shown: int) -> np.ndarray:
    """Tiles of each kind in each hand of 13: (walls, 4, shown) int64.

    `kinds` (walls, n) is the kind of each tile as drawn; kinds from `shown` on are left
    out of the counts.
    """
    places = np.stack([of_player(player)[:HAND] for player in range(PLAYERS)])
    held = kinds[:, places].astype(np.int64)
    walls = len(kinds)
    hand = np.arange(walls * PLAYERS).reshape(walls, PLAYERS, 1)
    flat = hand * (shown + 1) + np.minimum(held, shown)
    counts = np.bincount(flat.ravel(), minlength=walls * PLAYERS * (shown + 1))
    return counts.reshape(walls, PLAYERS, shown + 1)[:, :, :shown]
