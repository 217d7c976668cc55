"""The cost model against recorded scans: what the chip took, and what cannot be used."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tools.check.cost import __main__ as command
from tools.check.cost import calibrate, cost, replay
from tools.check.vm.built import firmware

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
RECORDING, TIMES = DATA / "scan_recording.jsonl", DATA / "scan_times.json"
LIMIT_PCT = 10
SCANS = 2714


@pytest.fixture(scope="module")
def counted():
    return calibrate.load_counts()


@pytest.fixture(scope="module")
def times():
    return calibrate.load_times(TIMES, SCANS)


def test_mean_and_99th_percentile_are_within_ten_per_cent(counted, times):
    known = cost.calibration()
    for rows, us in ((counted["counts"], times["step_us_125_mhz"]),
                     (counted["counts"][1::2], times["step_us_125_mhz"][1::2])):  # not fitted to
        mean_pct, p99_pct, single_pct = calibrate.errors(rows, us, known)
        assert abs(mean_pct) <= LIMIT_PCT
        assert abs(p99_pct) <= LIMIT_PCT
        assert single_pct <= LIMIT_PCT


def test_the_same_figures_hold_at_200_mhz_with_the_flash_at_the_same_share(counted, times):
    found = calibrate.errors(counted["counts"], times["step_us_200_mhz"], cost.calibration(),
                             cost.rp2040(200))
    assert max(abs(each) for each in found) <= LIMIT_PCT


def test_the_calibration_is_what_its_data_give(counted, times):
    assert calibrate.calibrated(counted, times) == cost.calibration()


def test_what_is_said_of_the_error_is_so(counted, times):
    known = cost.calibration()
    mean_pct, p99_pct, _ = calibrate.errors(counted["counts"][1::2],
                                            times["step_us_125_mhz"][1::2], known)
    assert (known.mean_error_pct, known.p99_error_pct) == (round(mean_pct, 1), round(p99_pct, 1))
    assert f"{known.scans} scans" in known.told
    assert f"{known.p99_error_pct:+.1f} %" in known.told


@pytest.mark.parametrize("term", ["probe_us", "opcode_us", "call_us"])
def test_no_term_can_be_left_out(counted, times, term):
    """Single scans are off by 4 %; without any of these by more than a tenth."""
    without = replace(cost.calibration(), **{term: 0.0})
    found = calibrate.errors(counted["counts"], times["step_us_125_mhz"], without)
    assert max(abs(each) for each in found) > LIMIT_PCT * 0.6


def test_a_slower_clock_of_the_flash_costs_only_its_share():
    fast, slow = cost.rp2040(200), cost.rp2040(200, 4)
    assert slow.core == fast.core == 125 / 200
    assert slow.flash == 2 * fast.flash
    assert cost.native_us("i2c_write", chip=fast) == pytest.approx(428 + 22 * 125 / 200)
    assert "computed" in cost.RP2350.note


def test_the_firmware_here_does_what_was_recorded_or_says_so():
    """The recording's firmware gives its counts again."""
    scans = replay.load(RECORDING)[:300]
    folder = firmware()
    kept = calibrate.load_counts()
    if replay.digest(folder) != kept["firmware"]:
        pytest.skip("another firmware than the recorded one; its counts and times stay good")
    assert replay.features(ROOT, folder, scans) == kept["counts"][:300]


def test_an_output_that_differs_is_the_recording_of_another_firmware(tmp_path):
    scans = replay.load(RECORDING)[:8]
    scans[5][1]["lamps"][3] ^= 1
    folder = firmware()
    words = r"scan \d: \w+ is .*, the recording has .*; this is the recording of another firmware"
    with pytest.raises(replay.ReplayError, match=words):
        replay.features(ROOT, folder, scans)


def test_times_of_another_recording_are_refused(counted, times, tmp_path):
    short = tmp_path / "times.json"
    short.write_text(json.dumps({**times, "step_us_125_mhz": times["step_us_125_mhz"][:-1]}))
    words = "2713 times for 2714 scans; they are those of another recording"
    with pytest.raises(calibrate.CalibrationError, match=words):
        calibrate.load_times(short, 2714)
    shuffled = list(times["step_us_125_mhz"])
    random.Random(1).shuffle(shuffled)
    words = "these are not the times of this recording"
    with pytest.raises(calibrate.CalibrationError, match=words):
        calibrate.calibrated(counted, {**times, "step_us_125_mhz": shuffled})


def test_a_chip_that_does_something_unknown_is_told(counted, times):
    """Every fiftieth scan twice as long: the mean hardly moves, the 99th percentile does."""
    slow = [us * (2 if number % 50 == 1 else 1)
            for number, us in enumerate(times["step_us_125_mhz"])]
    with pytest.raises(calibrate.CalibrationError, match="the chip does something that"):
        calibrate.calibrated(counted, {**times, "step_us_125_mhz": slow})


def test_times_of_another_firmware_are_refused(times, tmp_path, capsys):
    other = tmp_path / "times.json"
    other.write_text(json.dumps({**times, "firmware": "0123456789abcdef"}))
    assert command.main(["calibrate", str(RECORDING), str(other)]) == 1
    said = capsys.readouterr().err
    assert "were taken on firmware 0123456789abcdef, the one built here is" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("recording", "words"), [
    ("", "no scan in it; `make lab-steps` writes a recording"),
    ("[1, 2]\n", "line 1: no scan; a line is"),
    ('[{}, {}, 5, {}]\n{"a"\n', "line 2: no scan; a line is"),
    (None, "cannot read it: No such file or directory"),
])  # fmt: skip
def test_what_is_no_recording_is_told_in_one_sentence(recording, words, tmp_path, capsys):
    path = tmp_path / "recording.jsonl"
    if recording is not None:
        path.write_text(recording)
    assert command.main(["calibrate", str(path), str(TIMES)]) == 1
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_what_has_no_times_is_told_in_one_sentence(tmp_path, capsys):
    path = tmp_path / "times.json"
    path.write_text("{}")
    assert command.main(["calibrate", str(RECORDING), str(path)]) == 1
    assert "no times of scans in it" in capsys.readouterr().err


def test_a_missing_calibration_says_how_it_is_made(tmp_path):
    with pytest.raises(cost.NotCalibrated, match="python -m tools.check.cost calibrate REC"):
        cost.calibration(tmp_path / "calibration.json")
    (tmp_path / "counts.json").write_text('{"counts": [[1, 2]]}')
    with pytest.raises(calibrate.CalibrationError, match="counts by 2 classes, the model has"):
        calibrate.load_counts(tmp_path / "counts.json")
