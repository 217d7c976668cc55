"""`mjsim run`: every profile on each machine, what the report says, why a run fails."""

import json

import pytest

from mjsim.people.habits import Habits
from mjsim.run import run
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES, UsageError
from mjtable.game import profiles

NAMES = [row[profiles.NAME] for row in profiles.PROFILES]
KEYS = ["machine", "profile", "seed", "hands", "peak_running_w", "peak_start_w", "violations",
        "sim_s", "busy_s", "wall_s", "speed"]  # fmt: skip
HAND_KEYS = ["sort_s", "raise_s", "total_s", "stacks", "tiles", "set", "dice", "first_tile",
             "dealer", "faults"]  # fmt: skip


def good(outcome):
    assert outcome.reasons == [], "%s\n%s" % (outcome.reasons, "\n".join(outcome.trace))
    return outcome.report


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", NAMES)
def test_every_profile_on_both_machines(machine, profile):
    report = good(run.run(run.Options(machine, profile, hands=1, seed=1)))
    hand = report.hands[0]
    index = profiles.index_of(profile)
    assert hand.stacks == {"ABCD"[s]: profiles.stacks(index, s) for s in range(4)}
    assert hand.tiles == profiles.tiles(index) and hand.set == "green"
    assert len(hand.dice) == profiles.dice(index) and all(1 <= n <= 6 for n in hand.dice)
    assert report.peak_running_w <= 50 and report.peak_start_w <= 75


@pytest.mark.parametrize("machine", MACHINES)
def test_twenty_hands_in_one_run(machine):
    report = good(run.run(run.Options(machine, hands=20, seed=2)))
    assert [hand.set for hand in report.hands] == ["green", "blue"] * 10
    assert "".join(hand.dealer for hand in report.hands) == "ABCD" * 5
    assert report.sim_s > report.busy_s > 500


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("seed", range(1, 21))
def test_one_hand_for_each_seed(machine, seed):
    profile = NAMES[seed % len(NAMES)]
    good(run.run(run.Options(machine, profile, hands=1, seed=seed)))


def test_the_times_of_a_hand():
    report = good(run.run(run.Options(hands=2, seed=3)))
    for hand in report.hands:
        assert 30 < hand.sort_s < 150
        assert 4.5 < hand.raise_s < 8
        assert hand.raise_s + 8 < hand.total_s < 40


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_deal_is_passed_before_the_table_is_opened(seed):
    """Whenever the hand ends between two looks at the table."""
    report = good(run.run(run.Options(hands=2, seed=seed)))
    assert [hand.dealer for hand in report.hands] == ["A", "B"]


def test_json_is_one_object_with_these_keys(capsys):
    assert run.command(run.Options(hands=1, seed=1), as_json=True) == 0
    text = capsys.readouterr().out
    found = json.loads(text)
    assert list(found) == KEYS and list(found["hands"][0]) == HAND_KEYS
    assert list(found["hands"][0]["stacks"]) == ["A", "B", "C", "D"]
    assert found["violations"] == [] and text.count("\n") == 1


def test_people_read_a_table(capsys):
    assert run.command(run.Options(hands=1, seed=1), as_json=False) == 0
    text = capsys.readouterr().out
    assert "green set up in" in text and "no violation" in text and "times real time" in text


def test_events_go_to_a_file(tmp_path):
    path = tmp_path / "events.jsonl"
    good(run.run(run.Options(hands=1, seed=1, events=str(path))))
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert {record["what"] for record in records} == {"input", "output", "state"}
    assert [r["t_ms"] for r in records] == sorted(r["t_ms"] for r in records)
    assert {"t_ms", "what", "name", "value"} == set(records[0])


def test_an_event_file_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="cannot write the events to .*No such file"):
        run.run(run.Options(events=str(tmp_path / "none" / "x")))


def test_a_store_remembers_between_runs(tmp_path):
    path = str(tmp_path / "store")
    first = good(run.run(run.Options(hands=2, seed=1, store=path)))
    assert [hand.dealer for hand in first.hands] == ["A", "B"]


def test_watching_changes_nothing(tmp_path):
    plain = good(run.run(run.Options(hands=1, seed=4)))
    watched = good(run.run(run.Options(hands=1, seed=4, events=str(tmp_path / "e"))))
    fixed = good(run.run(run.Options(hands=1, seed=4, fixed=True)))
    assert plain.hands == watched.hands == fixed.hands
    assert plain.busy_s == watched.busy_s == fixed.busy_s


def test_a_setting_takes_effect():
    slow = good(run.run(run.Options(hands=1, seed=1, settings={"power.budget_mw": 40_000})))
    assert slow.peak_running_w <= 40


def test_a_table_with_a_larger_type_plate_may_draw_more():
    settings = {"power.budget_mw": 80_000, "power.peak_mw": 120_000}
    strong = good(run.run(run.Options(hands=1, seed=1, settings=settings)))
    assert 50 < strong.peak_running_w <= 80


def test_no_hands_is_no_run():
    with pytest.raises(UsageError, match="--hands 0: at least 1"):
        run.run(run.Options(hands=0))


def test_a_hand_that_does_not_come_fails_with_a_trace(monkeypatch, capsys):
    monkeypatch.setitem(run.HAND_LIMIT_MS, "four_port", 30_000)
    assert run.command(run.Options(hands=1, seed=1), as_json=True) == 1
    said = capsys.readouterr()
    assert "hand 1 was not dealt in time: state is" in said.err
    assert "the last 40 records" in said.err and json.loads(said.out)["hands"] == []


def test_a_violation_fails_with_its_sentence_and_trace(monkeypatch):
    from mjsim.plant import Plant

    original = Plant.write

    def write(self, motors, aux, t_ms):
        if t_ms > 40_000 and not self.violations:
            self.violate("a test put two things in one place")
        original(self, motors, aux, t_ms)

    monkeypatch.setattr(Plant, "write", write)
    outcome = run.run(run.Options(hands=1, seed=1))
    assert "a test put two things in one place" in outcome.reasons[0]
    assert len(outcome.trace) == 40
    assert 39 < float(outcome.trace[-1].split()[0]) < 42


def heard(table, **wanted):
    """An event with these keys was heard."""
    return any(all(event.get(k) == v for k, v in wanted.items()) for event in table.events)


ADDING = {"event": "state", "machine": "table", "to": "adding"}
IGNORED = {"event": "key", "key": "elevator", "did": "ignored", "why": "sorting"}


@pytest.mark.parametrize("habit, evidence", [
    (Habits(press_early=True, play_ms=30_000), IGNORED),
    (Habits(hold=True), {"event": "key", "key": "elevator", "did": "acted"}),
    (Habits(press_both=True), ADDING),
    (Habits(late_tiles=2), ADDING),
    (Habits(curious=True), IGNORED),
    (Habits(), {"event": "marker", "dealer": "C"}),
    (Habits(press_early=True, hold=True, press_both=True, late_tiles=1, curious=True), ADDING),
], ids=["early", "hold", "both", "late", "curious", "marker", "all"])  # fmt: skip
@pytest.mark.parametrize("machine", MACHINES)
def test_people_with_habits_come_to_their_hands(machine, habit, evidence):
    options = run.Options(machine, hands=3, seed=6)
    table, meter, report, late = run.play(options, habits=habit)
    assert not late and not meter.wrong and not report.violations
    assert len(meter.hands) == 3 and heard(table, **evidence)


def test_people_without_the_habit_leave_the_marker_alone():
    table, meter, _, _ = run.play(run.Options(hands=3, seed=6), habits=Habits(pass_deal=False))
    assert [hand.dealer for hand in meter.hands] == ["A"] * 3
    assert not heard(table, **IGNORED) and not heard(table, **ADDING)


@pytest.mark.parametrize("fault", ["jam head_b", "lid open", "stuck hatch_up off", "hot 900",
                                   "mains cut 60ms", "tile missing 2"])  # fmt: skip
def test_helpful_people_put_a_fault_right_and_play_on(fault):
    table = SimTable(seed=9, players=Habits(play_ms=30_000))
    meter = HandMeter(table)
    while not meter.look():
        table.run_for(500)
    table.run_for(10_000)
    table.inject(fault)
    while len(meter.hands) < 3 and table.now_ms < 900_000:
        table.run_for(500)
        meter.look()
    assert len(meter.hands) == 3 and not meter.wrong and not table.violations
    assert heard(table, event="fault")


def test_unhelpful_people_leave_a_fault_alone():
    table = SimTable(seed=9, players=Habits(helpful=False))
    table.run_for(40_000)
    table.inject("lid open")
    table.run_for(60_000)
    assert table.state == "fault" and table.faults == ["E806"]
