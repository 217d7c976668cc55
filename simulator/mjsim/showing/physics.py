"""The commands `mjsim physics ...`: their options; what they do is imported when asked for."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from mjsim.words import folders
from mjsim.words.bar import bar
from mjsim.words.extras import extra
from mjsim.words.names import UsageError

physics = typer.Typer(
    name="physics",
    help="A drum of rigid tiles, and what the plant's mixing takes from it (docs/PHYSICS.md).",
    no_args_is_help=True,
)


@physics.callback()
def root() -> None:
    """Take what stands before the verb."""


@physics.command()
def runs(
    count: Annotated[
        int | None, typer.Option(min=1, help="The first so many instead of all.")
    ] = None,
    grid: Annotated[
        int | None,
        typer.Option(min=2, max=6, help="All combinations of so many levels of each factor."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes beside each other.")] = 2,
    scheduler: Annotated[
        str, typer.Option(help="A Dask cluster, tcp://HOST:PORT (extra `cluster`).")
    ] = "",
    table: Annotated[str, typer.Option(help="FILE.csv instead of the project's own.")] = "",
) -> None:
    """Carry out the runs that the table lacks: the design's 40, or a grid's."""
    folders.for_file(table)
    with extra("physics"):
        from mjphysics import command as verb
        from mjphysics.table import Unusable
    if scheduler:
        with extra("cluster"):
            import distributed  # noqa: F401
    try:
        code = verb.carry_out(count, jobs, scheduler, table, bar, grid or 0)
    except Unusable as problem:
        raise UsageError(str(problem)) from problem
    raise typer.Exit(code)


@physics.command()
def sets() -> None:
    """The three sets of mixing figures that follow from the table."""
    with extra("physics"):
        from mjphysics import command as verb
        from mjphysics.table import Unusable
    try:
        code = verb.tell_sets()
    except Unusable as problem:
        raise UsageError(str(problem)) from problem
    raise typer.Exit(code)


@physics.command()
def one(
    tiles: Annotated[int, typer.Option(help="Tiles in the drum.")] = 136,
    tile_friction: Annotated[float, typer.Option(help="Tile on tile.")] = 0.27,
    dish_friction: Annotated[float, typer.Option(help="Tile on dish.")] = 0.22,
    tilt_deg: Annotated[float, typer.Option(help="Of the dish.")] = 12.0,
    rpm: Annotated[float, typer.Option(help="Of the dish.")] = 22.0,
    ring_n: Annotated[float, typer.Option(help="Pull of the ring on a tile that touches.")] = 1.5,
    vanes: Annotated[bool, typer.Option(help="With the vanes that stand still.")] = True,
    bars_mm: Annotated[
        float | None, typer.Option(min=0, max=30, help="Rigid bars so high instead of fingers.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=120, help="Of turning.")] = 8.0,
    seed: Annotated[int, typer.Option(help="Of how the tiles fall.")] = 1,
    film: Annotated[str, typer.Option(help="Write a strip of pictures, FILE.svg.")] = "",
) -> None:
    """Turn one drum: its figures, or pictures."""
    folders.for_file(film)
    with extra("physics"):
        from mjphysics import command as verb
        from mjphysics.drum import Drum, bars_drawn_first
    try:
        drum = Drum(tiles, tile_friction, dish_friction, tilt_deg, rpm, ring_n=ring_n)
        drum = drum if vanes else replace(drum, vanes=())
        if bars_mm is not None:
            drum = replace(drum, fingers=(), bars=bars_drawn_first(bars_mm) if bars_mm else ())
    except ValueError as problem:
        raise UsageError(str(problem)) from problem
    raise typer.Exit(verb.one(drum, seed, film, seconds, bar))


@physics.command()
def empty(
    tiles: Annotated[int, typer.Option(min=17, max=160, help="Tiles in the drum.")] = 136,
    take: Annotated[
        str, typer.Option(help="What lies nearest to a port, or any under the ring: nearest, any.")
    ] = "nearest",
    seconds: Annotated[float, typer.Option(min=0, max=60, help="Of mixing before.")] = 9.0,
    seed: Annotated[int, typer.Option(help="Of how the tiles fall.")] = 1,
    runs: Annotated[
        int | None, typer.Option(min=1, help="So many seeds, both ways, into a table.")
    ] = None,
    table: Annotated[
        str, typer.Option(help="With --runs: FILE.csv instead of the project's own.")
    ] = "",
) -> None:
    """Mix one drum, then take its tiles out at four ports: some two minutes of a core."""
    if take not in ("nearest", "any"):
        raise UsageError(f"--take '{take[:20]}': nearest or any")
    if runs and (tiles, take, seconds, seed) != (136, "nearest", 9.0, 1):
        raise UsageError("--runs: its drums are the designed one, mixed for 9 s, both ways to "
                         "take, seeds of its own; leave the other options out")  # fmt: skip
    if runs:
        raise typer.Exit(_empty_many(runs, table))
    if table:
        raise UsageError(f"--table {table}: only --runs N writes a table")
    with extra("physics"):
        from mjphysics import command as verb
        from mjphysics.drum import Drum
    raise typer.Exit(verb.empty(Drum(tiles), take, seed, seconds, bar))


def _empty_many(seeds: int, table: str) -> int:
    folders.for_file(table)
    with extra("physics"):
        from mjphysics import command as verb
        from mjphysics.table import Unusable
    try:
        return verb.empty_many(seeds, table, bar)
    except Unusable as problem:
        raise UsageError(str(problem)) from problem
