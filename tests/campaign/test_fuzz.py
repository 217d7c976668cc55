"""The campaign of spoilt lines: a slice of it is good, and each promise broken is noticed."""

import functools
import json

import pytest

from mjsim.campaign.fuzz import block as blocks_of
from mjsim.campaign.fuzz.bench import Bad, Bench, framed, good_in, is_good
from mjsim.campaign.fuzz.block import BLOCK, GROWN, judged
from mjsim.campaign.fuzz.command import total
from mjsim.campaign.fuzz.lines import line
from mjsim.campaign.fuzz.plan import Plan, blocks
from mjsim.campaign.workers import carry_out
from mjsim.cli import main
from mjtable.link.commands import Commands
from mjtable.link.request import GOOD, SYNTAX, Request
from tests.protocol.bench import line as framed_by_hand

SLICE = Plan(7, 4_000)
BODY_OF_5 = b"5 status"


@functools.cache
def found():
    return {result["run"]: result for result in carry_out(SLICE, 1, set(), how=blocks)}


def test_a_slice_of_the_spoilt_lines_is_good():
    told = total(SLICE, found())
    assert told["good"] and told["lines"] == SLICE.lines and not told["failures"]
    assert 0 < told["slowest_ms"] <= 50
    assert SLICE.lines // 100 < told["good_lines"] < SLICE.lines // 5, "nearly all of them are bad"
    assert all(result["grown"] < GROWN for result in found().values())


def test_two_processes_find_the_same():
    beside = {result["run"]: result for result in carry_out(SLICE, 2, {0}, how=blocks)}
    assert sorted(beside) == [1, 2, 3]
    assert total(SLICE, {0: found()[0], **beside}) == total(SLICE, found())


def test_a_line_of_a_seed_is_always_the_same():
    assert [line(3, at) for at in range(50)] == [line(3, at) for at in range(50)]
    assert line(3, 1) != line(4, 1)


def test_the_oracle_and_the_tests_agree_on_a_line():
    good = framed(BODY_OF_5)[:-1]
    assert framed(BODY_OF_5) == framed_by_hand("5 status")
    assert is_good(good) and is_good(good + b"\r")
    assert good_in(good + b"\nno\n" + good) == [BODY_OF_5, BODY_OF_5]
    for bad in (b"5 status", b"5 status*0000", framed(b"05 status")[:-1], framed(b"5")[:-1],
                framed(b"5 a" + b"x" * 170)[:-1], framed(b"5  status")[:-1]):
        assert not is_good(bad)


# ---------------------------------------------------------------- each promise broken is noticed
def without_checksums(monkeypatch):
    """A link that takes a line whatever its digits say."""
    monkeypatch.setattr(Request, "_judge", lambda request, buf, star:
                        GOOD if star > 0 and buf[star] == 42 else SYNTAX)  # fmt: skip


def late_from(monkeypatch, number):
    """From the so manieth request on a table never finishes."""
    execute, heard = Commands.execute, [0]

    def slow(commands, command):
        heard[0] += 1
        return heard[0] < number and execute(commands, command)

    monkeypatch.setattr(Commands, "go_on", lambda commands: False)
    monkeypatch.setattr(Commands, "execute", slow)


def hows(result):
    return [how for _, how in result["failed"]]


def test_a_link_that_executes_a_bad_line_is_noticed(monkeypatch):
    without_checksums(monkeypatch)
    result = judged(1, 0, 400)
    assert any("a bad line was executed: b'" in how for how in hows(result))
    assert len(result["failed"]) < result["lines"] == 400, "and the rest goes on"


def test_a_link_that_executes_a_good_line_twice_is_noticed():
    bench = Bench()
    commands, once = bench.link.commands, bench.link.commands.execute
    commands.execute = lambda command: (once(command), once(command))[1]
    with pytest.raises(Bad, match="a bad line was executed: b'5 status"):
        bench.judge(framed(BODY_OF_5))


def test_a_firmware_that_keeps_what_it_hears_is_noticed(monkeypatch):
    kept, heard = [], Request.add
    monkeypatch.setattr(Request, "add", lambda request, data, begins, ends: kept.append(
        object()) or heard(request, data, begins, ends))
    (number, how), = judged(1, 0, BLOCK)["failed"]
    assert (number, how) == (BLOCK - 1, "memory grew by more than %d blocks" % GROWN)


def test_a_firmware_that_answers_late_or_something_else_is_noticed(monkeypatch):
    late_from(monkeypatch, 2)
    bench = Bench()
    assert bench.answers() <= 50
    with pytest.raises(Bad, match="the next good line was not answered within 100 ms"):
        bench.answers()
    monkeypatch.undo()
    monkeypatch.setattr(Commands, "_handle", lambda commands, command:
                        commands.answers.unknown_command())  # fmt: skip
    assert "another answer to the next good line: b'1 err unknown" in hows(judged(1, 0, 1))[0]


def test_a_traceback_and_an_endless_answer_are_noticed(monkeypatch):
    monkeypatch.setattr(Request, "split", lambda request: 1 // 0)
    assert "it was thrown out by ZeroDivisionError" in hows(judged(1, 0, 1))[0]
    monkeypatch.undo()
    late_from(monkeypatch, 1)
    with pytest.raises(Bad, match="the link still works at it"):
        Bench().judge(framed(BODY_OF_5))


# ---------------------------------------------------------------- the command
def fuzz(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "fuzz", *words])
    out = capsys.readouterr()
    return end.value.code, out.out, out.err


def test_a_failure_is_one_line_with_the_command_that_repeats_it(monkeypatch, capsys):
    without_checksums(monkeypatch)
    code, out, _ = fuzz(capsys, "--runs", "60", "--seed", "3")
    first = out.splitlines()[0]
    assert code == 1 and out.endswith("FAILED\n")
    assert first.startswith("line ") and ": a bad line was executed: b'" in first
    command = first.rpartition(": mjsim ")[2].split()
    assert command[:4] == ["campaign", "fuzz", "--seed", "3"]
    code, out, _ = fuzz(capsys, *command[2:])
    assert code == 1 and "\na promise was broken: a bad line was executed" in out
    assert "\nexecuted: b'" in out and "\nanswered: b'" in out
    code, out, _ = fuzz(capsys, *command[2:], "--json")
    assert code == 1 and json.loads(out)["failed"].startswith("a bad line was executed")


def test_what_only_breaks_after_others_is_repeated_as_well(monkeypatch, capsys):
    late_from(monkeypatch, 9)
    code, out, _ = fuzz(capsys, "--only", "8")
    assert code == 1
    assert ("\ngood alone; after the lines before it in its block: the next good line was not "
            "answered") in out


def test_one_good_line_is_told_with_what_was_executed(capsys):
    number = next(at for at in range(200) if good_in(line(1, at)))
    code, out, _ = fuzz(capsys, "--only", str(number), "--json")
    told = json.loads(out)
    assert code == 0 and told["executed"] and told["answered"] and told["good"] > 0
    code, out, _ = fuzz(capsys, "--only", str(number))
    assert code == 0 and out.endswith("\ngood, alone and after the lines before it in its block\n")


def test_a_kept_campaign_goes_on_also_when_more_lines_are_asked_for(monkeypatch, capsys, tmp_path):
    file = tmp_path / "kept"
    assert fuzz(capsys, "--runs", "1100", "--keep", str(file))[0] == 0
    seen = []
    whole = blocks_of.judged
    monkeypatch.setattr("mjsim.campaign.fuzz.plan.judged", lambda seed, first, count: seen.append(
        (first, count)) or whole(seed, first, count))
    again = fuzz(capsys, "--runs", "1300", "--keep", str(file), "--json")
    assert seen == [(1000, 300)], "the block that was whole is not judged again"
    assert again[1] == fuzz(capsys, "--runs", "1300", "--json")[1]
    assert fuzz(capsys, "--runs", "300", "--keep", str(file))[0] == 0
    seen.clear()
    assert fuzz(capsys, "--runs", "1300", "--keep", str(file), "--json") == again
    assert seen == [], "what was not asked for in between is still there"
    code, _, err = fuzz(capsys, "--seed", "2", "--keep", str(file))
    assert code == 2 and "holds another campaign (seed 1); give the same" in err


@pytest.mark.parametrize(("words", "sentence"), [
    (["--runs", "0"], "mjsim: --runs 0: give a number from 1 to 1000000000\n"),
    (["--jobs", "999"], "mjsim: --jobs 999: give a number from 1 to 256\n"),
    (["--only", "9999999999"],
     "mjsim: --only 9999999999: give a number from 0 to 1000000000\n"),
    (["--seed", "-1"], "mjsim: --seed -1: give a number from 0 to 4611686018427387904\n"),
])  # fmt: skip
def test_what_is_out_of_range_is_a_sentence(capsys, words, sentence):
    assert fuzz(capsys, *words) == (2, "", sentence)
