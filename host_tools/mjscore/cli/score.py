"""`mjscore score`: requests line by line, or a hand typed compactly."""

import sys
from typing import Annotated, Any

import typer

from mjscore.cli import options, stream
from mjscore.cli.page import Page, one_line, write, write_json
from mjscore.cli.pictures import way_for
from mjscore.cli.sheet import sheet
from mjscore.cli.typed import request_of, without
from mjscore.engine import score as answer_to
from mjscore.errors import ScoreError
from mjscore.explain import payments
from mjscore.systems import SYSTEMS

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def score(
    words: options.Words = None,
    pretty: Annotated[bool, typer.Option("--pretty", help="Sheets for people.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON answer a line.")] = False,
    as_request: Annotated[
        bool, typer.Option("--request", help="Print the request of the typed hand instead.")
    ] = False,
    settled_by: Annotated[
        bool, typer.Option("--settled-by", help="With the rules of payment in each JSON answer.")
    ] = False,
    tiles: options.Tiles = "auto",
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
    """Score hands, from JSON requests or typed.

    One request a line from stdin or FILE, one answer a line. A line that cannot be used,
    a blank one too, gets {"error": {"message", "field", "rule"}} in its place, the next one
    is still answered; exit code 2 at the end if there was any.

    \b
    A hand may be typed instead (on a terminal its sheet is shown, in a pipe the JSON):
      mjscore score SHOP-B S "(D111) (B222) C23467 DR*2 +C8" --from W
      mjscore score YEE E "B123 B456 C789 {WE*4} D1 +D1 /F1S2" --drawn

    \b
    Nobody won (- in place of the seat): in LASFS the four hands settle
      mjscore score LASFS - --E "{WE*4} C13579 D13579" --S "B3456789 C234 D789" \\
          --W "C13579 D13579 B246" --N "(DR*3) C13579 D13579"

    \b
    Compact notation:
      B234         bamboos 2 3 4; C characters, D dots, F flowers, S seasons, A animals
      WE DR J      winds WE WS WW WN, dragons DR DG DW, joker
      DR*2         two red dragons
      (C555)       an open meld, also [C555]: pung, kong, chow or quint by its tiles
      {WE*4}       a kong laid down closed
      +C8          the winning tile
      /F1S2  ?A3   laid beside the hand; the same, not declared
      @dead        also @exposed_in_error, @first_discard, @special=ID, @value=POINTS
    """
    given = dict(locals())
    with options.played(rules):
        _answer(words, given, pretty, as_json, as_request, settled_by, tiles)


def _answer(
    words: list[str] | None, given: dict[str, Any], pretty: bool, as_json: bool,
    as_request: bool, settled_by: bool, tiles: str,
) -> None:  # fmt: skip
    """What `score` does, by the rules in use."""
    if pretty and as_json:
        raise ScoreError("sheets for people and JSON are asked for at once", "--pretty, --json")
    way = way_for(tiles)
    if not words or (len(words) == 1 and words[0].upper() not in SYSTEMS):
        name = words[0] if words else None
        if pretty:
            raise typer.Exit(stream.run(name, lambda asked, found: _page(asked, found, way)))
        raise typer.Exit(stream.run(name, _settled if settled_by else None))
    request, left_out = request_of(words, given)
    if as_request:
        write_json(request)
        return
    answer = without(answer_to(request), left_out)
    if pretty or not (as_json or settled_by or not sys.stdout.isatty()):
        write(_page(request, answer, way).rstrip("\n"))
    else:
        write(_settled(request, answer) if settled_by else one_line(answer))


def _settled(request: Any, answer: dict[str, Any]) -> str:
    """The answer with the rules by which it is paid."""
    if "transfers" in answer:
        answer = answer | {"settled_by": payments.used(request, answer)}
    return one_line(answer)


def _page(request: Any, answer: dict[str, Any], way: str) -> str:
    page = Page()
    try:
        sheet(page, request, answer, way)
    except ScoreError as problem:
        page.line(f"error: {problem}")
    page.line()
    return page.text()
