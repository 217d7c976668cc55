"""The law's ports held against the engine's: how surely what lies near the rim leaves first."""

import numpy as np
import pytest

from mjphysics.emptied import read
from mjphysics.picking import ANY, LEAST_LEFT, NEAREST, PORTS, TAKE_S
from mjsim.plant.mixing import mixing_of
from mjstudy.replay.law import Picks, replay
from mjstudy.replay.loads import LOADS

TILES, WALLS = 136, 2000


def inward(name, **figures):
    """The law's own correlation of how far in a tile lay with when it left, of a drum that is
    emptied as the engine's is: who fell when is where it lies, and nothing clings."""
    law = mixing_of(name)._replace(load=1.0, cling=0.0, **figures)
    random, pick = np.random.default_rng(3), np.arange(TILES)
    port = 2 * np.pi * pick / PORTS - random.random((WALLS, 1)) * 2 * np.pi
    picks = Picks(np.tile(1000 * TAKE_S * pick, (WALLS, 1)), port,
                  np.tile(pick % PORTS, (WALLS, 1)))  # fmt: skip
    held = np.ones((WALLS, TILES), np.float32)
    left = replay(law, LOADS["played"](TILES, 0), held, picks, random)[:, : TILES - LEAST_LEFT]
    rank = left.argsort(axis=1).argsort(axis=1)
    return float(np.mean([np.corrcoef(one, np.arange(len(one)))[0, 1] for one in rank]))


@pytest.fixture(scope="module")
def engine():
    """Mean and error of ten emptied drums, by how a port takes."""
    rows = read()
    values = {how: np.array([float(one["inward"]) for one in rows if one["take"] == how])
              for how in (ANY, NEAREST)}  # fmt: skip
    return {how: (its.mean(), its.std(ddof=1) / len(its) ** 0.5) for how, its in values.items()}


def test_the_pessimistic_set_takes_as_ports_do_that_take_the_nearest(engine):
    mean, error = engine[NEAREST]
    assert abs(inward("pessimistic") - mean) < 2 * error


def test_with_eight_looks_it_would_be_kinder_than_any_drum(engine):
    few = inward("pessimistic", looks=8)
    assert all(few < mean - 3 * error for mean, error in engine.values())


@pytest.mark.parametrize("name", ["middle", "optimistic"])
def test_more_looks_make_the_others_hardly_more_orderly(engine, name):
    """They are bound by how fast a distance is lost, and stay below the drums."""
    mean, error = engine[NEAREST]
    most = inward(name, looks=500)
    assert most - 0.04 < inward(name) < most < mean - error
