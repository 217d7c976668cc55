"""The fuzzers' corpus, played again, and a slice of the million spoilt lines of `fuzz.lines`.

A file `crash-*` in tests/data/fuzz is a find of `make soak PART=fuzz`, tried here from then on.
"""

import sys
from pathlib import Path

import pytest

from mjtable.link.commands import Commands
from mjtable.link.request import GOOD, Request
from tests.protocol.bench import line as framed_by_hand
from tools.check.fuzz import __main__ as fuzz
from tools.check.fuzz import lines, records
from tools.check.fuzz.bench import Bad, Bench, framed, is_good

CORPUS = Path(__file__).resolve().parents[1] / "data/fuzz"
COUNT, SEED = 4_000, 7
STORES = 300


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
    assert bodies == {example.split(b" ")[0] for example in lines.EXAMPLES}


def test_a_slice_of_the_spoilt_lines():
    found = lines.judged(COUNT, SEED)
    assert found.passed and found.lines == COUNT, found.bad
    assert 0 < found.slowest_ms <= 50
    assert COUNT // 100 < found.good < COUNT // 5, "nearly all of them are bad"
    assert str(found).startswith("4000 spoilt lines, ")


def test_spoilt_stores_start_or_are_left_out():
    for number in range(STORES):
        records.judge(records.spoilt(SEED, number))


def test_a_line_of_a_seed_is_always_the_same():
    assert [lines.line(3, at) for at in range(50)] == [lines.line(3, at) for at in range(50)]
    assert lines.line(3, 1) != lines.line(4, 1)


def test_the_oracle_and_the_tests_agree_on_a_line():
    assert framed(b"5 status") == framed_by_hand("5 status")
    assert is_good(framed(b"5 status")[:-1]) and is_good(framed(b"5 status")[:-1] + b"\r")
    for bad in (b"5 status", b"5 status*0000", framed(b"05 status")[:-1], framed(b"5")[:-1],
                framed(b"5 a" + b"x" * 170)[:-1], framed(b"5  status")[:-1]):
        assert not is_good(bad)


# ------------------------------------------------------------------------------ it bites


def test_a_firmware_that_takes_any_checksum_is_noticed(monkeypatch):
    monkeypatch.setattr(Request, "_judge", lambda request, buf, end: setattr(
        request, "end", max(end, 0)) or GOOD)
    found = lines.judged(400, 1)
    assert any("a bad line was executed" in how for _, _, how in found.bad)


def test_a_firmware_that_keeps_what_it_hears_is_noticed(monkeypatch):
    kept, execute = [], Commands.execute
    monkeypatch.setattr(Commands, "execute", lambda commands, command: kept.extend(
        object() for _ in range(3)) or execute(commands, command))
    found = lines.judged(2 * lines.LOOK, 1)
    assert not found.passed and "MEMORY GREW" in str(found)


def test_a_firmware_that_answers_late_is_noticed(monkeypatch):
    monkeypatch.setattr(Commands, "go_on", lambda commands: False)
    monkeypatch.setattr(Commands, "execute", lambda commands, command: False)
    with pytest.raises(Bad, match="the next good line was not answered within 100 ms"):
        Bench().answers()


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
