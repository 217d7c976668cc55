"""Hand after hand: what drifts, leaks or wears out is told."""

import pytest

from mjsim.campaign import endurance
from mjsim.campaign.endurance import CountingStore, Report, endure
from mjsim.cli import main


def test_a_few_hands_are_good_and_counted():
    report = endure("four_port", "SHOP-B-136", 1, 6)
    assert report.good and report.hands == 6
    assert report.writes_a_hand > 100 and report.ten_years > 1_000_000
    assert len(report.plant_bytes) == len(report.firmware_bytes) > 2


def test_a_hand_that_does_not_come_leaves_its_recording(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("MJSIM_RECORDINGS", str(tmp_path))
    monkeypatch.setitem(endurance.HAND_LIMIT_MS, "four_port", 60_000)
    report = endure("four_port", "SHOP-B-136", 1, 6)
    assert report.wrong[0].startswith("hand 1 did not come: state is sorting")
    file = tmp_path / "endurance-four_port-seed1.mjrec"
    with pytest.raises(SystemExit) as end:
        main(["replay", str(file)])
    assert end.value.code == 0
    assert "endurance-four_port-seed1.mjrec --show" in capsys.readouterr().err


def concluded(times, **more):
    report = Report("four_port", "YEE", 1, hands=len(times), **more)
    store = CountingStore()
    store.writes.update(more and {0: 1} or {0: 10, 1: 12})
    endurance._conclude(report, times, store)
    return report


def test_a_slow_drift_is_wrong_and_chance_is_not():
    steady = [60.0 + i % 3 for i in range(200)]
    assert concluded(steady).good
    drifting = [one * (1 + i / 2_000) for i, one in enumerate(steady)]
    assert "sorts drift: the last tenth took +" in concluded(drifting).wrong[0]


def test_what_grows_leaks():
    grown = concluded([60.0] * 30, plant_bytes=[100, 1_000, 1_020])
    assert grown.wrong == ["the plant grows: 1000 bytes, then 1020"]


def test_a_cell_that_wears_out_is_told(monkeypatch):
    monkeypatch.setattr(endurance, "CELL_WRITES", 1_000)
    assert concluded([60.0] * 30).wrong == ["slot 1 wears out within ten years"]
    assert concluded([60.0] * 30).ten_years == 12 * 146_000 // 30


def test_no_hands_is_a_sentence(capsys):
    with pytest.raises(SystemExit) as end:
        main(["campaign", "endurance", "--runs", "0"])
    assert end.value.code == 2
    assert capsys.readouterr().err == "mjsim: --hands 0: at least 1 hand is needed\n"
