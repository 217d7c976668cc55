"""Matches for the tests: in a folder of the test, without waiting for the disk."""

import pytest

from mjscore.match import store
from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.match.scorers import small_score

FOUR = ["Ann", "Bob", "Cem", "Dan"]


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "SYNCHRONOUS", "OFF")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def begin(tmp_path):
    """Begins a match: begin("SHOP-A", fifth="Eve", role="bettor")."""
    opened = []

    def new(profile="SHOP-B-136", name="Friday", **options):
        setup = checked(name, profile, FOUR, **options)
        opened.append(Match.begin(tmp_path / f"{name}.mjmatch", setup, small_score))
        return opened[-1]

    yield new
    for match in opened:
        match.close()


@pytest.fixture
def match(begin):
    """A match of SHOP-B of Ann, Bob, Cem, Dan."""
    return begin()
