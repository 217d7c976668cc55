"""`mjtool flash`: a new firmware on the table's board, a look at it, or the old one again."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.prompt import Confirm

from ..errors import UsageError
from ..flash import job, reach
from ..flash.compare import Comparison, compare
from ..flash.identity import dotted
from ..flash.job import Flashed, Visit, Visiting
from ..flash.progress import Progress
from ..flash.release import Release, for_chip, releases
from ..flash.slots import Slot
from ..options import Json, Port, merge
from ..output import Output

DIFFERENT = 4

Place = Annotated[Path, typer.Option(
    "--release", "-r", metavar="PLACE", show_default=True,
    help="A release (its ZIP, or the folder it was unpacked to), or a folder with several.")]
Check = Annotated[bool, typer.Option(
    "--check", help="Only compare board and release, file by file; exit 4 when they differ.")]
Back = Annotated[bool, typer.Option(
    "--rollback", help="Go back to the firmware that was on the board before.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(flash)


def flash(context: typer.Context, place: Place = Path("dist"), check: Check = False,
          back: Back = False, yes: Yes = False, port: Port = None,
          as_json: Json = False) -> None:
    """Put a new firmware on the table's board.

    The new firmware is copied beside the one that runs, every file is verified, then one small
    file switches. When the new one does not answer, the old one is put back. Nothing at the
    table moves; it has to stand still.
    """
    named, output = merge(context, port, as_json)
    if check and back:
        raise UsageError("--check and --rollback exclude each other", "flash", "", "give one")
    asked = Asking(output, yes)
    if not check:
        asked.possible()
    if back:
        report(output, job.rollback(reach.find(named), Progress(output), asked.back))
        return
    found = releases(place)
    url = reach.find(named)
    if not check:
        report(output, job.flash(url, found, Progress(output), asked.forth))
        return
    with Visiting(url) as visit:
        seen = compare(visit, for_chip(found, visit.identity.chip))
    show(output, seen)
    if not seen.same:
        raise typer.Exit(DIFFERENT)


class Asking:
    """Asks a person before anything is written, unless --yes was given."""

    def __init__(self, output: Output, yes: bool) -> None:
        self._output = output
        self._yes = yes

    def possible(self) -> None:
        """UsageError when nobody could answer."""
        if not self._yes and (self._output.as_json or not sys.stdin.isatty()):
            raise UsageError("nobody can be asked here whether to write to the board", "flash",
                             "the command runs without a terminal", "add --yes")

    def forth(self, visit: Visit, release: Release) -> None:
        """Before a flash."""
        running = visit.slots.running
        now = f"firmware {running.version}" if running else "no complete firmware of ours"
        if running is None and visit.slots.launcher:
            now += ", and a main.py that will be replaced"
        self._ask(f"{visit.identity.machine} with MicroPython "
                  f"{dotted(visit.identity.micropython)} at {visit.url} has {now}. "
                  f"Put {release.manifest.version} on it?")

    def back(self, visit: Visit, slot: Slot) -> None:
        """Before a roll-back."""
        self._ask(f"{visit.identity.machine} at {visit.url}: go back to firmware {slot.version}?")

    def _ask(self, question: str) -> None:
        if self._yes:
            return
        if not Confirm.ask(question, console=self._output.errors, default=False):
            raise UsageError("nothing was written", "flash", "you said no", "")


def report(output: Output, done: Flashed) -> None:
    """What was done."""
    text = f"{done.board} at {done.port} runs firmware {done.version}"
    text += f" (before: {done.before})." if done.before else "."
    value: dict[str, object] = {"port": done.port, "board": done.board, "version": done.version,
                                "before": done.before or None}
    if done.installed is not None:
        installed = done.installed
        text += (f" Slot {installed.slot}, {installed.copied} files copied "
                 f"({installed.bytes // 1024} KB), {installed.kept} already there.")
        value |= {"slot": installed.slot, "copied": installed.copied, "kept": installed.kept,
                  "bytes": installed.bytes}
    output.say(text, value)


def told(output: Output, title: str, text: str) -> None:
    """A note that the board left, if it did."""
    if text:
        output.say(f"{title}\n" + "\n".join(f"    {line}" for line in text.splitlines()), None)


def show(output: Output, seen: Comparison) -> None:
    """The comparison."""
    if output.as_json:
        output.json(seen.as_json())
        return
    output.table((seen.machine, seen.port), [
        ("MicroPython", seen.micropython),
        ("active slot", seen.active or "none"),
        ("firmware on the board", seen.board_version or "none, or not complete"),
        ("firmware in the other slot", seen.other or "none, or not complete"),
        ("release", seen.release_version)])
    told(output, "The board did not start its active slot (/fallback):", seen.fallback)
    told(output, "Last words of a program that stopped, maybe long ago (/crash.txt):", seen.crash)
    if seen.same:
        output.say(f"All {seen.files} files are the same.", None)
        return
    output.table(("file on the board", "is"), [(row.path, row.what) for row in seen.differences])
    output.say("The board differs from the release; `mjtool flash` puts the release on it.", None)
