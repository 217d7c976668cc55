"""The table of hardware/README.md about the controllers that fit the socket."""

from pathlib import Path
from typing import Any

from tools.make.generate.read import machine
from tools.make.generate.read.controllers import flash_hz
from tools.make.generate.render import table

HEAD = ("controller", "number", "clock", "core", "flash", "scan times")
KNOWN = {"emulated": "replayed on an emulated chip with a genuine MicroPython image",
         "computed": "computed from those of the other, never measured"}


def tables(root: Path) -> dict[str, str]:
    """The table `controllers`."""
    rows = [_row(row) for row in machine.load(root).data["controllers"].values()]
    return {"controllers": table(HEAD, rows) + "\n"}


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    values = {key: its["value"] for key, its in row.items() if isinstance(its, dict)}
    title = f"**{row['title']}**, recommended" if row["recommended"] else row["title"]
    return (title, row["part"], _mhz(values["clock_hz"]), f"{values['core_mv'] / 1000:.2f} V",
            f"{_mhz(flash_hz(values))} of {_mhz(values['flash_max_hz'])}", KNOWN[row["known"]])


def _mhz(hz: int) -> str:
    return f"{hz / 1_000_000:g} MHz"
