"""The whole firmware in the genuine VM: one hand of every game on every machine.

Power-on, homing, one set sorted, walls up, dice, the second set going in. Times, kinds and fields
of all events are those of the simulator's own board; every scan and interrupt ran with the heap
locked, so nothing was allocated.
"""

import pytest

from mjtable.game import profiles
from tests.micropython.evenings import FRAM_A_SCAN, dealt, difference, ways

GAMES = [row[profiles.NAME] for row in profiles.PROFILES]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("machine", ["four_port", "single_port", "row_port"])
def test_one_hand(machine, game):
    played = ways(dealt, machine, game)
    assert len(played.expected) > 500
    assert not difference(played.expected, played.found)
    assert not played.board.plant.violations
    assert played.board.fram_most <= FRAM_A_SCAN
    assert played.board.blocked == 0
