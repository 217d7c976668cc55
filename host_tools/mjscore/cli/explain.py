"""`mjscore explain`: every line of a result with its rule, or what a hand lacks for a rule."""

import sys
from typing import Annotated, Any

import typer

from mjscore import explain as explaining
from mjscore.cli import completing, options, stream
from mjscore.cli.page import write
from mjscore.cli.typed import request_of, seat_of, without
from mjscore.engine import score
from mjscore.rulebook import rule
from mjscore.systems import SYSTEMS

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def explain(
    words: options.Words = None,
    why_not: Annotated[
        str | None,
        typer.Option("--why-not", metavar="ID", help="What the hand lacks for this rule.",
                     autocompletion=completing.rules),  # fmt: skip
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="Whose hand --why-not asks about, else the winner's."
        ),
    ] = None,  # fmt: skip
    # copy: typer reads the options of `score` and `explain` from each one's own signature.
    giver: options.Giver = None,
    drawn: options.Drawn = False,
    source: options.Source = None,
    E: options.East = None,  # noqa: N803  # the letters of the seats
    S: options.South = None,  # noqa: N803
    W: options.West = None,  # noqa: N803
    N: options.North = None,  # noqa: N803
    wind: options.Wind = None,
    dice: options.Dice = None,
    streak: options.Streak = None,
    config: options.Config = None,
    single_wait: options.Wait = None,
    first_turn: options.First = None,
    special: options.Special = None,
    last_flower_holder: options.LastFlower = None,
    bettor: options.Bettor = None,
    flags: options.Flags = None,
    riichi: options.Riichi = None,
    rules: options.Rules = None,
) -> None:
    """Explain a result rule by rule, or what a hand lacks.

    --why-not names a rule that did not count, and asks what was missing for it.

    The request is read as by `mjscore score`: JSON lines from stdin or FILE, or a typed hand.

    \b
    Examples:
      mjscore explain SHOP-B S "(D111) (B222) C23467 DR*2 +C8" --from W
      mjscore explain SHOP-B S "(D111) (B222) C23467 DR*2 +C8" --from W --why-not SB-D04
    """
    given = dict(locals())
    seat = seat_of(seat) if seat is not None else None
    with options.played(rules):
        _explained(words, given, why_not, seat)


def _explained(
    words: list[str] | None, given: dict[str, Any], why_not: str | None, seat: str | None
) -> None:
    """What `explain` does, by the rules in use."""
    if not words or (len(words) == 1 and words[0].upper() not in SYSTEMS):

        def show(request: Any, answer: dict[str, Any]) -> str:
            return _text(request, answer, why_not, seat) + "\n"

        raise typer.Exit(stream.run(words[0] if words else None, show))
    request, left_out = request_of(words, given)
    answer = without(score(request), left_out)
    write(_text(request, answer, why_not, seat))
    if left_out:
        print("mjscore: only the winner's hand was given; the losers settle nothing here",
              file=sys.stderr)  # fmt: skip


def _text(request: Any, answer: dict[str, Any], id: str | None, seat: str | None) -> str:
    if "error" in answer:
        return f"error: {answer['error']['message']}"
    if id is None:
        return explaining.told(request, answer)
    lacks = explaining.why_not(request, id, seat)
    wanted = rule(id)
    head = f"{wanted.id} {wanted.name}: {wanted.text}"
    return "\n".join([head, *(f"  - {lack}" for lack in lacks or ["It counts."])])
