"""What `make lab` prints, and the same as an object for the file."""

from __future__ import annotations

import argparse
from typing import Any

from mjsim.people.habits import Habits
from tools.check.lab import symbols, twin
from tools.check.lab.evening import SORTING, Evening
from tools.check.lab.figures import histogram, mean, quantile, summary

REST = ("ready", "playing", "power_on")
SORT = (SORTING,)
SHOWN = 6


def report(evening: Evening, options: argparse.Namespace, habits: Habits) -> dict[str, Any]:
    """Print everything; the object of it."""
    figures, host = evening.figures, evening.host
    if evening.first_us < 0:
        print("the firmware made no scan")
        return {}
    print(
        "power-up to first scan %.2f s; hello %d ms after the port was open; clock %d MHz"
        % (evening.first_us / 1e6, host.hello_ms, figures.hertz // 1_000_000)
    )
    print(
        "processor: %.1f %% waiting, %.1f %% in interrupts of %.0f us in the mean"
        % (100 * figures.share("idle"), 100 * figures.share("irq"), figures.irq_us())
    )
    groups = {"all": (), "at rest": REST, "sorting": SORT}
    for name, states in groups.items():
        print(summary("scan + interrupts, %s" % name, figures.busy_us(*states)))
    for name, states in groups.items():
        print(summary("until the live signal, %s" % name, figures.scan_us(*states)))
    print("scan + interrupts of all scans:\n" + "\n".join(histogram(figures.busy_us())))
    print(
        "from a scan to the next:\n" + "\n".join(histogram([row[1] for row in figures.rows()[1:]]))
    )
    _memory(evening)
    print("host: %d answers, mean %.0f ms, p99 %d ms, worst %d ms; asked again %d, wrong lines %d"
          % (len(host.answer_ms), mean(host.answer_ms), quantile(host.answer_ms, 0.99),
             max(host.answer_ms, default=0), host.asked_again, host.wrong))  # fmt: skip
    print(
        "walls %d, faults %d, restarts %d, broken physics %d"
        % (
            evening.walls,
            len(evening.faults),
            len(evening.resets),
            len(evening.table.plant.violations),
        )
    )
    _profile(figures.profile)
    compared = _compare(evening, options, habits)
    return _object(evening, options, compared)


def _profile(profile: dict[str, Any]) -> None:
    """Which functions take the time: of all of it, and of scans over 3 ms."""
    if not profile:
        return
    names = symbols.long_names()
    total = profile["samples"]
    for title, key in (("Python functions, with what they call in C", "python"),
                       ("the same, in scans over 3 ms", "slow"),
                       ("C functions", "c")):  # fmt: skip
        whole = total if key != "slow" else sum(count for _, count in profile[key]) or 1
        print("%s, %% of the busy time:" % title)
        for name, count in profile[key][:40]:
            print("  %5.1f  %s" % (100 * count / whole, names.get(name, name)))


def _memory(evening: Evening) -> None:
    heap = evening.figures.heap
    if not heap:
        print("heap: not found")
        return
    marks = [heap[i * (len(heap) - 1) // 5] for i in range(6)]
    print(
        "heap free / largest block, KB: "
        + ", ".join(
            "%.0f s %.0f / %.0f" % (us / 1e6, free / 1024, largest / 1024)
            for us, free, largest in marks
        )
    )
    print(
        "heap: least free %.0f KB, smallest largest block %.0f KB"
        % (min(row[1] for row in heap) / 1024, min(row[2] for row in heap) / 1024)
    )


def _compare(evening: Evening, options: argparse.Namespace, habits: Habits) -> twin.Comparison:
    table = evening.table
    theirs = twin.events(options.machine, options.profile, options.seed, habits, evening.words(),
                         table.now_ms, evening.figures.scans, table.start_us,
                         table.shown)  # fmt: skip
    compared = twin.Comparison(evening.host.events, theirs)
    print("events: %d on the chip, %d simulated; the same in order up to the %d., %.1f s, "
          "at most %d ms apart" % (len(evening.host.events), len(theirs), compared.same,
                                   compared.at_ms / 1000, compared.worst_ms))  # fmt: skip
    print("  without its like within %d ms: %d of both" % (twin.NEAR_MS, len(compared.alone)))
    for text in compared.alone[:SHOWN]:
        print("    " + text)
    if compared.differ:
        print("  then the chip says: %s\n  and the simulator: %s" % compared.differ)
    return compared


def _object(
    evening: Evening, options: argparse.Namespace, compared: twin.Comparison
) -> dict[str, Any]:
    figures = evening.figures
    return {
        "sort_about": "One evening on the emulated chip with drivers and interrupts, seed and "
                      "hands as below: rows [time_us, period to the next scan us, busy us "
                      "(interrupts included), of it interrupts us]",
        "seed": options.seed, "hands": evening.walls, "hertz": figures.hertz,
        "first_scan_us": evening.first_us, "hello_ms": evening.host.hello_ms,
        "sort_scans": figures.rows(), "states": figures.states, "heap": figures.heap,
        "answer_ms": evening.host.answer_ms, "faults": evening.faults,
        "same_events": compared.same, "apart_ms": compared.worst_ms, "alone": compared.alone,
        "events": evening.host.events,
    }  # fmt: skip
