"""What was visited is counted by runs, and a thing that is not reached any more fails."""

import json
from collections import Counter

import pytest

from mjsim.campaign import coverage
from mjsim.campaign.leads import LEADS, UNLED
from mjsim.campaign.silent import SILENT, reason_of
from mjsim.campaign.told import Use
from mjsim.campaign.wrongs import KINDS
from mjsim.plant.inject import apply
from mjsim.words import vocabulary
from tests.plant.crude import DRUM, FREE, Bench, nominal


def test_chance_alone_does_not_fail_and_absence_does():
    assert coverage.least(10.0, 100) == 0
    assert coverage.least(900.0, 96) > 10
    assert coverage.least(1.0, 100_000) == 20


def test_a_phase_that_is_never_reached_any_more_is_a_sentence(monkeypatch):
    monkeypatch.setattr(coverage, "book", lambda: {"phases": {"sorting/picking": 700.0}})
    found = {name: Counter() for name in coverage.GROUPS}
    found["phases"]["sorting/picking"] = 12
    assert coverage.missing(found, 200) == [
        "phases: sorting/picking was visited in 12 runs, at least 34 are wanted"]
    assert coverage.missing(found, 200, off=True) == []
    found["phases"]["sorting/picking"] = 34
    assert coverage.missing(found, 200) == []


def test_a_large_campaign_must_meet_every_fault_that_can_be():
    found = {name: Counter(dict.fromkeys(vocabulary.fault_codes(), 1)) for name in
             coverage.GROUPS}
    del found["faults"]["E301"]
    said = coverage.missing(found, coverage.ALL_FAULTS)
    assert [one for one in said if "never told" in one] == [
        "faults: E301 was never told; say in NEVER why it cannot be, or let it be"]
    assert set(coverage.NEVER) <= set(vocabulary.fault_codes())


def test_a_fault_that_comes_once_in_ten_thousand_runs_may_stay_away(monkeypatch):
    monkeypatch.setattr(coverage, "book", lambda: {"faults": {"E406": 0.1, "E407": 0.6}})
    found = {name: Counter() for name in coverage.GROUPS}
    said = "\n".join(coverage.missing(found, coverage.ALL_FAULTS))
    assert "E406" not in said
    assert "E407 was never told" in said


def test_the_book_is_written_from_a_verdict(tmp_path, monkeypatch):
    monkeypatch.setattr(coverage, "HOME", tmp_path / "book.json")
    file = tmp_path / "verdict.json"
    file.write_text(json.dumps({"runs": 2_000, **{name: {"x": 500} for name in coverage.GROUPS}}))
    assert coverage.main([str(file)]) == 0
    assert coverage.book() == {name: {"x": 250.0} for name in coverage.GROUPS}
    assert coverage.main([]) == 2


def test_every_kind_that_may_stay_untold_has_its_reason():
    assert set(SILENT) <= set(KINDS)
    certain = {kind for kind in KINDS if any(lead.pattern.startswith(kind) for lead in LEADS)}
    assert set(KINDS) - set(SILENT) - certain == {"stuck svc"}
    assert reason_of("stuck svc on") and reason_of("stuck svc off")


def test_every_fault_is_one_that_some_wrong_must_lead_to_or_says_why_not():
    led = {code for lead in LEADS for code in lead.codes}
    assert led | set(UNLED) == set(vocabulary.fault_codes())
    assert not led & set(UNLED) and all(len(reason) > 10 for reason in UNLED.values())


def test_what_a_row_adds_to_the_catalogues_time_it_says_why():
    assert all(bool(lead.more_ms) == bool(lead.why) for lead in LEADS)


def test_a_lid_that_people_have_shut_again_is_none_that_nobody_told():
    bench = Bench(nominal())
    use = Use("lid open", bench.plant.now)
    for is_open, used_ms in ((1, 100), (0, 100), (1, 200)):
        bench.plant.set_input("lid", is_open)
        use.look(bench.plant, bench.plant.now)
        bench.run(100)
        use.look(bench.plant, bench.plant.now)
        assert use.used_ms == used_ms


def test_nobody_need_tell_what_happened_while_the_controller_started_anew():
    bench = Bench(nominal())
    use = Use("loop open", bench.plant.now)
    for has_program, used_ms in ((False, 0), (True, 0), (True, 350)):
        bench.plant.has_program = has_program
        bench.run(350)
        use.look(bench.plant, bench.plant.now)
        assert use.used_ms == used_ms
    assert use.late


def test_of_two_frequencies_the_one_that_the_mains_have_must_be_told():
    bench = Bench(nominal())
    uses = [Use(apply(bench.plant, text).text, bench.plant.now)
            for text in ("mains hz 60", "mains hz 51")]  # fmt: skip
    for used_ms in ([0, 500], [500, 500]):
        bench.run(500)
        for use in uses:
            use.look(bench.plant, bench.plant.now)
        assert [use.used_ms for use in uses] == used_ms
        apply(bench.plant, "clear mains hz 51")
        for use in uses:
            use.look(bench.plant, bench.plant.now)


@pytest.mark.parametrize(("commanded", "told", "late"), [
    (True, {}, "used for 1.50 s, and E301 was due within 1.48 s"),
    (True, {1_000: "E301"}, ""), (False, {}, ""), (True, {3_000: "E301"}, "was due within 1.48 s"),
    (True, {1_000: "E302"}, "told as E302, which is none of E301"),
    (True, {500: "E912", 1_000: "E301"}, ""),
])  # fmt: skip
def test_what_was_used_for_long_must_have_been_told(commanded, told, late):
    bench = Bench(nominal(limits=FREE))
    bench.drive(DRUM if commanded else 0)
    bench.plant.arm(1, bench.plant.now)
    bench.run(100)
    use = Use("stuck drum_rot off", bench.plant.now)
    use.look(bench.plant, bench.plant.now)
    for at_ms in range(500, 3_501, 500):
        bench.run(500)
        if at_ms in told:
            use.hear(told[at_ms], bench.plant.now, by_it=True)
        use.look(bench.plant, bench.plant.now)
    assert use.late.endswith(late) and bool(use.late) == bool(late)
    assert (use.used_ms > 0) == commanded
