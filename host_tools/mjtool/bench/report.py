"""The report of a visit: JSON for the next one, CSV for a sheet, one HTML file for people."""

import csv
import io
from collections import Counter
from datetime import datetime
from importlib import metadata, resources
from pathlib import Path
from typing import Any

from jinja2 import Environment

from ..errors import UsageError
from ..handshake import Hello
from .case import Case
from .plots import plots
from .store import FORM
from .verdict import FAILED, GRADES, LEFT, OK, SIGNS, UNSURE, WORN, Verdict

CLASSES = {OK: "ok", WORN: "worn", FAILED: "failed", UNSURE: "unsure", LEFT: "left"}
COLUMNS = ("item", "grade", "word", "text", "do", "part", "wires")


def make(hello: Hello, stage: str, found: list[Verdict], took_s: float) -> dict[str, Any]:
    """The report as it is kept."""
    return {"form": FORM, "unit": hello.as_json(), "stage": stage, "took_s": round(took_s, 1),
            "date": datetime.now().astimezone().isoformat(timespec="seconds"),
            "tool": metadata.version("mjtable-project"),
            "items": [verdict.as_json() for verdict in found]}


def changes(report: dict[str, Any], last: dict[str, Any] | None) -> list[str]:
    """What is another grade than at the last visit, in words."""
    before = {row["item"]: row for row in (last or {}).get("items", [])}
    return [f"{row['item']}: was {before[row['item']]['word']}, is {row['word']}"
            for row in report["items"]
            if row["item"] in before and row["word"] != before[row["item"]]["word"]
            and LEFT not in (row["grade"], before[row["item"]]["grade"])]


def html(report: dict[str, Any], last: dict[str, Any] | None, cases: dict[str, Case]) -> str:
    """One file, readable offline."""
    text = resources.files("mjtool.bench").joinpath("report.html.j2").read_text(encoding="utf-8")
    page = Environment(autoescape=True).from_string(text)
    counted = Counter(row["grade"] for row in report["items"])
    return page.render(
        report, counts={grade: counted[grade] for grade in GRADES if counted[grade]},
        classes=CLASSES, signs=SIGNS, changes=changes(report, last),
        last_date=(last or {}).get("date", ""), plots=plots(cases),
        bad=[row for row in report["items"] if row["grade"] in (FAILED, WORN, UNSURE)])


def sheet(report: dict[str, Any]) -> str:
    """One row an item."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([row[key] for key in COLUMNS] for row in report["items"])
    return out.getvalue()


def write(base: Path, texts: dict[str, str]) -> list[Path]:
    """`base`.html and its like; UsageError when a file cannot be written."""
    paths = []
    for ending, text in texts.items():
        path = base.with_name(base.name + "." + ending)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as problem:
            raise UsageError(f"the report cannot be written: {problem.strerror}", str(path), "",
                             "name another file with --out") from problem
        paths.append(path)
    return paths
