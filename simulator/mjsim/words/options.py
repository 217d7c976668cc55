"""Options that several commands have, in the same words."""

from __future__ import annotations

from typing import Annotated

import typer

from mjsim.words import completing
from mjsim.words.names import MACHINES

MACHINE = Annotated[str, typer.Option(help=f"{', '.join(MACHINES[:-1])} or {MACHINES[-1]}.",
                                       autocompletion=completing.machines)]
PROFILE = Annotated[str, typer.Option(help="Table profile, as SHOP-B-136 or YEE.",
                                       autocompletion=completing.profiles)]
SEED = Annotated[int, typer.Option(help="Seed of everything random; one seed, one run.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
JOBS = Annotated[int, typer.Option(help="Processes beside each other.")]
SCHEDULER = Annotated[str, typer.Option(
    help="A Dask cluster, tcp://HOST:PORT (extra `cluster`).")]  # fmt: skip
KEEP = Annotated[
    str, typer.Option(help="File of the results; an ended campaign goes on where it was.")
]
