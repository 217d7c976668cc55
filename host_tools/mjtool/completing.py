"""Names that the shell completes, and the console: from the tool's dictionary, no table asked.

Each function takes what is typed so far and gives (name, what it is); Typer keeps those that fit.
"""

from collections.abc import Iterable

from .dictionary import load

Pairs = list[tuple[str, str]]


def begun(pairs: Iterable[tuple[str, str]], incomplete: str) -> Pairs:
    """Those that go on from what is typed."""
    return [(name, text) for name, text in pairs if name.startswith(incomplete)]


def motors(incomplete: str = "") -> Pairs:
    """Motors."""
    known = load()
    return begun(((name, known.io[name]["what"].removeprefix("motor: "))
                  for name in known.power["motor_mw"]), incomplete)


def sensors(incomplete: str = "") -> Pairs:
    """Inputs, the keys and switches among them."""
    known = load()
    return begun(((name, known.io[name]["what"]) for name in known.inputs), incomplete)


def settings(incomplete: str = "") -> Pairs:
    """Settings."""
    return begun(((name, row["help"]) for name, row in load().settings.items()), incomplete)


def profiles(incomplete: str = "") -> Pairs:
    """Profiles, from the scores' own table."""
    from mjscore.wall import PROFILES, stacks

    return begun(((name, f"{2 * sum(stacks(name))} tiles") for name in PROFILES), incomplete)


def keys(incomplete: str = "") -> Pairs:
    """Keys at the table."""
    return begun(((name, f"the {name} key") for name in load().keys), incomplete)


def faults(incomplete: str = "") -> Pairs:
    """Fault codes."""
    return begun(((code, row["name"]) for code, row in load().faults.items()), incomplete)


def commands(incomplete: str = "") -> Pairs:
    """Commands of the link."""
    return begun(((name, row["help"]) for name, row in load().commands.items()), incomplete)


def sides(incomplete: str = "") -> Pairs:
    """Sides of the table."""
    return begun(((side, f"side {side}") for side in "ABCD"), incomplete)


def stages(incomplete: str = "") -> Pairs:
    """Stages of `bench all`."""
    return begun((("bare", "12 V at TP2, nothing plugged in"), ("12v", "sensors, no mains"),
                  ("mains", "everything")), incomplete)


def steps(incomplete: str = "") -> Pairs:
    """Steps of the commissioning page."""
    return begun(((row["id"], row["title"]) for row in load().data["commissioning"]),
                 incomplete)


def winds(incomplete: str = "") -> Pairs:
    """Prevailing winds."""
    return begun(zip("ESWN", ("east", "south", "west", "north"), strict=True), incomplete)


def matches(incomplete: str = "") -> Pairs:
    """Matches kept on this computer."""
    from mjscore.match import folder

    return begun(((path.stem, "a match") for path in folder.matches()), incomplete)


def ports(incomplete: str = "") -> Pairs:
    """Serial ports of this computer; none is opened."""
    from serial.tools import list_ports

    return begun(((info.device, info.description or "") for info in list_ports.comports()),
                 incomplete)


def parameter(command: str, key: str, incomplete: str = "") -> Pairs:
    """Values of one parameter of a command of the link."""
    known = load()
    rows = known.commands.get(command, {}).get("params", [])
    kind = next((row["kind"] for row in rows if row["name"] == key), "")
    listed = {"motor": motors, "setting": settings, "profile": profiles, "side": sides,
              "input": sensors}
    if kind in listed:
        return listed[kind](incomplete)
    return begun(((name, "") for name in known.data["lists"].get(kind, [])), incomplete)
