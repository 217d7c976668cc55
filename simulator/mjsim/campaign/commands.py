"""The commands `mjsim campaign ...`: their options; what they do is imported when asked for."""

from __future__ import annotations

from typing import Annotated

import typer

from mjsim.words import completing
from mjsim.words.options import JOBS, JSON, KEEP, MACHINE, PROFILE, SCHEDULER, SEED


def kinds(incomplete: str) -> list[str]:
    """Kinds of wrongs, for the shell."""
    from mjsim.campaign.wrongs import KINDS

    return [name for name in KINDS if name.startswith(incomplete)]


def number(given: int | None) -> int:
    """One that was asked for; -1: none was."""
    return -1 if given is None else given


KIND = Annotated[
    list[str] | None,
    typer.Option(help="Only this kind of wrong (jam), or this one (jam head_b); may be repeated.",
                 autocompletion=kinds),
]

campaign = typer.Typer(
    name="campaign",
    help="Many runs that fork from live tables, broken, mended and judged (docs/CAMPAIGNS.md).",
    no_args_is_help=True,
)
@campaign.command()
def faults(
    runs: Annotated[int, typer.Option(help="Runs.")] = 200,
    seed: SEED = 1,
    jobs: JOBS = 1,
    as_json: JSON = False,
    kind: KIND = None,
    only: Annotated[int | None, typer.Option(min=0, help="Only this run, all of it.")] = None,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
    seconds: Annotated[float, typer.Option(help="As many runs as fit in this time.")] = 0.0,
    bisect: Annotated[
        bool, typer.Option(help="Find the moment when the first failure of each rule was lost.")
    ] = True,
) -> None:
    """Break what can break, mend it, and judge both halves."""
    from mjsim.campaign import command as verb

    asked = verb.Asked(seed, jobs, as_json, keep, scheduler, runs, tuple(kind or ()), number(only),
                       seconds, bisect)  # fmt: skip
    raise typer.Exit(verb.faults(asked))


@campaign.command()
def lasting(
    machine: MACHINE = "four_port",
    kind: KIND = None,
    seed: SEED = 1,
    jobs: JOBS = 1,
    as_json: JSON = False,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
    only: Annotated[int | None, typer.Option(min=0, help="Only this wrong.")] = None,
) -> None:
    """Each single wrong for five hands: is it told, and if not, why does it harm nobody?"""
    from mjsim.campaign import lasting as verb

    raise typer.Exit(verb.lasting(verb.Asked(seed, jobs, as_json, keep, scheduler, machine,
                                             tuple(kind or ()), number(only))))  # fmt: skip


@campaign.command()
def endurance(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    hands: Annotated[int, typer.Option("--hands", "--runs", help="Hands in a row.")] = 2_000,
    units: Annotated[int, typer.Option(help="Tables that play them, seeds in a row.")] = 1,
    seed: SEED = 1,
    jobs: JOBS = 1,
    as_json: JSON = False,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
) -> None:
    """Hand after hand on one table, or each of some: does anything drift, leak or wear out?"""
    from mjsim.campaign import enduring as verb

    raise typer.Exit(verb.endurance(verb.Asked(seed, jobs, as_json, keep, scheduler, machine,
                                               profile, hands, units)))  # fmt: skip


@campaign.command()
def explore(
    machine: Annotated[str, typer.Option(
        help="One machine; all when it is left out.", autocompletion=completing.machines)] = "",
    states: Annotated[int, typer.Option(
        "--states", "--runs", help="At most so many states of each.")] = 200_000,
    sides: Annotated[bool, typer.Option(
        "--sides", help="Each lift counts for itself: six times the states.")] = False,
    seed: SEED = 1,
    jobs: JOBS = 1,
    as_json: JSON = False,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
    way: Annotated[str, typer.Option(
        help="Only these events, as a failure names them, and people's way home.")] = "",
) -> None:
    """Everything that mechanisms without time may do: no unsafe output, no dead end."""
    from mjsim.campaign import exploring as verb

    raise typer.Exit(verb.exploring(verb.Asked(seed, jobs, as_json, keep, scheduler, machine,
                                               states, sides, way)))  # fmt: skip


@campaign.command()
def powercut(
    runs: Annotated[int, typer.Option(help="Moments; with --every those drawn by chance.")] = 300,
    seed: SEED = 1,
    machine: Annotated[str, typer.Option(
        help="Only this machine.", autocompletion=completing.machines)] = "",
    evenings: Annotated[int, typer.Option(help="Evenings of each machine, seeds in a row.")] = 1,
    every: Annotated[
        bool, typer.Option(help="Each write, torn after each byte, and each change of a chart.")
    ] = False,
    jobs: JOBS = 1,
    as_json: JSON = False,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
    at: Annotated[
        int | None, typer.Option(min=0, help="Only the cut at this ms of the evening.")
    ] = None,
    torn: Annotated[
        int | None, typer.Option(min=0, help="With --at: dead at once; so many bytes arrive.")
    ] = None,
    hold: Annotated[int, typer.Option(help="With --at: the controller lives so many ms.")] = 107,
) -> None:
    """Take the power away anywhere in an evening, bring it back, and judge how it goes on."""
    from mjsim.campaign.powercut import command as verb

    asked = verb.Asked(seed, jobs, as_json, keep, scheduler, runs, machine, evenings, every,
                       number(at), number(torn), hold)  # fmt: skip
    raise typer.Exit(verb.powercut(asked))


@campaign.command()
def fuzz(
    runs: Annotated[int, typer.Option(help="Spoilt lines.")] = 20_000,
    seed: SEED = 1,
    jobs: JOBS = 1,
    as_json: JSON = False,
    keep: KEEP = "",
    scheduler: SCHEDULER = "",
    only: Annotated[int | None, typer.Option(min=0, help="Only this line, all of it.")] = None,
) -> None:
    """Spoil the lines of a host: no bad one is executed, the next good one is answered."""
    from mjsim.campaign.fuzz import command as verb

    asked = verb.Asked(seed, jobs, as_json, keep, scheduler, runs, number(only))
    raise typer.Exit(verb.fuzz(asked))
