"""The command `mjsim`. Exit codes: 0 good, 1 failed, 2 usage (a sentence, no traceback), 130."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from mjsim.campaign.commands import campaign
from mjsim.serving import practising
from mjsim.showing import physics, studying
from mjsim.words import completing, folders
from mjsim.words.names import UsageError
from mjsim.words.options import JSON, MACHINE, PROFILE, SEED

STORE = Annotated[str, typer.Option(
    help="File of what the table remembers; FILE.machine keeps how it was left.")]
SET = Annotated[
    list[str] | None, typer.Option(
        "--set", help="A setting, NAME=VALUE; may be repeated.",
        autocompletion=completing.settings,
    )
]
LATE = Annotated[
    str,
    typer.Option(
        autocompletion=completing.late,
        help="How late scans are: now (on the chip), measured (slower), none, or ms they begin "
        "late: 8, 30@0.01 (one in a hundred), 12x16@0.001 (rows of sixteen)."
    ),
]

UNIT = Annotated[
    str,
    typer.Option(
        autocompletion=completing.units,
        help="How the machine differs from the design: typical or worn, drawn from the seed; a "
        "number, always that table; nominal, not at all (docs/SPREAD.md)."
    ),
]

app = typer.Typer(
    name="mjsim",
    help="The simulated mahjong table: whole hands, a virtual serial port, scenarios. "
    "Exit codes: 0 good, 1 failed, 2 wrong usage, 130 interrupted.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _figures(incomplete: str) -> list[str]:
    """Figures of a table, for the shell."""
    from mjsim.run.margins import FIGURES

    return [row[0] for row in FIGURES if row[0].startswith(incomplete)]


def settings_of(pairs: list[str] | None) -> dict[str, int]:
    """`--set NAME=VALUE` options as a dict; the session checks names and limits."""
    found = {}
    for pair in pairs or []:
        name, _, value = pair.partition("=")
        if not ((digits := value.removeprefix("-")).isdecimal() and len(digits) < 19):
            raise UsageError("--set %s: write NAME=VALUE with a whole number" % pair)
        found[name] = int(value)
    return found


def _version(wanted: bool) -> None:
    if wanted:
        print("mjsim %s" % metadata.version("mjtable-project"))
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_version, help="Print the version."),
    ] = False,
) -> None:
    """Take what stands before the verb."""


@app.command()
def run(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    hands: Annotated[int, typer.Option(help="Hands to play.")] = 1,
    seed: SEED = 0,
    as_json: JSON = False,
    events: Annotated[
        str, typer.Option(help="Write every edge, output and state change, one JSON line each.")
    ] = "",
    store: STORE = "",
    fixed: Annotated[bool, typer.Option("--fixed", help="Scan every 5 ms, skip nothing.")] = False,
    settings: SET = None,
    late: LATE = "now",
    unit: UNIT = "typical",
) -> None:
    """Play hands as patient people would, and measure them."""
    from mjsim.run import run as verb

    options = verb.Options(
        machine, profile, hands, seed, fixed, store, events, settings_of(settings), late,
        unit,
    )  # fmt: skip
    raise typer.Exit(verb.command(options, as_json))


@app.command()
def demo() -> None:
    """Play two complete hands with both tile sets and show what happens (`make run`)."""
    from mjsim.showing import demo as verb

    raise typer.Exit(verb.command())


@app.command(context_settings={"ignore_unknown_options": False})
def serve(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    seed: SEED = 0,
    store: STORE = "",
    speed: Annotated[float, typer.Option(help="Times real time; 0 = as fast as possible.")] = 1.0,
    players: Annotated[str, typer.Option(
        help="auto: people play; none: nobody.", autocompletion=completing.players)] = "none",
    tcp: Annotated[
        str | None, typer.Option(help="127.0.0.1:PORT; port 0 = a free one (the default).")
    ] = None,
    pty: Annotated[
        str | None,
        typer.Option(help="Serve a pseudo-terminal; PATH becomes a link to it (Linux, macOS)."),
    ] = None,
    settings: SET = None,
    late: LATE = "now",
    unit: UNIT = "typical",
    hands: Annotated[int, typer.Option(
        min=0, help="With --players auto: they leave after so many; 0 = they play on.")] = 0,
    count: Annotated[int, typer.Option(
        min=1, max=500, help="So many tables: seeds and ports in a row, printed one a line.")] = 1,
) -> None:
    """Put the simulated table behind a virtual serial port for mjtool."""
    from mjsim.serving import many
    from mjsim.serving import serve as verb
    from mjsim.words.names import choose

    options = verb.Options(
        machine, profile, seed, store, speed,
        choose("players", players, ("auto", "none")), tcp, pty, settings_of(settings),
        late, unit, hands,
    )  # fmt: skip
    raise typer.Exit(verb.command(options) if count == 1 else many.command(options, count))


app.command()(practising.inject)
app.command()(practising.hand)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files (tests/scenarios).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object each.")] = False,
) -> None:
    """Run timed scenario files; the first failed step of each is told with file and line.

    Each is told when it ends; Ctrl-C ends with 130 and keeps what was told.
    """
    from mjsim.scenario import scenario as reader
    from mjsim.scenario import telling as verb

    raise typer.Exit(verb.command([reader.load(path) for path in files], as_json))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A recording: mjtool record, or a failed run.")],
    settings: SET = None,
    show: Annotated[bool, typer.Option(help="Tell what happened, in sentences.")] = False,
    as_json: JSON = False,
    any_firmware: Annotated[
        bool, typer.Option("--any-firmware", help="Play one that another firmware recorded.")
    ] = False,
) -> None:
    """Run the firmware on a recording and compare every scan (docs/RECORDER.md)."""
    from mjsim.showing import replaying as verb

    raise typer.Exit(verb.command(file, settings_of(settings), show, as_json, any_firmware))


@app.command()
def shuffle(
    machine: MACHINE = "four_port",
    profile: PROFILE = "SHOP-B-136",
    cycles: Annotated[int, typer.Option(help="Shuffles.")] = 200,
    seed: SEED = 0,
    as_json: JSON = False,
    pre_mix: Annotated[
        int | None, typer.Option("--pre-mix", help="Pre-mix in ms instead of the table's own.")
    ] = None,
    unit: UNIT = "typical",
    figures: Annotated[str, typer.Option(
        "--set", help="Mixing: pessimistic, middle, optimistic.")] = "middle",
) -> None:
    """Measure how well the machine shuffles, beside a fair shuffle and a bad one."""
    from mjsim.shuffle import shuffle as verb

    plan = verb.plan_of(machine, profile, cycles, seed, pre_mix, unit, figures)
    raise typer.Exit(verb.shuffle(plan, as_json))


@app.command()
def margins(
    hands: Annotated[int, typer.Option(help="Hands on each table.")] = 2,
    seeds: Annotated[int, typer.Option(help="Tables of each machine, drawn from 1 on.")] = 2,
    figure: Annotated[str, typer.Option(
        help="Only this row of docs/SPREAD.md.", autocompletion=_figures)] = "",
) -> None:
    """Vary each figure of a table alone: within what the control holds, and where it breaks."""
    from mjsim.run import margins_show as verb

    raise typer.Exit(verb.command(hands, seeds, figure))


for verbs in (campaign, studying.study, physics.physics):
    app.add_typer(verbs)


def main(argv: list[str] | None = None) -> None:
    """Entry point of the command; user errors are one sentence, never a traceback."""
    arguments = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    try:
        folders.are_there()
        app(optional_value(arguments), prog_name="mjsim")
    except UsageError as problem:
        print("mjsim: %s" % problem, file=sys.stderr)
        sys.exit(2)


def optional_value(arguments: list[str]) -> list[str]:
    """`--pty` may stand without a path: give it an empty one."""
    found = []
    for index, word in enumerate(arguments):
        found.append(word)
        if word == "--pty" and (arguments[index + 1:] or ["-"])[0].startswith("-"):
            found.append("")
    return found
