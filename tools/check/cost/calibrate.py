"""Fits the cost model to recorded scans whose times on the chip are known.

    python -m tools.check.cost calibrate RECORDING TIMES [WHAT]

replays the recording (`replay.py`), keeps the counts of every scan in
`tests/data/scan_counts.json` (so that the fit can be repeated once the firmware has changed) and
writes `calibration.json`. Four figures are fitted, each for something that happens in the chip
(`cost.Calibration`), to every other scan; the error told is that of the scans between them.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.check.cost import cost, replay
from tools.check.vm.built import firmware

ROOT = Path(__file__).resolve().parents[3]
COUNTS = ROOT / "tests" / "data" / "scan_counts.json"
TIMES_KEY = "step_us_125_mhz"  # the times that are fitted; the other clocks' are compared
LIMIT_PCT = 10
ROUNDS = 400  # of the fit; it stands still long before
SPREAD_PCT = 25  # a single scan is off by 4 % (root mean square); of other scans' times by 100


class CalibrationError(Exception):
    """Recording and times do not belong together, or the model does not fit them."""


def load_times(path: Path, count: int) -> dict[str, Any]:
    """The times of `count` scans."""
    try:
        times = json.loads(path.read_text(encoding="utf-8"))
        found = times[TIMES_KEY]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise CalibrationError(f"{path}: no times of scans in it ({problem!r}); `make lab-steps` "
                               f"writes them beside a recording, as `{TIMES_KEY}`") from problem
    if len(found) != count:
        raise CalibrationError(f"{path}: {len(found)} times for {count} scans; they are those of "
                               "another recording")
    return dict(times)


def terms(counts: list[int]) -> tuple[float, ...]:
    """What the four figures are multiplied with: probes, starts, opcodes, Python calls."""
    return counts[cost.PROBE], 1.0, cost.opcodes_of(counts), counts[cost.FRAME]


def fit(rows: list[list[int]], times_us: list[float]) -> list[float]:
    """The four figures, none below zero, by least squares; long scans weigh more than short ones,
    but less than their squares do."""
    size = len(terms(rows[0]))
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for counts, us in zip(rows, times_us, strict=True):
        known = terms(counts)
        rest = us - cost.warm_us(counts)
        for i in range(size):
            right[i] += known[i] * rest / us
            for j in range(size):
                matrix[i][j] += known[i] * known[j] / us
    found = [0.0] * size
    for _ in range(ROUNDS):
        for i in range(size):
            rest = right[i] - sum(matrix[i][j] * found[j] for j in range(size) if j != i)
            found[i] = max(0.0, rest / matrix[i][i]) if matrix[i][i] else 0.0
    return found


def predicted_us(counts: list[int], known: cost.Calibration, chip: cost.Chip) -> float:
    """One scan of the table alone, as it was recorded."""
    return (cost.core_us(counts, known) * chip.core
            + (cost.flash_us(counts, known) + known.start_us) * chip.flash)


def errors(rows: list[list[int]], times_us: list[float], known: cost.Calibration,
           chip: cost.Chip = cost.BASE) -> tuple[float, float, float]:
    """In per cent: of the mean, of the 99th percentile, and of single scans (root mean square)."""
    made = [predicted_us(counts, known, chip) for counts in rows]
    single = sum((a / b - 1) ** 2 for a, b in zip(made, times_us, strict=True)) / len(made)
    return (100 * (sum(made) / sum(times_us) - 1),
            100 * (percentile(made, 99) / percentile(times_us, 99) - 1), 100 * single ** 0.5)


def percentile(values: list[float], per_cent: float) -> float:
    """The value that `per_cent` of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(len(ordered) * per_cent / 100))]


def calibrated(counted: dict[str, Any], times: dict[str, Any]) -> cost.Calibration:
    """The calibration by counts and times of the same scans."""
    rows, times_us = counted["counts"], times[TIMES_KEY]
    found = [round(each, 4) for each in fit(rows[::2], times_us[::2])]
    known = cost.Calibration(*found, counted["what"], counted["firmware"], len(rows[1::2]), 0, 0)
    mean_pct, p99_pct, single_pct = errors(rows[1::2], times_us[1::2], known)
    if single_pct > SPREAD_PCT:
        raise CalibrationError(f"single scans are off by {single_pct:.0f} %; these are not the "
                               "times of this recording")
    if max(abs(mean_pct), abs(p99_pct)) > LIMIT_PCT:
        raise CalibrationError(
            f"the model is off by {mean_pct:+.1f} % in the mean and {p99_pct:+.1f} % at the 99th "
            f"percentile, {LIMIT_PCT} % are allowed; the chip does something that "
            "tools/check/cost/cost.py does not know of")
    return cost.Calibration(*found, counted["what"], counted["firmware"], len(rows[1::2]),
                            round(mean_pct, 1), round(p99_pct, 1))


def calibrate(recording: Path, times_path: Path, what: str = "", counts_path: Path = COUNTS,
              calibration_path: Path = cost.CALIBRATION) -> cost.Calibration:
    """Replay, fit, write both files; `ReplayError` or `CalibrationError` before anything is.

    `what` was recorded, and on what: for people; else the times' own words."""
    scans = replay.load(recording)
    times = load_times(times_path, len(scans))
    folder = firmware()
    digest = replay.digest(folder)
    if times.get("firmware", digest) != digest:
        raise CalibrationError(
            f"{times_path}: its times were taken on firmware {times['firmware']}, the one built "
            f"here is {digest}; take new ones with `make lab-steps`")
    counted = {"about": "What each scan of a recording executes: " + ", ".join(cost.CLASSES),
               "what": what or times.get("about", "scans"), "firmware": digest,
               "counts": replay.features(ROOT, folder, scans)}
    known = calibrated(counted, times)
    counts_path.write_text(compact(counted), encoding="utf-8")
    calibration_path.write_text(json.dumps(asdict(known), indent=1) + "\n", encoding="utf-8")
    return known


def compact(counted: dict[str, Any]) -> str:
    """JSON with a line for each scan."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in counted["counts"])
    head = json.dumps({**counted, "counts": []}, indent=1)
    return head.replace('"counts": []', '"counts": [\n' + rows + "]") + "\n"


def load_counts(path: Path = COUNTS) -> dict[str, Any]:
    """The counts as `calibrate` keeps them."""
    found = json.loads(path.read_text(encoding="utf-8"))
    width = len(found["counts"][0])
    if width == cost.COUNTED:  # of a firmware without machine code
        found["counts"] = [[*row, 0, 0] for row in found["counts"]]
    elif width != len(cost.CLASSES):
        raise CalibrationError(f"{path}: counts by {width} classes, the model has "
                               f"{len(cost.CLASSES)}; make them again")
    return dict(found)
