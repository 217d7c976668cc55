"""How a whole visit is taken up again, and how it ends: its report kept, written and summed up."""

import json
from pathlib import Path
from typing import Any

from . import report, stages, store
from .setup import Bench, summary
from .verdict import FAILED, OK, WORN, of_json
from .visit import Visit


def take_up(visit: Visit, before: dict[str, Any] | None) -> None:
    """Go on with a visit that was broken off."""
    for row in (before or {}).get("items", []):
        verdict = of_json(row)
        if verdict.grade in (OK, WORN, FAILED):
            visit.done[verdict.item] = verdict


def keep(made: dict[str, Any], before: dict[str, Any] | None) -> Path:
    """Keep the report for the next visit; nothing is broken off any more."""
    path = store.keep(store.merged(made, before))
    store.path_of(made["unit"]["uid"], "open").unlink(missing_ok=True)
    return path


def close(bench: Bench, made: dict[str, Any], visit: Visit, out: Path | None) -> None:
    """Keep the report, write what was asked for, say what has changed."""
    path = keep(made, bench.before)
    for line in report.changes(made, bench.before):
        bench.output.note(f"Since the last visit: {line}.")
    summary(bench.output, visit.verdicts)
    for line in stages.sentences(visit):
        bench.output.note(line)
    if out:
        texts = {"html": report.html(made, bench.before, visit.cases),
                 "csv": report.sheet(made), "json": json.dumps(made, indent=1) + "\n"}
        for written in report.write(out, texts):
            bench.output.note(f"wrote {written}")
    bench.output.note(f"kept for the next visit: {path}")
