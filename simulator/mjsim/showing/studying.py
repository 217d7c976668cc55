"""The commands `mjsim study ...`: their options; what they do is imported when asked for."""

from __future__ import annotations

from typing import Annotated

import typer

from mjsim.plant.mixing import NAMES as SETS
from mjsim.words.extras import extra
from mjsim.words.options import JSON, MACHINE, PROFILE, SEED

JOBS = Annotated[int, typer.Option(help="Processes beside each other.")]
KEEP = Annotated[
    str, typer.Option(help="Folder of what is done; a stopped study goes on there.")]

study = typer.Typer(
    name="study",
    help="Is the shuffle fair? A million walls (docs/SHUFFLE.md), or a real table's "
    "(docs/REAL_SHUFFLE.md).",
    no_args_is_help=True,
)


@study.callback()
def root() -> None:
    """Take what stands before the verb."""


@study.command()
def run(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    timelines: Annotated[int, typer.Option(help="Sorts, each of another table.")] = 20_000,
    walls: Annotated[int, typer.Option(help="Walls of each column.")] = 1_000_000,
    figures: Annotated[
        list[str] | None,
        typer.Option("--set", help="Mixing: pessimistic (judged), middle, optimistic."),
    ] = None,
    load: Annotated[
        list[str] | None,
        typer.Option(help="Of the drum: played, recorded, quarters, one side, halves, poured."),
    ] = None,
    pre_mix: Annotated[
        int | None, typer.Option("--pre-mix", help="Pre-mix in ms instead of the table's own.")
    ] = None,
    unit: Annotated[str, typer.Option(help="typical, worn, nominal, or a number.")] = "typical",
    passes: Annotated[int, typer.Option(help="Times each set is sorted (own model).")] = 1,
    seed: SEED = 1,
    jobs: JOBS = 2,
    keep: KEEP = ".build/study",
    curve: Annotated[
        bool, typer.Option("--curve", help="With longer pre-mixes beside each set.")
    ] = False,
    report: Annotated[str, typer.Option(help="Write the whole as FILE.html.")] = "",
    plot: Annotated[str, typer.Option(help="Write the curve, FILE.svg.")] = "",
    as_json: JSON = False,
) -> None:
    """The whole study: sorts recorded, replayed as walls, judged by margins fixed before."""
    with extra("study"):
        from mjstudy.run import command as verb
        from mjstudy.run.asked import Asked

    asked = Asked(machine, profile, unit, pre_mix, timelines, walls, tuple(figures or SETS),
                  tuple(load or ("played",)), seed, passes)  # fmt: skip
    told = verb.Told(curve or bool(plot), as_json, report, plot)
    raise typer.Exit(verb.run(asked, keep, jobs, told))


@study.command()
def changes(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    timelines: Annotated[int, typer.Option(help="Sorts, each of another table.")] = 2_000,
    walls: Annotated[int, typer.Option(help="Walls of each column.")] = 60_000,
    load: Annotated[str, typer.Option(help="Of the drum, as for `run`.")] = "played",
    seed: SEED = 1,
    jobs: JOBS = 2,
    keep: KEEP = ".build/study",
    write: Annotated[
        bool, typer.Option("--write", help="Put the tables into docs/PHYSICS.md.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """Each change of the machine that was tried (changes.toml), against every statistic."""
    with extra("study"):
        from mjstudy.run import tried as verb
        from mjstudy.run.asked import Asked

    asked = Asked(machine, profile, "typical", None, timelines, walls, ("pessimistic",), (load,),
                  seed)  # fmt: skip
    raise typer.Exit(verb.run(asked, keep, jobs, as_json, write))


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
