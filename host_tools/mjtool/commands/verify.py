"""`mjtool verify`: is the firmware on the board the published one, every file of it?"""

from pathlib import Path
from typing import Annotated

import typer

from ..flash import reach
from ..flash.job import Visiting
from ..flash.release import everyone, for_chip
from ..flash.verify import Verdict
from ..flash.verify import verify as verified
from ..options import Json, Port, merge
from ..output import Output
from .flash import DIFFERENT, told

Place = Annotated[Path, typer.Option(
    "--release", "-r", metavar="PLACE", show_default=True,
    help="A release (its ZIP or its folder), or a folder with several: the newest should run, "
         "an older one may lie in the other slot.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(verify)


def verify(context: typer.Context, place: Place = Path("dist"), port: Port = None,
           as_json: Json = False) -> None:
    """Compare every file on the table's board with a release; exit 4 when one is not as it says.

    The table has to stand still; it restarts into maintenance for it and back. Nothing is
    written. docs/FAIRNESS.md says what this shows and what it cannot show.
    """
    named, output = merge(context, port, as_json)
    found = everyone(place)
    newest = {release.manifest.arch: release for release in found}
    with Visiting(reach.find(named)) as visit:
        verdict = verified(visit, found, for_chip(newest, visit.identity.chip))
    show(output, verdict)
    if not verdict.good:
        raise typer.Exit(DIFFERENT)


def show(output: Output, verdict: Verdict) -> None:
    """The table of what was compared, then each problem as a sentence."""
    if output.as_json:
        output.json(verdict.as_json())
        return
    output.table((verdict.machine, verdict.port), [
        ("table", verdict.uid or "did not answer before"),
        ("MicroPython", verdict.micropython),
        ("release", verdict.release),
        ("its manifest's SHA-256", verdict.digest)])
    output.table(("part of the board", "firmware", "compared"), verdict.rows)
    told(output, "The board did not start its active slot (/fallback):", verdict.notes["fallback"])
    told(output, "Last words of a program that stopped, maybe long ago (/crash.txt):",
         verdict.notes["crash"])
    for problem in verdict.problems:
        output.say(problem.text[:1].upper() + problem.text[1:] + ".", None)
    if verdict.good:
        output.say(f"All {verdict.files} files on the board are the release's, or records of the "
                   "table.", None)
    else:
        output.say(f"This board is not the release: {len(verdict.problems)} problems.", None)
