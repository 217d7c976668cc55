"""The fuzzers' corpus, played again: a file `crash-*` in tests/data/fuzz is a find of
`make soak PART=fuzz`, tried here from then on. Lines by seed: tests/campaign/test_fuzz.py.
"""

import sys
from pathlib import Path

import pytest

from mjsim.campaign.fuzz.bench import Bench, is_good
from mjsim.generated.requests import REQUESTS
from tools.check.fuzz import __main__ as fuzz
from tools.check.fuzz import records

CORPUS = Path(__file__).resolve().parents[1] / "data/fuzz"
STORES, SEED = 300, 7


def files(target):
    """The corpus of a target."""
    return sorted((CORPUS / target).iterdir())


@pytest.mark.parametrize("file", files("link"), ids=lambda file: file.name)
def test_a_line_of_the_corpus(file):
    Bench().judge(file.read_bytes())


@pytest.mark.parametrize("file", files("store"), ids=lambda file: file.name)
def test_a_store_of_the_corpus(file):
    records.judge(file.read_bytes())


def test_every_command_is_in_the_corpus():
    bodies = {file.read_bytes().split(b"*")[0].split(b" ")[1] for file in files("link")
              if is_good(file.read_bytes())}
    assert bodies == {request.split(b" ")[0] for request in REQUESTS}


def test_spoilt_stores_start_or_are_left_out():
    for number in range(STORES):
        records.judge(records.spoilt(SEED, number))


@pytest.mark.parametrize("argv", [["x"], ["0"], ["1", "tiles"]])
def test_wrong_usage_of_the_fuzzer(argv, capsys):
    assert fuzz.main(argv) == 2
    assert capsys.readouterr().err == (
        "usage: python -m tools.check.fuzz [MINUTES] [link|store ...]\n")


def test_without_atheris_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "find_spec", lambda name: None)
    assert fuzz.main(["1"]) == 2
    assert capsys.readouterr().err == (
        'fuzz: atheris is not installed; `.venv/bin/pip install -e ".[fuzz]"` gets it (Linux, '
        "Python 3.11 to 3.13)\n")


def test_a_find_is_told_with_its_place(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "find_spec", lambda name: sys)
    monkeypatch.setattr(fuzz, "run", lambda name, minutes: name == "store")
    assert fuzz.main(["0.5"]) == 1
    assert capsys.readouterr().out == (
        "fuzz: store: a promise was broken; see tests/data/fuzz/store/crash-*, "
        "`pytest tests/protocol/test_corpus.py` plays it again\n")
    assert fuzz.main(["0.5", "link"]) == 0
    assert capsys.readouterr().out == "fuzz: link: nothing found in 0.5 minutes each\n"
