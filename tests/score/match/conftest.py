"""Matches for the tests: in a folder of the test, without waiting for the disk."""

import json

import pytest

from mjscore.cli import match_common
from mjscore.cli.match import app
from mjscore.match import store
from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.command_line import ran
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


@pytest.fixture
def real(monkeypatch):
    """Runs a command line of `mjscore match`; text or a request goes to stdin."""
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(*words, give=None):
        text = give if give is None or isinstance(give, str) else json.dumps(give)
        return ran(app, *words, given=text)

    return invoke


@pytest.fixture
def run(real, monkeypatch):
    """The same with the small scorer of the tests."""
    monkeypatch.setattr(match_common, "scorer", lambda: small_score)
    return real


@pytest.fixture
def friday(run):
    """A match of SHOP-B in its usual file."""
    assert run("new", "Friday", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan").exit_code == 0
