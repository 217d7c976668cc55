"""The logic board's routing: the signals first, then the supplies' layer between their vias."""

from __future__ import annotations

from pathlib import Path

from hardware.board.layout import Layout
from hardware.logic.job import signal_job, supply_job
from hardware.route.answer import AnswerFile, question
from hardware.route.job import Routing

FILE = AnswerFile("hardware/logic.routing", "hardware.logic", "hardware/logic.kicad_pcb",
                  ("signals", "supplies"))


def committed(layout: Layout, root: Path) -> tuple[Routing, Routing]:
    """The answer for this layout; StaleRouting when it was given for another one."""
    asked, parts = FILE.committed(root)
    signals, supplies = parts["signals"], parts["supplies"]
    FILE.same(asked, signal_job(layout), supply_job(layout, signals))
    return signals, supplies


def route(layout: Layout, seed: int = 1) -> str:
    """Ask the router; the file's text."""
    from hardware.route.command import ask
    job = signal_job(layout)
    # the second question as the file will put it: rounded
    signals = FILE.read(FILE.text("", {"signals": ask(job, seed)}))[1]["signals"]
    between = supply_job(layout, signals)
    return FILE.text(question(job, between),
                     {"signals": signals, "supplies": ask(between, seed)})
