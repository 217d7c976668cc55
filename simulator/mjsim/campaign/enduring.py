"""`mjsim campaign endurance`: tables that each play hand after hand; seeds in a row.

A table is a piece of its own: nothing of it, wear and sizes included, hangs on the others.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from mjsim.campaign import left, show
from mjsim.campaign.endurance import CELL_WRITES, HANDS_A_DAY, Report, endure
from mjsim.campaign.halves import Result
from mjsim.campaign.pieces import JOBS, SEED, OnStep, Pieces, Work, carried, unheard, within
from mjsim.table import flight
from mjsim.words.names import MACHINES, choose
from mjsim.words.vocabulary import profiles

LIMITS = {"hands": (1, 10_000_000), "units": (1, 10_000), "seed": SEED, "jobs": JOBS}


@dataclass
class Asked(Work):
    """What `mjsim campaign endurance` was asked for."""

    machine: str = "four_port"
    profile: str = "SHOP-B-136"
    hands: int = 2_000
    units: int = 1


@dataclass(frozen=True)
class Plan(Pieces):
    """So many tables of one kind, seeds counted up from `seed`."""

    machine: str
    profile: str
    hands: int
    seed: int
    units: int = 1

    @property
    def runs(self) -> int:
        """A table each."""
        return self.units

    def as_object(self) -> dict[str, Any]:
        """For JSON."""
        return {"machine": self.machine, "profile": self.profile, "hands": self.hands,
                "seed": self.seed, "runs": self.units}  # fmt: skip

    @property
    def shape(self) -> dict[str, type]:
        """What a table's result has."""
        return {"failed": list, "report": dict, "recording": str}

    def command(self, number: int) -> str:
        """What a person types to see one table again."""
        return "mjsim campaign endurance --machine %s --profile %s --hands %d --seed %d" % (
            self.machine, self.profile, self.hands, self.seed + number)  # fmt: skip


def tables(plan: Plan, number: int, _done: set[int],
           on_step: OnStep = unheard) -> Iterator[Result]:  # fmt: skip
    """The result of a table."""
    report, recording = endure(plan.machine, plan.profile, plan.seed + number, plan.hands, on_step)
    yield {"run": number, "failed": report.wrong, "report": asdict(report),
           "recording": b64encode(recording).decode()}  # fmt: skip


def endurance(asked: Asked) -> int:
    """All tables; the exit code."""
    within(asked, LIMITS)
    plan = Plan(choose("machine", asked.machine, MACHINES),
                choose("profile", asked.profile, profiles()), asked.hands, asked.seed, asked.units)
    results = carried(plan, asked, tables, "tables", (asked.hands, "hands"))
    reports = [Report(**results[number]["report"]) for number in range(plan.runs)]
    _leave(plan, [results[number] for number in range(plan.runs)])
    good = all(one.good for one in reports)
    if asked.as_json:
        told = [{**asdict(one), "good": one.good} for one in reports]
        print(json.dumps(told[0] if plan.units == 1 else
                         {"plan": plan.as_object(), "good": good, "units": told}))
        return 0 if good else 1
    if plan.units == 1:
        _whole(reports[0])
    else:
        print("\n".join(map(_line, reports)))
    show.failures("seed %d: %s: %s" % (one.seed, "; ".join(one.wrong), plan.command(number))
                  for number, one in enumerate(reports) if not one.good)  # fmt: skip
    print("good" if good else "FAILED")
    return 0 if good else 1


def _leave(plan: Plan, results: list[Result]) -> None:
    """The recordings of hands that went wrong; drift, leak and wear have no moment."""
    for result in left.first([one for one in results if one["recording"]]):
        flight.leave("endurance-%s-seed%d" % (plan.machine, plan.seed + result["run"]),
                     b64decode(result["recording"]))  # fmt: skip


def _whole(report: Report) -> None:
    """One table, for people."""
    print("%s %s seed %d: %d hands in a row" % (
        report.machine, report.profile, report.seed, report.hands))  # fmt: skip
    print("sorts by tenth, s: " + " ".join("%.1f" % one for one in report.sort_s))
    print("drift %+.2f %% (chance makes up to %.2f)" % (report.drift_pct, report.chance_pct))
    print("plant %s bytes, firmware %s" % (_ends(report.plant_bytes),
                                           _ends(report.firmware_bytes)))  # fmt: skip
    wear = "slot %d: %d in ten years at %d hands a day, its cells stand %.0e"
    print("%.1f writes of the journal a hand; " % report.writes_a_hand
          + wear % (report.worst_slot, report.ten_years, HANDS_A_DAY, CELL_WRITES))  # fmt: skip


def _line(report: Report) -> str:
    """One of several tables."""
    return ("%s %s seed %d: %d hands, drift %+.2f %% (chance %.2f), plant %s bytes, firmware %s, "
            "slot %d: %d in ten years: %s" % (
                report.machine, report.profile, report.seed, report.hands, report.drift_pct,
                report.chance_pct, _ends(report.plant_bytes), _ends(report.firmware_bytes),
                report.worst_slot, report.ten_years,
                "good" if report.good else "FAILED"))  # fmt: skip


def _ends(sizes: list[int]) -> str:
    return "%d to %d" % (sizes[0], sizes[-1]) if sizes else "not weighed"
