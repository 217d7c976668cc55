"""`python -m tools.check.cost`: the work of one scan on the board, and how it is known.

Bytecodes are counted exactly, in the genuine VM, while it plays against the plant (`metering.py`);
microseconds are those of a model (`cost.py`), and the report says against what it is calibrated.
Nothing printed depends on the speed of this computer.
"""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mjtable.kit.crc import START, crc16
from tools.check.cost import cost, reference
from tools.check.cost.metering import Meter, Scan, metered
from tools.check.vm.built import firmware
from tools.check.vm.lockstep import Lockstep, fresh_plant
from tools.check.vm.script import told

ROOT = Path(__file__).resolve().parents[3]
PROFILE = "SHOP-B-136"
SEED = 3
HEAP_BYTES = 64 * 1024 * 1024  # the counting makes garbage
FETCH_MS = 1000
POLL_MS = 50  # a host asks 20 times a second
REST_FLOOR, SORT_FLOOR = "mean <= 800", "p99 <= 3000"
START_FLOOR_MS = 700
# A whole start of 10,545 lines took 1002 ms on an emulated RP2040 at 125 MHz (scan_times.json),
# five times what micropython.md, section 0 rule 10, has for a small program.
IMPORT_MS_PER_LINE = (1002 - 97) / 10_545
BOOT_MS = 12  # flash entry to main.py's first pin (section 5), and the boot ROM's 5 ms
LOAD_FRAM_MS, SELF_TEST_MS = 25, 60  # hal/fram.py load; hal/start.py: two periods of the mains
LINE = "{:<42} {:>6} {:>6} {:>6} {:>9}  {}"


@dataclass
class Evening:
    """Scans of one evening by virtual time, and what the table did when."""

    scans: list[Scan]
    sorting_ms: tuple[int, int]


def evening(machine: str, polled: bool = False, until_sorted: bool = True) -> Evening:
    """Power on, ready, a whole sort, walls up; with a host that asks when `polled`."""
    table = told(machine, PROFILE, SEED)
    table.run_for(1000)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.run_for(3000)
    start = end = table.now_ms
    if until_sorted:
        table.load()
        start = table.now_ms
        table.run_until(lambda: table.table.set_waiting == "green", 400_000)
        end = table.now_ms
        table.load()
        table.run_until("rolling", 60_000)
    return Evening(_play(machine, table, polled), (start, end))


def _play(machine: str, table: Any, polled: bool) -> list[Scan]:
    plant = fresh_plant(machine, PROFILE, SEED)
    found: list[Scan] = []
    with metered(), Lockstep(plant, firmware(), heap_bytes=HEAP_BYTES) as board:
        meter = Meter(board)

        def fetch(board: Any) -> None:
            scans = meter.fetch()
            for back, scan in enumerate(reversed(scans)):
                scan.now_ms = board.now_ms - 5 * back
            found.extend(scans)

        acts: list[Any] = [(ms, fetch, ()) for ms in range(FETCH_MS, table.now_ms, FETCH_MS)]
        if polled:
            acts += [(ms, _asks(number), ()) for number, ms in
                     enumerate(range(200, table.now_ms, POLL_MS))]
        board.play(sorted([*table.plant.deeds, *acts], key=lambda deed: deed[0]), table.now_ms)
        fetch(board)
    return found


def _asks(number: int) -> Any:
    """What a watching host sends: status and events in turn."""
    body = b"%d %s" % (number % 999 + 1, b"events from=1" if number & 1 else b"status")
    line = body + b"*%04X\n" % crc16(body, 0, len(body), START)
    return lambda board: board.incoming.extend(line)


def lines(name: str, scans: Iterable[Scan], floor: str, chip: cost.Chip = cost.BOARD) -> str:
    """One line of the table: us of whole scans, and bytecodes of the worst."""
    found = list(scans)
    ordered = sorted(scan.us_on(chip) for scan in found)
    worst = max(found, key=lambda scan: scan.us)
    count = len(ordered)
    return LINE.format(name, f"{sum(ordered) / count:.0f}", f"{ordered[count * 99 // 100]:.0f}",
                       f"{ordered[-1]:.0f}", worst.scan.bytecodes, floor).rstrip()


def startup_ms(root: Path = ROOT) -> tuple[int, float]:
    """Source lines of the firmware, and ms from power-up to the first scan."""
    count = sum(len(path.read_text(encoding="utf-8").splitlines())
                for package in ("mjtable", "hal")
                for path in (root / "firmware" / package).rglob("*.py"))
    import_ms = count * IMPORT_MS_PER_LINE * cost.BOARD.core  # the clock is set before imports
    return count, BOOT_MS + import_ms + LOAD_FRAM_MS + SELF_TEST_MS


def report() -> str:
    """The whole report."""
    found = [
        f"Work of one scan on the {cost.BOARD.name}, in us, without what else interrupts it:",
        "bytecodes counted in the genuine VM, and a cost model,",
        *textwrap.wrap(cost.calibration().told, 99),
        LINE.format("", "mean", "p99", "worst", "bytecodes", "asked"),
    ]
    four = evening("four_port")
    polled = evening("four_port", polled=True, until_sorted=False)
    single = evening("single_port", until_sorted=False)
    start, end = four.sorting_ms
    found += [
        lines("at rest, four_port", _between(four.scans, start - 2500, start - 200),
              REST_FLOOR),
        lines("at rest, single_port", _between(single.scans, *_rest(single)), REST_FLOOR),
        lines("at rest, a host asks 20 times a second",
              _between(polled.scans, *_rest(polled)), REST_FLOOR),
        lines("a sort, four_port", _between(four.scans, start, end), SORT_FLOOR),
        lines("walls up", _between(four.scans, end + 100, four.scans[-1].now_ms), SORT_FLOOR),
    ]
    found += ["", "a sort, four_port, on", *on_chips(_between(four.scans, start, end))]
    found += ["", *worst(_between(four.scans, start, end))]
    found += ["", *starting(), "", *model()]
    return "\n".join(found)


def on_chips(scans: list[Scan]) -> list[str]:
    """The same scans on every chip and clock that the model knows."""
    return [lines("  " + chip.name, scans, chip.note, chip) for chip in cost.CHIPS]


def _rest(evening: Evening) -> tuple[int, int]:
    return evening.sorting_ms[0] - 2500, evening.sorting_ms[0]


def _between(scans: list[Scan], first_ms: int, last_ms: int) -> list[Scan]:
    return [scan for scan in scans if first_ms < scan.now_ms <= last_ms]


def worst(scans: list[Scan], count: int = 3) -> list[str]:
    """The busiest moments."""
    found = []
    for scan in sorted(scans, key=lambda scan: -scan.us)[:count]:
        counts = scan.scan.counts
        found.append(f"busiest: {scan.us:.0f} us at {scan.now_ms / 1000:.3f} s: "
                     f"{scan.scan.bytecodes} bytecodes, {counts[cost.FRAME]} Python calls, "
                     f"{counts[cost.PROBE]} places looked at in dictionaries")
    return found


def starting() -> list[str]:
    """Power-up to the first scan."""
    count, ms = startup_ms()
    return [f"power-up to the first scan: {ms:.0f} ms (asked <= {START_FLOOR_MS}): {count} lines "
            f"of firmware at {1000 * IMPORT_MS_PER_LINE * cost.BOARD.core:.0f} ms a thousand, "
            f"{BOOT_MS} ms to main.py, {LOAD_FRAM_MS} ms FRAM, {SELF_TEST_MS} ms self-test"]


def model() -> list[str]:
    """What the model makes of programs whose time is known."""
    known = cost.calibration()
    found = ["The model, against programs timed on an emulated RP2040 (their code in its cache):",
             "  " + ", ".join(f"{name} {us}" for name, us in
                              zip(cost.CLASSES, cost.US, strict=False))
             + f" us an opcode, {known.probe_us:.2f} us a place looked at in a dictionary",
             f"  in a scan, for code that comes from the flash: {known.opcode_us:.2f} us an "
             f"opcode, {known.call_us:.1f} us a Python call, {known.start_us:.0f} us at its start"]
    counted = reference.counts_of(ROOT, cost.classes())
    for each in reference.REFERENCES:
        us = cost.core_us(counted[each.name], known) + cost.native_us(*each.native)
        found.append(f"  {each.what:<52} {each.us:>7} us, model {us:7.1f}, "
                     f"{100 * (us / each.us - 1):+4.0f} %")
    return found
