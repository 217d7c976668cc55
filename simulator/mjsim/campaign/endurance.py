"""Hand after hand on one table: does anything drift, leak or wear out?

Drift: the sort's time of the last tenth against that of the second one (in the first the gears are
cold). Leak: how many bytes plant and firmware take, tenth by tenth. Wear: writes to each slot of
the store, projected to ten years; the memory chip stands so many of each cell.
"""

from __future__ import annotations

import gc
import pickle
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, pstdev

from mjsim.board.board import MemoryStore
from mjsim.board.tapping import untap
from mjsim.campaign.pieces import OnStep, unheard
from mjsim.people.habits import Habits
from mjsim.run.report import HandMeter
from mjsim.run.run import HAND_LIMIT_MS, LOOK_MS
from mjsim.table import flight
from mjsim.table.session import SimTable
from mjsim.words.stumble import where

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


def endure(machine: str, profile: str, seed: int, hands: int,
           on_hand: OnStep = unheard) -> tuple[Report, bytes]:  # fmt: skip
    """Play the hands; what came of it, and of a hand that went wrong the recording."""
    report = Report(machine, profile, seed)
    store, times = CountingStore(), []
    table = SimTable(machine, profile, seed, store, players=Habits(play_ms=PLAY_MS), late="now",
                     record=flight.RING)  # fmt: skip
    table.hearing.keep = False
    meter = HandMeter(table)
    try:
        while report.hands < hands and not report.wrong:
            _hand(table, meter, report)
            if not report.wrong:
                times.append(meter.hands[-1].sort_s)
                if report.hands * TENTHS % hands < TENTHS:
                    _weigh(table, report)
                on_hand([])
    except Exception as problem:  # noqa: BLE001 - a traceback is one of the failures
        report.wrong.append(where(problem))
    recording = flight.left_by(table) if report.wrong else b""
    _conclude(report, times, store)
    return report, recording


def _hand(table: SimTable, meter: HandMeter, report: Report) -> None:
    """Until one more is dealt, or something is wrong."""
    limit = table.now_ms + HAND_LIMIT_MS[table.machine]
    while not report.wrong:
        table.run_for(LOOK_MS)
        dealt = meter.look()
        report.hands += dealt
        if not dealt and table.now_ms > limit:
            report.wrong.append("hand %d did not come: %s" % (report.hands + 1, table.summary()))
        report.wrong += (table.violations + meter.wrong)[:3]
        if dealt:
            return


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
