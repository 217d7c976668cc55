"""Evenings through the play view keep the figures of `score`: 500 with PLAY_EVENINGS=500."""

import os
import random

from tests.play.evenings import evening

EVENINGS = int(os.environ.get("PLAY_EVENINGS", "12"))
SEED = int(os.environ.get("PLAY_SEED", "1"))


def test_random_evenings_keep_the_figures_of_score(client):
    hands = 0
    for number in range(EVENINGS):
        played = evening(client, f"evening {number}", random.Random(SEED * 1000 + number))
        hands += len(played.requests)
    print(f"{EVENINGS} evenings, {hands} hands")
    assert hands > EVENINGS
