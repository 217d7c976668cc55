"""The commands `mjsim study ...`: their options; what they do is imported when asked for."""

from __future__ import annotations

from typing import Annotated

import typer

from mjsim.words.options import JSON, MACHINE, PROFILE, SEED

study = typer.Typer(
    help="Is the shuffle fair? A kit for real tables (docs/REAL_SHUFFLE.md).",
    no_args_is_help=True,
)


@study.callback()
def root() -> None:
    """Take what stands before the verb."""


@study.command()
def real(
    file: Annotated[str, typer.Argument(help="File of typed walls.")] = "",
    as_json: JSON = False,
    plot: Annotated[str, typer.Option(help="Write a picture too, FILE.svg.")] = "",
    template: Annotated[
        str, typer.Option(help="Print a file to fill in for this profile, as SHOP-B-136.")
    ] = "",
    practice: Annotated[
        int, typer.Option(help="Print a file of so many made-up hands to practise with.")
    ] = 0,
    cling: Annotated[
        float, typer.Option(help="Practice: % of the tiles that stick to the one dropped next.")
    ] = 0.0,
    layer: Annotated[
        float, typer.Option(help="Practice: correlation of falling and leaving, in %.")
    ] = 0.0,
    apart: Annotated[
        bool, typer.Option("--apart", help="Practice: two that stick go to two walls.")
    ] = False,
    seed: SEED = 0,
    profile: PROFILE = "SHOP-B-136",
    machine: MACHINE = "four_port",
    load: Annotated[str, typer.Option(help="Template, practice: sorted or dots.")] = "sorted",
) -> None:
    """Judge the walls of a real table, typed from photographs."""
    from mjstudy.real import command as verb

    asked = verb.Asked(file, as_json, plot, template, practice, cling, layer, apart, seed,
                       profile, machine, load)  # fmt: skip
    raise typer.Exit(verb.command(asked))
