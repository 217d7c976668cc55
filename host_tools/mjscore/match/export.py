"""A match as CSV for a spreadsheet and as JSON for other programs, and back from JSON.

JSON carries the whole journal, so an imported match is the same match with its history; the rows
beside it are for readers and are worked out again on import.
"""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from ..tiles import SEATS
from ..wall import SIDES
from .entries import WORDS
from .errors import MatchError
from .marker import shown
from .names import mark
from .store import Line
from .table import Row, Sheet
from .words import about

FORMAT = "mjscore match"
VERSION = 1
HEAD = ("no", "what", "about", "dealer", "side", "wind", "streak", "winner", "value")
TAIL = ("voided", "problem")


def as_csv(sheet: Sheet) -> str:
    """One line an entry: deal, result, net and running total of everybody; CRLF as RFC 4180."""
    text = io.StringIO()
    writer = csv.writer(text)
    names = sheet.setup.people
    writer.writerow([*HEAD, *names, *(f"{name} total" for name in names), *TAIL])
    for row in sheet.rows:
        writer.writerow(_cells(row, sheet))
    return text.getvalue()


def _cells(row: Row, sheet: Sheet) -> list[Any]:
    names = sheet.setup.people
    deal = row.before.deal
    hand = row.entry.kind == "hand"
    return [
        row.entry.label,
        WORDS[row.entry.kind],
        about(row, sheet),
        *((row.before.seats["E"], SIDES[deal.dealer], SEATS[deal.wind], deal.streak)
          if hand else ("",) * 4),
        row.winner or "",
        "" if row.value is None else row.value,
        *(row.net.get(name, 0) for name in names),
        *(row.totals[name] for name in names),
        "yes" if row.entry.voided else "",
        str(row.problem or ""),
    ]  # fmt: skip


def as_json(sheet: Sheet, journal: Sequence[Line] = ()) -> dict[str, Any]:
    """Everything: how it began, rows, totals, the marker, and the journal for an import."""
    setup = sheet.setup.as_action()
    setup.pop("do")
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": setup,
        "ended": sheet.ended,
        "rows": [row_json(row) for row in sheet.rows],
        "totals": dict(sheet.state.totals),
        "chips": {name: sheet.setup.ledger.start + points
                  for name, points in sheet.state.totals.items()},
        "seats": sheet.state.seats,
        "waits": sheet.state.bench,
        "marker": shown(sheet.state.deal),
        "journal": [{"at": line.at, "ref": line.ref, "action": line.action} for line in journal],
    }  # fmt: skip


def row_json(row: Row) -> dict[str, Any]:
    """One row for programs, with the whole request as it was scored and its answer."""
    return {
        "no": row.entry.label,
        "what": WORDS[row.entry.kind],
        "entry": row.entry.seq,
        "seats": row.before.seats,
        "marker": shown(row.before.deal),
        "winner": row.winner,
        "value": row.value,
        "net": dict(row.net),
        "totals": dict(row.totals),
        "request": row.request,
        "answer": row.answer,
        "edits": row.entry.edits,
        "voided": row.entry.voided,
        "problem": row.problem.as_dict()["error"] if row.problem else None,
    }


def read(text: str) -> list[Line]:
    """The journal in an exported match; MatchError for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise MatchError(f"this is no JSON ({problem})", "import") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise MatchError("this is no exported match", "import")
    if data.get("version") != VERSION:
        raise MatchError(f"version {data.get('version')!r} is not {VERSION}", "import.version")
    journal = data.get("journal")
    if not isinstance(journal, list) or not journal:
        raise MatchError("there is no journal in it", "import.journal")
    return [_line(number, row) for number, row in enumerate(journal, 1)]


def _line(number: int, row: object) -> Line:
    where = f"import.journal.{number}"
    if not isinstance(row, dict) or not isinstance(row.get("action"), dict):
        raise MatchError("a line has at, ref and action", where)
    ref = row.get("ref")
    at = mark(row.get("at"), f"{where}.at")
    return Line(number, at, None if ref is None else mark(ref, f"{where}.ref"), row["action"])
