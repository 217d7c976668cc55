"""Options that several bench commands have."""

from pathlib import Path
from typing import Annotated

import typer

Answers = Annotated[Path | None, typer.Option(
    "--answers", metavar="FILE", help="Answers to prompts, TOML or JSON; on a real table not "
    "where a person's hand or eye is the safety.")]
Against = Annotated[Path | None, typer.Option(
    "--against", metavar="FILE", help="Judge by this report instead of the unit's last one.")]
AnySpeed = Annotated[bool, typer.Option(
    "--any-speed", help="Also try a simulated table that does not run in real time; its verdicts "
    "may be false.")]
