"""What a row without a fault code says for itself: remedy and injector, and where signals are."""

from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read.wired import Places
from tools.make.generate.render import table

from .figures import Figures

KEYS = ("remedy", "inject", "no_inject")
Rows = list[dict[str, Any]]


def check(source: Source, at: str, row: dict[str, Any]) -> None:
    """A row without codes has remedy and injector, or why it has no injector; others have none."""
    own = [key for key in KEYS if row.get(key)]
    if row["faults"]:
        if own:
            raise source.error((at, own[0]), f"{row['id']} has {own[0]}, which its fault has in "
                               "the fault table; keep that one")
        return
    where = (at, "inject" if "inject" in row else "faults")
    if "remedy" not in own:
        raise source.error(where, f"{row['id']} has no fault code and no remedy: say what a "
                           "technician does")
    if len(own) == 1:
        raise source.error(where, f"{row['id']} has no fault code, no inject and no no_inject "
                           "that says why")
    if len(own) == len(KEYS):
        raise source.error((at, "no_inject"), f"{row['id']} has inject and no_inject; keep one")


def injectors(row: dict[str, Any], faults: dict[str, Any]) -> list[str]:
    """How a simulator makes it go wrong: its own words, or those of its faults."""
    told = [faults[name]["inject"] for name in row["faults"]] or [row.get("inject", "")]
    return list(dict.fromkeys(text for text in told if text))


def remedies(rows: Rows) -> list[str]:
    """The page's part: what to do about rows that have no fault code."""
    return ["## What to do where no fault is told\n", table(
        ("failure", "what to do", "not by `inject`, because"),
        ((row["failure"], " ".join(f"{number}. {text}." for number, text in
                                   enumerate(row["remedy"], 1)), row.get("no_inject", ""))
         for row in rows if not row["faults"]))]


def signals(rows: Rows, figures: Figures, places: Places) -> list[str]:
    """The page's part: plug, pin and colour of everything that a row looks at."""
    names = dict.fromkeys(name for row in rows for name in row["signals"])
    return ["## Where the signals are\n", table(("signal", "what it is", "wire"), (
        (f"`{name}`", what, wires) for one in names
        for name, what, wires in _found(one, figures, places)))]


def _found(name: str, figures: Figures, places: Places) -> list[tuple[str, str, str]]:
    """One signal, on each side that has it; what no plug carries is on the board."""
    of = [one for one in (name, *(f"{name}_{side}" for side in "abcd")) if one in places]
    if of:
        return [(one, places[one]["what"], places[one]["wires"]) for one in of]
    pins, channels = figures.data["pins"], figures.data["amux"]["channels"]
    if name in pins:
        return [(name, pins[name]["use"], f"on the board: GP{pins[name]['gp']}")]
    if name in channels:
        return [(name, "read through the multiplexer",
                 f"on the board: channel {channels.index(name)}")]
    points = [point for point, row in figures.data["testpoints"].items() if row["net"] == name]
    return [(name, "a supply or a net of the stop chain", "on the board: " + ", ".join(points))]
