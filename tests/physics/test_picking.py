"""Tiles taken out of the physical drum at its ports."""

import numpy as np
import pytest

from mjphysics import picking
from mjphysics.drum import Drum
from mjphysics.picking import ANY, LEAST_LEFT, NEAREST, Picked, emptied
from mjsim.cli import main


@pytest.mark.parametrize(("beside", "share"), [
    ([4, 5, 0, 0], 1.0),  # each port's second tile lay beside its first
    ([4, 0, 0, 0], 0.5),
    ([9, 8, 0, 0], 0.0),  # they never left
    ([7, 5, 0, 0], 1.0),  # 7 went to the other port before, so nothing could follow
])  # fmt: skip
def test_followers_are_counted_at_their_own_port(beside, share):
    order, port = [3, 7, 4, 5], [0, 1, 0, 1]
    none = np.zeros(4)
    assert Picked(np.array(order), np.array(port), np.array(beside), none).follow() == share


def test_first_in_first_out_is_a_correlation_of_one():
    order = np.arange(40)
    none = np.zeros(40, int)
    assert Picked(order, none, none, none).correlation() == pytest.approx(1)
    assert Picked(order[::-1], none, none, none).correlation() == pytest.approx(-1)


def test_from_the_rim_inwards_is_a_correlation_of_one():
    """Whenever the tiles fell; the label has no part in it."""
    order, none = np.random.default_rng(1).permutation(40), np.zeros(40, int)
    away = np.linspace(0.02, 0.2, 40) ** 2
    assert Picked(order, none, none, away).inward() == pytest.approx(1)
    assert Picked(order, none, none, away[::-1]).inward() == pytest.approx(-1)
    assert abs(Picked(order, none, none, away[order]).inward()) < 0.5


@pytest.mark.parametrize("how", [NEAREST, ANY])
def test_the_way_inwards_is_of_the_moment_before_the_first_is_taken(monkeypatch, how):
    """Of each that left, where it lay then, from the rim of the dish; not where it was taken."""
    at_first = []
    takes = picking._takes

    def looks(world, *rest):
        at_first.append(0.26 - np.hypot(*world.pose[:, :2].T))
        return takes(world, *rest)

    monkeypatch.setattr(picking, "_takes", looks)
    out = emptied(Drum(LEAST_LEFT + 4), 0.5, how, 3)
    assert np.allclose(out.away_m, at_first[0][out.order])
    assert 0 < out.away_m.min() and out.away_m.max() < 0.2  # the hub's collar stands there
    assert not np.allclose(out.away_m, at_first[-1][out.order])


@pytest.mark.parametrize("how", [NEAREST, ANY])
def test_a_drum_is_emptied_tile_by_tile(how):
    drum, told = Drum(LEAST_LEFT + 4), []
    out = emptied(drum, 0.5, how, 3, lambda: told.append(1))
    assert len(told) == len(set(out.order.tolist())) == len(out.away_m) == 4
    assert not set(out.beside.tolist()) - set(range(drum.tiles))
    assert all(beside not in out.order[: at + 1] for at, beside in enumerate(out.beside))


def command(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(["physics", "empty", *words])
    return end.value.code, capsys.readouterr()


def test_the_command_tells_what_followed_and_who_left_when(capsys):
    code, said = command(capsys, "--tiles", "18", "--seconds", "0.5", "--seed", "3")
    assert code == 0 and "2 of 18 tiles out, each port taking nearest" in said.out
    names = [line[:24].strip() for line in said.out.splitlines()[1:]]
    assert names == ["follow", "drop rank, exit rank", "way inwards, exit rank"]


def test_another_way_to_take_is_told(capsys):
    code, said = command(capsys, "--take", "all")
    assert code == 2 and "--take 'all': nearest or any" in said.err


def test_a_single_tile_follows_nobody(capsys):
    code, said = command(capsys, "--tiles", "17", "--seconds", "0.5", "--seed", "3")
    assert code == 1 and "1 of 17 tiles out" in said.out
    assert "too few to say who follows whom; take more --tiles" in said.err
