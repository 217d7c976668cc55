"""Commands for when something is wrong: doctor, report."""

import os
import time
import zipfile
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from .. import doctor as examining
from .. import report as reporting
from ..client import Client
from ..doctor import BAD, GOOD, Finding
from ..errors import ToolError, UsageError
from ..flash.progress import Progress
from ..options import Json, Port, merge
from ..output import Output
from ..ports import choose
from ..redact import Redactor

STYLES = {GOOD: "green", "look": "yellow", BAD: "bold red"}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(doctor)
    app.command()(report)


def doctor(context: typer.Context, port: Port = None, as_json: Json = False) -> None:
    """Examine this computer, its ports and the table, and say what to do; needs no table.

    Exit 0 when nothing is bad, else the code of the first that is.
    """
    named, output = merge(context, port, as_json)
    findings = examining.examine(named)
    bad = [finding for finding in findings if finding.verdict == BAD]
    if output.as_json:
        output.json({"findings": [vars(finding) for finding in findings], "bad": len(bad)})
    else:
        show(output, findings)
    if bad:
        output.note(f"mjtool: {bad[0].what}: {bad[0].found}. What to do: {bad[0].do}.")
        raise typer.Exit(bad[0].exit_code)


def show(output: Output, findings: list[Finding]) -> None:
    """A line for each finding, its verdict first; what to do below it."""
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        text = Text(f"{finding.verdict:4}  ", STYLES[finding.verdict])
        text.append(f"{finding.what:{width}}  {finding.found}", "default")
        output.console.print(text)
        if finding.do:
            output.console.print(Text(f"      {'':{width}}  -> {finding.do}"))


def report(context: typer.Context,
           file: Annotated[Path | None, typer.Argument(
               help="The archive to write; else mjtool-report-DATE.zip here.")] = None,
           port: Port = None, as_json: Json = False) -> None:
    """Write one archive for a bug report, without your names; needs no table.

    It holds what `doctor` finds and, with a table, its log, settings, faults, counters, trends
    and flight recorder. Exit 0 when it is whole, else the code of what is missing; the archive is
    there either way.
    """
    named, output = merge(context, port, as_json)
    target = file or Path(time.strftime("mjtool-report-%Y%m%d-%H%M%S.zip"))
    writable(target)
    files, lacking = gathered(named, output)
    write(target, files)
    missing = next(iter(lacking.values()), None)
    output.say(f"{target}: {len(files)} files, {target.stat().st_size} bytes; look through it, "
               "then attach it to your report.",
               {"file": str(target), "files": list(files), "lacking": {
                   name: problem.as_json() for name, problem in lacking.items()}})
    if missing:
        output.note(f"mjtool: it is not whole. {missing}")
        raise typer.Exit(missing.exit_code)


def writable(target: Path) -> None:
    """UsageError where the archive cannot be written: before the table is read, not after."""
    if target.exists():
        raise UsageError("the file is there already", str(target), "", "name another")
    if not target.parent.is_dir():
        raise UsageError(f"cannot write the archive: there is no folder {target.parent}",
                         str(target), "", "make that folder, or name one that is there")
    if not os.access(target.parent, os.W_OK):
        raise UsageError("cannot write the archive: you may not write to its folder", str(target),
                         "", "choose a folder you may write to")


def gathered(named: str | None, output: Output) -> tuple[dict[str, bytes], dict[str, ToolError]]:
    """The archive's files, and what could not be had."""
    files: dict[str, bytes] = {}
    lacking: dict[str, ToolError] = {}
    redactor = Redactor()
    try:
        with Client(choose(named), note=output.note) as client:
            redactor = Redactor(client.hello.uid)
            with Progress(output).phase("reading the table", 1) as phase:
                files, lacking = reporting.collect(client, redactor, phase.of)
    except ToolError as problem:
        lacking = {"table.json": problem}
    findings = reporting.examined(examining.examine(named))
    files = {"doctor.txt": redactor.text(findings).encode()} | files
    return {"README.txt": reporting.about(files, lacking, redactor).encode()} | files, lacking


def write(target: Path, files: dict[str, bytes]) -> None:
    """The archive."""
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    except OSError as problem:
        raise UsageError(f"cannot write the archive: {problem.strerror}", str(target), "",
                         "choose a folder you may write to") from None
