"""The command `mjsim campaign explore`: machines as pieces, and a failure's way walked again."""

import json
import shlex

import pytest

from mjsim.campaign import explore, exploring
from mjsim.campaign.exploring import Plan, machines
from mjsim.campaign.graph import Graph
from mjsim.campaign.roots import MADE, placed, root
from mjsim.campaign.way import Recorded, walked
from mjsim.campaign.workers import carry_out
from mjsim.campaign.world import World
from mjsim.cli import main
from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.replay.compare import play
from mjsim.replay.record_file import load, read
from mjsim.words.names import MACHINES
from mjtable.generated.command_table import WHY_BUSY
from mjtable.people import keys
from mjtable.table import Table

FEW = ("--states", "12")


def asked(capsys, *words):
    """The command's exit code, and what it says."""
    with pytest.raises(SystemExit) as end:
        main(["campaign", "explore", *words])
    said = capsys.readouterr()
    return end.value.code, said.out, said.err


def again(capsys, line, *more):
    """What the command at a line's end says."""
    words = shlex.split(line.rpartition(": mjsim campaign explore ")[2])
    return asked(capsys, *words, *more)


def scans_of_the_only(folder):
    """Scans of the only one that was left; each does the same."""
    (file,) = folder.iterdir()
    played = play(load(file))
    assert played.difference is None
    return played.scans


@pytest.fixture
def pinching(monkeypatch):
    """A firmware that shuts the hatch on a finger."""
    step = Table.step

    def careless(self, inputs, outputs):
        wait = step(self, inputs, outputs)
        if inputs.level[INPUT["pinch"] >> 3] >> (INPUT["pinch"] & 7) & 1:
            outputs.aux |= C.AUX_DIR_HATCH
            outputs.motors |= 1 << C.M_HATCH
        return wait

    monkeypatch.setattr(Table, "step", careless)


@pytest.fixture
def deaf(monkeypatch):
    """Keys do nothing after power-on; it is searched from there alone."""
    monkeypatch.setattr(explore, "roots", lambda machine, seed: [root(machine, seed, 0)])
    monkeypatch.setitem(keys.ROWS, "power_on", (WHY_BUSY,) * 3)


def test_an_unsafe_output_is_a_line_with_its_command_and_leaves_its_recording(
        pinching, recordings, capsys):  # fmt: skip
    code, out, err = asked(capsys, "--machine", "single_port", "--states", "60")
    line = next(line for line in out.splitlines() if " with a pinch: " in line)
    assert code == 1 and line.startswith("single_port: ")
    assert " --machine single_port --seed 1 --way 'start " in line
    assert "explore-single_port-seed1-way" in err and err.count("recorded: ") > 0
    for file in recordings.iterdir():
        file.unlink()
    code, out, _ = again(capsys, line)
    assert code == 1 and out.splitlines()[-1] == line.split(": ")[1]
    assert out.startswith("start ") and "\npinch: " in out
    assert scans_of_the_only(recordings) > 0
    told = json.loads(again(capsys, line, "--json")[1])
    assert not told["good"] and told["unsafe"][-1].endswith("a pinch")


def test_a_dead_end_is_walked_again_and_leaves_its_recording(deaf, recordings, capsys):
    code, out, _ = asked(capsys, "--machine", "single_port", "--states", "4")
    line = next(line for line in out.splitlines() if ": no way home from power_on: " in line)
    for file in recordings.iterdir():
        file.unlink()
    assert code == 1
    code, out, _ = again(capsys, line)
    assert code == 1 and out.endswith("\nno way home from there\n")
    assert scans_of_the_only(recordings) > 30, "what people tried is in it"
    (recording,) = (load(file) for file in recordings.iterdir())
    assert play(recording).begin_ms < 1_000, "until they pulled the plug"


def test_a_traceback_is_a_failure_with_its_way(monkeypatch, recordings, capsys):
    step = Table.step

    def stumbling(self, inputs, outputs):
        assert not inputs.level[INPUT["lid"] >> 3] >> (INPUT["lid"] & 7) & 1, "a lid is open"
        return step(self, inputs, outputs)

    monkeypatch.setattr(Table, "step", stumbling)
    code, out, _ = asked(capsys, "--machine", "four_port", "--states", "5")
    line = next(line for line in out.splitlines() if ": AssertionError: a lid is open" in line)
    for file in recordings.iterdir():
        file.unlink()
    assert code == 1
    code, out, _ = again(capsys, line)
    assert code == 1 and out.splitlines()[-1].startswith("AssertionError: a lid is open ")
    assert scans_of_the_only(recordings) == 0, "it was the first, and did not end"


def test_what_was_unsafe_is_told_once_and_not_of_what_follows(monkeypatch):
    do, done = World.do, []

    def unsafe_at_first(self, event):
        do(self, event)
        done.append(event)
        if event == "lid" and done.count("lid") == 1:
            self.unsafe = "something"

    monkeypatch.setattr(World, "do", unsafe_at_first)
    search = explore.Search([root("four_port", 1, 0)])
    while "start 0; lid" not in {search.graph.way(number) for number in search.graph.expanded}:
        search.expand()
    assert search.report.unsafe == [["something", "start 0; lid"]]


WAY = ("plug", "key elevator", "wait", "lid", "hands", "lid")


@pytest.mark.parametrize("number", range(4))
def test_a_recorder_changes_nothing_and_begins_anew_with_the_plug(number):
    plain = root("four_port", 1, number)
    recorded = placed(Recorded(MADE[number]("four_port", 1)), number)
    for event in WAY:
        plain.do(event)
        recorded.do(event)
        assert recorded.events() == plain.events()
        assert recorded.now == plain.now and recorded.brain.cycle.state == plain.brain.cycle.state
    both = [walked("four_port", 1, False, "; ".join(("start %d" % number, *way)))
            for way in (WAY, WAY[1:])]  # fmt: skip
    assert all(one.good for one in both)
    behind, whole = (play(read(one.recording, "a way")) for one in both)
    assert behind.difference is None and whole.difference is None
    assert behind.moments[0].t_ms != whole.moments[0].t_ms or number == 0


def test_a_good_way_is_told_and_leaves_nothing(recordings, capsys):
    code, out, _ = asked(capsys, "--machine", "four_port", "--way", "start 0; key elevator;wait")
    assert code == 0 and not list(recordings.iterdir())
    assert out.splitlines()[:2] == ["start 0: power_on", "key elevator: ready"]
    assert out.endswith("\ngood, and people come home from there\n")


@pytest.mark.parametrize(("words", "sentence"), [
    (("--way", "start 0"), "--way: it is walked here, on one machine; name that with --machine, "
                           "and leave --keep and --scheduler out"),
    (("--way", "start 9; plug", "--machine", "row_port"),
     "--way: it begins with 'start 9'; begin with one of start 0, start 1, start 2, start 3"),
    (("--jobs", "0"), "--jobs 0: give a number from 1 to 256"),
    (("--runs", "0"), "--states 0: give a number from 1 to 10000000"),
])  # fmt: skip
def test_wrong_words_are_told_in_a_sentence(words, sentence, capsys):
    assert asked(capsys, *words) == (2, "", "mjsim: %s\n" % sentence)


def test_what_cannot_happen_on_a_way_is_told_with_what_can(capsys):
    code, _, err = asked(capsys, "--machine", "row_port", "--way", "start 0; hands")
    assert code == 2 and err.startswith("mjsim: --way: 'hands' cannot happen in power_on; what "
                                        "can: ") and ", plug, " in err  # fmt: skip


def test_a_way_that_is_another_when_it_is_walked_again_leaves_a_sentence(
        deaf, monkeypatch, recordings, capsys):  # fmt: skip
    way = Graph.way
    monkeypatch.setattr(Graph, "way", lambda self, number: way(self, number) + "; fly")
    code, out, err = asked(capsys, "--machine", "single_port", "--states", "4")
    assert code == 1 and ": no way home from power_on: " in out and not list(recordings.iterdir())
    assert err.startswith("no recording is kept of explore-single_port-seed1-way")
    assert ": --way: 'fly' cannot happen in power_on; what can: " in err


def test_two_processes_find_what_one_finds(monkeypatch, capsys):
    alone = asked(capsys, *FEW, "--json")
    monkeypatch.delattr(exploring, "explore")  # it is others who search
    assert asked(capsys, *FEW, "--jobs", "2", "--json") == alone
    assert [one["machine"] for one in json.loads(alone[1])] == list(MACHINES)


def test_a_search_that_was_ended_goes_on_behind_its_last_machine(monkeypatch, capsys, tmp_path):
    file, searched, whole = str(tmp_path / "kept"), [], exploring.explore

    def once(machine, *rest):
        searched.append(machine)
        if len(searched) == 2:
            raise KeyboardInterrupt
        return whole(machine, *rest)

    monkeypatch.setattr(exploring, "explore", once)
    code, out, err = asked(capsys, *FEW, "--keep", file, "--json")
    assert (code, out) == (130, "")
    assert "the same command goes on where it was (1 of 3 are in %s)" % file in err
    gone_on = asked(capsys, *FEW, "--keep", file, "--json")
    assert searched == [*MACHINES[:2], *MACHINES[1:]]
    assert gone_on == asked(capsys, *FEW, "--json")


@pytest.mark.parametrize(("words", "differs"), [
    (("--states", "13"), "states 12"), (("--seed", "2"), "seed 1"), (("--sides",), "sides False"),
    (("--machine", "row_port"), "machines ['single_port']"),
])  # fmt: skip
def test_a_file_of_another_search_is_refused(words, differs, capsys, tmp_path):
    file = str(tmp_path / "kept")
    mine = ("--machine", "single_port", *FEW, "--keep", file)
    assert asked(capsys, *mine)[0] == 0
    code, out, err = asked(capsys, *mine, *words)
    assert (code, out) == (2, "") and err == (
        "mjsim: --keep %s holds another campaign (%s); give the same, or another file\n"
        % (file, differs))


def test_a_state_is_a_step_of_the_bar_when_it_is_searched_here():
    plan, steps = Plan(("single_port",), 12, False, 1), []
    (result,) = machines(plan, 0, set(), steps.append)
    assert len(steps) == result["report"]["expanded"]
    assert [result] == list(carry_out(plan, 1, set(), "", machines))
