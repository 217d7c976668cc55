"""`mjsim campaign endurance`: hand after hand on one table; does anything drift, leak or wear out?

Drift: the sort's time of the last tenth against that of the second one (in the first the gears are
cold). Leak: how many bytes plant and firmware take, tenth by tenth. Wear: writes to each slot of
the store, projected to ten years; the memory chip stands so many of each cell.
"""

from __future__ import annotations

import gc
import json
import pickle
from collections import Counter
from dataclasses import asdict, dataclass, field
from math import sqrt
from statistics import mean, pstdev
from typing import Any

from mjsim.board.board import MemoryStore
from mjsim.board.tapping import untap
from mjsim.campaign import show
from mjsim.people.habits import Habits
from mjsim.run.report import HandMeter
from mjsim.run.run import HAND_LIMIT_MS, LOOK_MS
from mjsim.table import flight
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError

YEARS, HANDS_A_DAY = 10, 40
CELL_WRITES = 10**12
"""Of the FRAM MB85RC256V, by its data sheet."""
PLAY_MS = 10_000
TENTHS = 10
DRIFT_PCT, LEAK_PCT = 2.0, 1.0
"""More than this, beyond what chance makes, is a drift; more than this is a leak."""


class CountingStore(MemoryStore):
    """A store that counts what is written to each slot."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: Counter[int] = Counter()

    def write(self, slot: int, buf: bytes | bytearray | memoryview, n: int) -> int:
        """As in memory."""
        self.writes[slot] += 1
        return super().write(slot, buf, n)


@dataclass
class Report:
    """What came of it."""

    machine: str
    profile: str
    seed: int
    hands: int = 0
    wrong: list[str] = field(default_factory=list)
    sort_s: list[float] = field(default_factory=list)
    """Mean time of a sort by tenth."""
    plant_bytes: list[int] = field(default_factory=list)
    firmware_bytes: list[int] = field(default_factory=list)
    drift_pct: float = 0.0
    chance_pct: float = 0.0
    """Three standard errors of the drift."""
    writes_a_hand: float = 0.0
    worst_slot: int = 0
    ten_years: int = 0
    """Writes to the slot that is written most, in ten years."""

    @property
    def good(self) -> bool:
        """Nothing was wrong."""
        return not self.wrong


def endure(machine: str, profile: str, seed: int, hands: int, on_hand: Any = None) -> Report:
    """Play the hands."""
    report = Report(machine, profile, seed)
    store, times = CountingStore(), []
    table = SimTable(machine, profile, seed, store, players=Habits(play_ms=PLAY_MS), late="now",
                     record=flight.RING)  # fmt: skip
    table.hearing.keep = False
    meter = HandMeter(table)
    limit = table.now_ms + HAND_LIMIT_MS[machine]
    while report.hands < hands and not report.wrong:
        table.run_for(LOOK_MS)
        if meter.look():
            report.hands += 1
            times.append(meter.hands[-1].sort_s)
            limit = table.now_ms + HAND_LIMIT_MS[machine]
            if report.hands * TENTHS % hands < TENTHS:
                _weigh(table, report)
            if on_hand is not None:
                on_hand([])
        elif table.now_ms > limit:
            report.wrong.append("hand %d did not come: %s" % (report.hands + 1, table.summary()))
        report.wrong += (table.violations + meter.wrong)[:3]
    if report.wrong:
        flight.leave("endurance-%s-seed%d" % (machine, seed), flight.left_by(table))
    _conclude(report, times, store)
    return report


def _weigh(table: SimTable, report: Report) -> None:
    """How many bytes the machine and its firmware take now."""
    events = table.table.events
    untap(events)
    gc.collect()
    report.plant_bytes.append(len(pickle.dumps(table.plant)))
    report.firmware_bytes.append(len(pickle.dumps(table.table)))
    table.hearing.connect(events)


def _conclude(report: Report, times: list[float], store: CountingStore) -> None:
    """Means, drift, wear; what is beyond its limit is wrong."""
    part = max(1, len(times) // TENTHS)
    parts = [times[at : at + part] for at in range(0, part * TENTHS, part)]
    report.sort_s = [round(mean(one), 3) for one in parts if one]
    if len(times) >= 2 * TENTHS:
        early, late = parts[1], parts[-1]
        error = sqrt((pstdev(early) ** 2 + pstdev(late) ** 2) / part)
        report.drift_pct = round(100 * (mean(late) / mean(early) - 1), 3)
        report.chance_pct = round(100 * 3 * error / mean(early), 3)
    if abs(report.drift_pct) > DRIFT_PCT + report.chance_pct:
        report.wrong.append("sorts drift: the last tenth took %+.1f %%" % report.drift_pct)
    for name, sizes in (("plant", report.plant_bytes), ("firmware", report.firmware_bytes)):
        if len(sizes) > 2 and sizes[-1] > sizes[1] * (1 + LEAK_PCT / 100):
            report.wrong.append("the %s grows: %d bytes, then %d" % (name, sizes[1], sizes[-1]))
    slot, most = max(store.writes.items(), key=lambda row: row[1], default=(0, 0))
    report.worst_slot = slot
    report.writes_a_hand = round(sum(store.writes.values()) / max(1, report.hands), 1)
    report.ten_years = most * YEARS * 365 * HANDS_A_DAY // max(1, report.hands)
    if report.ten_years > CELL_WRITES:
        report.wrong.append("slot %d wears out within ten years" % slot)


def command(machine: str, profile: str, seed: int, hands: int, as_json: bool) -> int:
    """Play, print, exit code."""
    if hands < 1:
        raise UsageError("--hands %d: at least 1 hand is needed" % hands)
    with show.progress(as_json, hands, "hands") as bar:
        report = endure(machine, profile, seed, hands, bar.step)
    if as_json:
        print(json.dumps({**asdict(report), "good": report.good}))
        return 0 if report.good else 1
    print("%s %s seed %d: %d hands in a row" % (machine, profile, seed, report.hands))
    print("sorts by tenth, s: " + " ".join("%.1f" % one for one in report.sort_s))
    print("drift %+.2f %% (chance makes up to %.2f)" % (report.drift_pct, report.chance_pct))
    print("plant %s bytes, firmware %s" % (_ends(report.plant_bytes),
                                           _ends(report.firmware_bytes)))  # fmt: skip
    wear = "slot %d: %d in ten years at %d hands a day, its cells stand %.0e"
    print("%.1f writes of the journal a hand; " % report.writes_a_hand
          + wear % (report.worst_slot, report.ten_years, HANDS_A_DAY, CELL_WRITES))  # fmt: skip
    print("\n".join(report.wrong) or "good")
    return 0 if report.good else 1


def _ends(sizes: list[int]) -> str:
    return "%d to %d" % (sizes[0], sizes[-1]) if sizes else "not weighed"
