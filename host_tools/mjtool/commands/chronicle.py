"""`mjtool chronicle`: what happened to the table, its chain, and whether it fits the last look."""

from typing import Annotated

import typer

from ..chronicle import seen
from ..chronicle.chain import Chain, read
from ..chronicle.seen import Verdict
from ..options import Json, Port, connect
from ..output import Output

DIFFERENT = 4

Accept = Annotated[bool, typer.Option(
    "--accept", help="Keep this chain as the one seen, though it does not fit the one before.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(chronicle)


def chronicle(context: typer.Context, accept: Accept = False, port: Port = None,
              as_json: Json = False) -> None:
    """Show starts, service entries, faults and lid openings, and check their chain.

    The head is compared with the last one this computer saw of this table; exit 4 when it was cut
    short, edited, rewritten or cannot be joined. docs/FAIRNESS.md says what that cannot show.
    """
    client, output = connect(context, port, as_json)
    with client:
        chain = read(client)
        uid, simulated = client.hello.uid, seen.is_simulated(client.hello)
    known = None if simulated else seen.recall(uid)
    verdict = seen.SIMULATED if simulated else seen.judge(known, chain)
    if not simulated and (verdict.good or accept):
        seen.keep(uid, chain)
    alarms = [entry for entry in chain.entries
              if entry.is_alarm and (known is None or entry.number > known.count)]
    show(output, uid, chain, verdict, len(alarms), accept)
    if alarms or not verdict.good and not accept:
        raise typer.Exit(DIFFERENT)


def show(output: Output, uid: str, chain: Chain, verdict: Verdict, alarms: int,
         accepted: bool) -> None:  # fmt: skip
    """Entries, head, verdict."""
    if output.as_json:
        output.json({"uid": uid, "count": chain.count, "first": chain.first + 1,
                     "head": chain.head().hex(), "verdict": verdict.word, "text": verdict.text,
                     "alarms": alarms,
                     "entries": [{"number": int(number), "start": int(start), "text": text}
                                 for number, start, text in chain.sentences()]})
        return
    output.table(("entry", "start", "what happened"), chain.sentences())
    output.table(("table", uid), [
        ("entries", f"{chain.count}, of which {len(chain.rows)} are kept"),
        ("head", chain.head().hex())])
    output.say(_whole(verdict.text), None)
    if verdict.word in ("first", "simulated") and seen.others(uid):
        output.say("This computer has seen other tables: " + ", ".join(seen.others(uid))
                   + "; a board that was exchanged has another number.", None)
    if alarms:
        output.say("The board itself found its records changed: see above.", None)
    if not verdict.good and accepted:
        output.say("This chain's head is kept as the last one seen (--accept).", None)
    elif not verdict.good:
        output.say("The head last seen stays kept; compare it with a head on paper, look at the "
                   "seals of the lid, and `mjtool verify` the firmware. --accept keeps the new "
                   "chain.", None)


def _whole(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
