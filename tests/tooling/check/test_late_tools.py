"""`make late` and the maker of its tables: what they read, judge and say."""

import json

import pytest

from tools.check import late, late_table


def lab(*busy_us):
    """What a run in the lab leaves, a scan every 5 ms."""
    return {"sort_scans": [[5000 * n, 5000, us, 300] for n, us in enumerate(busy_us)]}


def test_only_scans_with_work_make_the_table():
    made = late_table.table(lab(1200, 2600, 1300, 9000, 3000), "lab.json", (0, 100_000))
    took = made["took_us"]
    assert len(took) == late_table.VALUES and took == sorted(took)
    assert set(took) == {2600, 3000, 9000} and took[0] == 2600 and took[-1] == 9000
    assert "512 values for 3 scans" in made["about"] and "lab.json" in made["about"]


def test_scans_before_and_after_the_sort_do_not_count():
    made = late_table.table(lab(9000, 3000, 4000, 8000), "lab.json", (5000, 15_000))
    assert set(made["took_us"]) == {3000, 4000}


@pytest.mark.parametrize("text", ["", "[]", '{"scans": []}', '{"sort_scans": []}'])
def test_what_is_no_record_is_one_sentence(tmp_path, capsys, text):
    path = tmp_path / "lab.json"
    path.write_text(text, encoding="utf-8")
    assert late_table.main([str(path), "now"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"late_table: {path} is no record of a sort on the chip: ")
    assert told.count("\n") == 1


def test_the_table_is_written_where_the_simulator_reads_it(tmp_path, monkeypatch):
    monkeypatch.setattr(late_table, "HOME", tmp_path)
    path = tmp_path / "lab.json"
    path.write_text(json.dumps(lab(2600, 3000)), encoding="utf-8")
    assert late_table.main([str(path), "now", "0", "100000"]) == 0
    made = json.loads((tmp_path / "scan_times_now.json").read_text(encoding="utf-8"))
    assert made["took_us"][-1] == 3000


@pytest.mark.parametrize("words", [["0"], ["few"], ["1", "2", "3"]])
def test_usage(capsys, words):
    assert late.main(words) == 2 and "usage: python -m tools.check.late" in capsys.readouterr().err
    assert late_table.main(["one"]) == 2
    assert "usage: python -m tools.check.late_table" in capsys.readouterr().err


def test_a_stop_is_judged_where_none_may_be():
    report = {"hands": [{"faults": ["E903", "E402"]}, {"faults": ["E903"]}]}
    faults, stopped = late.judge(report, "8")
    assert faults == {"E903": 2, "E402": 1} and stopped == "stopped: E402"
    assert late.judge(report, "30")[1] == ""
    assert late.judge({"hands": [{"faults": ["E903", "E431"]}]}, "measured")[1] == ""


def test_cases_run_and_failures_are_told(capsys, monkeypatch):
    reports = {"8": ({"hands": []}, "mjsim run: hand 1 was not dealt in time")}
    good = {"hands": [{"faults": [], "sort_s": 66.0}]}
    monkeypatch.setattr(
        late, "measure", lambda machine, how, hands, seed: reports.get(how, (good, "")))
    assert late.main(["1"]) == 1
    told = capsys.readouterr()
    assert told.out.count("four_port") == len(late.NO_STOP + late.MAY_STOP)
    assert "late: single_port --late 8 --seed 1: mjsim run: hand 1 was not dealt" in told.err
