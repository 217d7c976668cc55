"""The campaign of power cuts: a sample of it is good, and what it judges by is shown to judge."""

import functools
import json

import pytest

from mjsim.campaign.powercut.command import lid, total
from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Evening
from mjsim.campaign.powercut.memory import Memory
from mjsim.campaign.powercut.part import AT_ONCE, SAVED, carry_out_part, different
from mjsim.campaign.powercut.plan import Plan, parts
from mjsim.campaign.powercut.play import branch
from mjsim.campaign.store import Kept
from mjsim.campaign.workers import carry_out
from mjsim.cli import main
from mjsim.words.names import MACHINES
from mjtable.game.marker import Marker
from mjtable.memory.journal import UNROLLED, Journal
from mjtable.memory.store import SLOT_BYTES, Store
from mjtable.parts import Parts

SOME = Plan(3, MACHINES, chance=45)
INTO_MS = {"sorting": 47_000, "raising": 1_500, "rolling": 2_000, "playing": 500}
"""So long into the first of each state, of the four-port's first evening."""


@pytest.fixture(scope="module")
def results():
    return {result["run"]: result for result in carry_out(SOME, 1, set(), how=parts)}


def alike(results):
    """Without what the computer's speed decides."""
    return {number: {key: value for key, value in result.items() if key != "cpu_s"}
            for number, result in results.items()}  # fmt: skip


def test_a_sample_of_every_machines_cuts_is_good(results):
    told = total(SOME, results)
    assert told["good"], told["failures"]
    assert told["tried"]["torn bytes"] > 800 and told["distinct"] > 60
    assert "sorting/picking" in told["phases"] and len(told["phases"]) > 5, "by chance, these"


def test_the_lid_is_opened_only_where_nothing_could_be_saved(results):
    told = total(SOME, results)
    assert sum(told["states"].values()) == told["distinct"] and told["states"][SAVED] > 20
    assert told["lid"][SAVED] == 0 < told["lid"][AT_ONCE] < told["states"][AT_ONCE]
    assert told["lid_share"] == round(told["lid"][AT_ONCE] / told["distinct"], 4)
    assert lid({"distinct": 8, "lid_share": 0.25, "lid": {AT_ONCE: 2, SAVED: 0},
                "states": {AT_ONCE: 5, SAVED: 3}}) == (
        "the lid had to be opened in 2 of 8 distinct states (25.0 %); where the firmware could "
        "save as the mains failed in 0 of 3")  # fmt: skip


def test_two_processes_and_a_campaign_that_was_cut_find_the_same(results, tmp_path):
    plan, file = Plan(1, ("four_port",), chance=9), tmp_path / "kept"
    alone = {result["run"]: result for result in carry_out(plan, 1, set(), how=parts)}
    with Kept(str(file), plan) as kept:
        for number in list(alone)[:5]:
            kept.add(alone[number])
    with Kept(str(file), plan) as kept:
        for result in carry_out(plan, 2, set(kept.results), how=parts):
            kept.add(result)
    assert alike(kept.results) == alike(alone)
    assert total(plan, kept.results) == total(plan, alone)


@functools.cache
def cut_in(state):
    """A cut in the first of this state."""
    table = Evening("four_port", 1).begin().table
    table.run_until(lambda: table.table.state == state, 300_000)
    return Cut(table.now_ms + INTO_MS[state])


def live_at(at_ms, machine="four_port"):
    live = Evening(machine, 1).begin()
    live.run_to(at_ms)
    return live


def broken(cut, machine="four_port"):
    """Names of the rules that this cut breaks."""
    return {rule for rule, _, _ in branch(live_at(cut.at_ms, machine), cut, set())["failed"]}


@pytest.mark.parametrize("state", INTO_MS)
def test_the_moments_are_what_they_are_called_and_good(state):
    assert live_at(cut_in(state).at_ms).table.table.state == state
    assert not broken(cut_in(state))


@pytest.mark.parametrize(("machine", "at_ms"), [("row_port", 159_075), ("single_port", 82_250)])
def test_two_tiles_that_the_inlet_took_for_one_before_the_cut_are_no_fault_of_it(machine, at_ms):
    live = Evening(machine, 20261131).begin()
    live.run_to(at_ms)
    assert branch(live, Cut(at_ms), set())["failed"] == []


# ---------------------------------------------------------------- mutations are noticed
def after(monkeypatch, owner, name, also):
    """`also` happens behind a method of the firmware."""
    first = getattr(owner, name)

    def both(self, *words):
        found = first(self, *words)
        return also(self, found)

    monkeypatch.setattr(owner, name, both)


def test_a_journal_that_is_not_written_is_noticed(monkeypatch):
    monkeypatch.setattr(Journal, "save", lambda self: setattr(self, "wanted", False))
    assert broken(cut_in("sorting"))
    assert "dice" in broken(cut_in("rolling")) and "marker" in broken(cut_in("playing"))


def test_a_marker_that_is_not_read_is_noticed(monkeypatch):
    monkeypatch.setattr(Marker, "unpack", lambda self, buf, at: False)
    assert broken(cut_in("playing")) == {"marker"}


def test_dice_that_are_not_rolled_again_are_noticed(monkeypatch):
    after(monkeypatch, Journal, "_flags", lambda self, flags: flags & ~UNROLLED)
    assert broken(cut_in("rolling")) == {"dice"}


def test_a_motor_before_any_key_is_noticed(monkeypatch):
    after(monkeypatch, Parts, "_boot", lambda self, _: self.cycle.fire("home"))
    assert {"nobody pressed", "nobody began"} <= broken(cut_in("sorting"))


def miscount(self, _):
    """Two tiles of side A are forgotten."""
    self.table.lines[0].tiles_in -= 2
    self.table.lines[0].counted -= 2


def test_wrong_counts_and_what_comes_of_them_are_noticed(monkeypatch):
    after(monkeypatch, Journal, "_unpack_sort", lambda self, _: miscount(self, _))
    assert "short" in broken(cut_in("sorting"))


def test_a_stack_too_many_is_noticed(monkeypatch):
    def one_more(self, _):
        self.table.lines[0].stacks += 1

    after(monkeypatch, Journal, "_unpack_sort", one_more)
    assert {"counts", "faults"} <= broken(cut_in("sorting"))  # people lay the stack there (E432)


def test_a_fault_told_for_no_cause_is_noticed(monkeypatch):
    after(monkeypatch, Journal, "load", lambda self, _: self.table.raise_fault(402, "line_a", 0))
    assert "faults" in broken(cut_in("sorting"))
    part = carry_out_part(Evening("four_port", 1), [], [cut_in("sorting")])
    assert part["lid"] == {SAVED: 1} and part["failed"]


def test_a_hand_that_never_comes_is_noticed(monkeypatch):
    monkeypatch.setattr(Cut, "come_back", lambda self, live: live.table.power_on())
    assert {"finished", "homed"} <= broken(cut_in("sorting"))


def test_a_traceback_is_noticed(monkeypatch):
    live = live_at(cut_in("sorting").at_ms)
    after(monkeypatch, Journal, "load", lambda self, _: 1 // 0)
    result = branch(live, cut_in("sorting"), set())
    assert [rule for rule, _, _ in result["failed"]] == ["traceback"]


# ---------------------------------------------------------------- torn writes
@functools.cache
def a_write():
    """The moment in the play of a hand at which the marker that has moved is written."""
    live = live_at(140_000)
    for at_ms in Evening("four_port", 1).moments().writes:
        live.run_to(at_ms)
        if at_ms > 140_000 and live.judge.scene.dealers() == [1]:
            return at_ms


def test_a_write_leaves_the_old_memory_a_torn_one_or_the_new():
    live = live_at(a_write())
    assert live.judge.scene.dealers() == [1] and live.memory.pending() >= SLOT_BYTES
    found = different(live)
    assert sum(found.values()) == live.memory.pending() + 1 and len(found) in (3, 5)


@pytest.mark.parametrize("torn", [0, 1, 40, 64])
def test_a_torn_write_is_survived(torn):
    assert not broken(Cut(a_write(), torn=torn))


def test_a_memory_with_one_place_alone_is_noticed(monkeypatch):
    first = Store._write
    monkeypatch.setattr(Store, "_write", lambda self, kind, _, n: first(self, kind, 0, n))
    assert "faults" in broken(Cut(a_write(), torn=40))  # E913


def test_bytes_arrive_a_piece_a_scan_and_all_when_nothing_tears_them():
    clock = [0]
    memory = Memory()
    memory.now = lambda: clock[0]
    memory.write(0, bytearray(range(1, SLOT_BYTES + 1)), SLOT_BYTES)
    clock[0] = 10
    assert memory.pending() == SLOT_BYTES // 2
    memory.die(8)
    assert memory.chip.cells[:41] == bytes([*range(1, 41), 0])
    memory.write(1, bytearray(range(1, SLOT_BYTES + 1)), SLOT_BYTES)
    memory.die()
    assert memory.chip.cells[SLOT_BYTES : 2 * SLOT_BYTES] == bytes(range(1, SLOT_BYTES + 1))


# ---------------------------------------------------------------- the command
def command(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "powercut", *words])
    return end.value.code, capsys.readouterr().out


def test_a_failure_is_one_line_with_the_command_that_repeats_it(monkeypatch, capsys):
    monkeypatch.setattr(Marker, "unpack", lambda self, buf, at: False)
    found = carry_out_part(Evening("four_port", 1), [], [cut_in("playing")])
    results = {0: {"run": 0, "cpu_s": 0, **found}}
    (failure,) = total(Plan(1, ("four_port",)), results)["failures"]
    code, out = command(capsys, *failure["command"].split()[3:])
    assert code == 1 and "marker: " in out and "playing" in out
    monkeypatch.undo()
    at_ms = str(cut_in("playing").at_ms)
    code, out = command(capsys, "--machine", "four_port", "--at", at_ms, "--json")
    assert code == 0 and not json.loads(out)["failed"]


@pytest.mark.parametrize("words", [["--runs", "-1"], ["--machine", "five_port"], ["--jobs", "0"]])
def test_wrong_words_are_told_in_a_sentence(words, capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "powercut", *words])
    assert end.value.code == 2 and "mjsim: " in capsys.readouterr().err
