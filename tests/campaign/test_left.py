"""A failed run of each campaign leaves a recording that replays."""

import pytest

from mjsim.campaign import left
from mjsim.campaign.fuzz import bench
from mjsim.campaign.powercut import play as cuts
from mjsim.campaign.tree import plant_trunk
from mjsim.cli import main
from mjsim.replay.compare import play
from mjsim.replay.record_file import load, read
from mjsim.table.flight import RING
from tests.campaign.test_bisect import TRUNK


def run(*words):
    with pytest.raises(SystemExit) as end:
        main(["campaign", *words])
    return end.value.code


def replayed(folder, name):
    """What happens in the recording of this name."""
    played = play(load(folder / (name + ".mjrec")))
    assert played.difference is None
    return played


def short(monkeypatch, text):
    """Whatever goes wrong, this rule is broken 3 s after a run began."""
    from mjsim.campaign import halves

    whole = halves.Session.result

    def broken(self, took_ms):
        return {**whole(self, took_ms), "failed": [["rule", text, self.begun_ms + 3_000]]}

    monkeypatch.setattr(halves.Session, "result", broken)


def test_a_run_of_faults_leaves_what_came_before_its_failure(recordings, monkeypatch, capsys):
    short(monkeypatch, "a rule is broken")
    assert run("faults", "--seed", "1", "--only", "5", "--no-bisect") == 1
    played = replayed(recordings, "faults-seed1-run5")
    forked_ms = int(float(capsys.readouterr().out.split("forked at ")[1].split()[0]) * 1000)
    assert forked_ms < played.end_ms <= forked_ms + 4_000


def test_a_whole_campaign_leaves_one_of_each_failure(recordings, monkeypatch, capsys):
    short(monkeypatch, "a rule is broken")
    assert run("faults", "--seed", "1", "--runs", "2", "--no-bisect") == 1
    for number in range(2):
        replayed(recordings, "faults-seed1-run%d" % number)
    assert "recorded: mjsim replay" in capsys.readouterr().err


def test_a_lasting_wrong_leaves_one(recordings, monkeypatch):
    short(monkeypatch, "a rule is broken")
    assert run("lasting", "--only", "3") == 1
    replayed(recordings, "lasting-four_port-seed1-run3")


def test_a_power_cut_leaves_one_of_the_time_behind_it(recordings, monkeypatch):
    monkeypatch.setattr(cuts.Witness, "breaches", [("marker", "it is wrong", 9_000_000)],
                        raising=False)  # fmt: skip
    monkeypatch.setattr(cuts.Witness, "__setattr__", lambda self, name, value:
                        name == "breaches" or object.__setattr__(self, name, value))  # fmt: skip
    assert run("powercut", "--machine", "four_port", "--at", "60000") == 1
    played = replayed(recordings, "powercut-four_port-seed1-at60000-hold107")
    assert played.end_ms - played.moments[0].t_ms > 30_000, "until the next hand is dealt"


def test_a_spoilt_line_leaves_one(recordings, monkeypatch):
    monkeypatch.setattr(bench, "is_good", lambda line: False)
    number = next(n for n in range(200) if bench.good_in(line_of(n)) == [] and is_heard(n))
    assert run("fuzz", "--seed", "3", "--only", str(number)) == 1
    replayed(recordings, "fuzz-seed3-line%d" % number)


def line_of(number):
    from mjsim.campaign.fuzz.lines import line

    return line(3, number)


def is_heard(number):
    """The firmware finds something good in this line."""
    table = bench.Bench()
    table.feed(line_of(number) + b"\n")
    return bool(table.executed)


def test_a_table_without_power_leaves_a_sentence(recordings, capsys):
    left.leave("dark", lambda: plant_trunk(TRUNK, RING), lambda table: table.power_off(), 0)
    assert capsys.readouterr().err == (
        "no recording is kept of dark: it hung, or its table has no power at its end, or was only "
        "just switched on\n")
    assert not list(recordings.iterdir())


def test_a_run_that_ends_in_a_traceback_leaves_what_there_was(recordings):
    def go(table):
        table.run_for(2_000)
        raise ValueError("the program stumbles")

    content = left.of_run(lambda: plant_trunk(TRUNK, RING), go, 9_000_000)
    assert 0 < play(read(content, "stumbled")).end_ms <= 2_000
