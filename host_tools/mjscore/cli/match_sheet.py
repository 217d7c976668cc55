"""The score sheet as people read it, and one hand itemised by rule."""

from typing import TYPE_CHECKING, Any

from ..match.deal import SEATS
from ..match.entries import WORDS
from ..match.marker import in_words, shown
from ..match.table import Row, Sheet
from .match_output import Output

if TYPE_CHECKING:
    from ..rulebook import Rule

HANDS = ("no", "what", "East", "wind", "winner", "value")


def show(out: Output, sheet: Sheet) -> None:
    """Everybody's running totals, entry by entry, and what comes next."""
    setup, state = sheet.setup, sheet.state
    out.say(f"{setup.name}: {setup.profile}" + (", ended" if sheet.ended else ""))
    names = setup.people
    heads = [*HANDS, *(_head(out, sheet, name) for name in names)]
    rows = [_row(row, names) for row in sheet.rows]
    rows.append(["", "total", *[""] * 4, *(str(state.totals[name]) for name in names)])
    start = setup.ledger.start
    if start or setup.ledger.pieces:
        chips = (str(start + state.totals[name]) for name in names)
        rows.append(["", "chips", *[""] * 4, *chips])
    out.table(heads, rows, bold=len(HANDS) + names.index(state.seats["E"]))
    for name in names:
        pieces = setup.ledger.shown(start + state.totals[name])
        if pieces:
            out.say(f"{name}: {pieces}")
    out.say(f"Next: {_next(sheet)}.")
    for row in sheet.misfits:
        out.say(f"{row.entry.name} does not fit and counts nothing: {row.problem}")


def _head(out: Output, sheet: Sheet, name: str) -> str:
    """A name with its seat in the next hand; the dealer's stands out."""
    for seat, person in sheet.state.seats.items():
        if person == name:
            mark = ("● " if out.pictures else "* ") if seat == SEATS[0] else ""
            return f"{mark}{name} ({seat})"
    return f"{name} (bets)" if sheet.setup.role == "bettor" else f"{name} (waits)"


def _row(row: Row, names: tuple[str, ...]) -> list[str]:
    hand = row.entry.kind == "hand"
    what = WORDS[row.entry.kind]
    if row.entry.voided or row.problem:
        what += ", void" if row.entry.voided else ", does not fit"
    elif row.entry.edits:
        what += ", edited"
    return [
        row.entry.label,
        what,
        row.before.seats["E"] if hand else "",
        SEATS[row.before.deal.wind] if hand else "",
        row.winner or ("nobody" if hand and row.request else ""),
        "" if row.value is None else str(row.value),
        *(_points(row, name) for name in names),
    ]


def _points(row: Row, name: str) -> str:
    net = row.net.get(name, 0)
    return f"{row.totals[name]} ({net:+})" if net else str(row.totals[name])


def _next(sheet: Sheet) -> str:
    deal = sheet.state.deal
    text = f"{sheet.state.seats['E']} deals; {in_words(shown(deal))}"
    if deal.over:
        text += "; the full game is over"
    if deal.reseat:
        text += "; new seats are diced for first"
    if sheet.state.dice:
        text += f"; dice {' '.join(map(str, sheet.state.dice))}"
    return text + ("; a bet is placed" if sheet.state.bet else "")


def itemised(out: Output, row: Row | None) -> None:
    """What each scored hand counted, rule by rule, and who pays whom."""
    if row is None or row.answer is None:
        return
    seats = row.before.seats
    for seat, hand in (row.answer.get("hands") or {}).items():
        if hand.get("lines") or hand.get("doubles") or hand["value"]:
            _hand(out, f"{seats[seat]} ({seat})", hand)
    payments = row.answer.get("transfers") or []
    for payment in payments:
        giver, taker = _who(row, payment["from"]), _who(row, payment["to"])
        out.say(f"{giver} pays {taker} {payment['amount']}")
    if not payments:
        out.say("Nobody pays anything.")


def _hand(out: Output, who: str, hand: dict[str, Any]) -> None:
    reading = hand.get("reading")
    out.say(f"{who}: value {hand['value']}" + (f"  {reading}" if isinstance(reading, str) else ""))
    lines = [*((rule, f"{points}") for rule, points in hand.get("lines", [])),
             *((rule, f"x{2**doubles}") for rule, doubles in hand.get("doubles", [])),
             *((rule, "limit") for rule in hand.get("limits", []))]  # fmt: skip
    for rule, amount in lines:
        out.say(f"  {rule:<10} {amount:>5}  {_text(rule)}".rstrip())


def _text(rule: str) -> str:
    from ..errors import ScoreError
    from ..rulebook import rule as found

    try:
        entry: Rule = found(rule)
    except ScoreError:
        return ""
    return entry.name


def _who(row: Row, seat: str) -> str:
    return row.before.seats.get(seat) or row.before.bench or seat
