"""Figures of hardware/machine.toml and of the settings table, asked for by name and shown with
their unit."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from tools.make.generate.errors import Source

MACHINE = "hardware/machine.toml"
SETTINGS = "firmware/tables/settings.toml"
UNITS = {"1": "", "ms": " ms", "v": " V", "hz": " Hz", "ma": " mA", "pct": " %"}
SCALED = {"mohm": (1000, " ohm"), "um": (1000, " mm"), "mv": (1000, " V"), "ua": (1000, " mA"),
          "mw": (1000, " W"), "dc": (10, " degrees C"), "us": (1000, " ms")}


class Figure(NamedTuple):
    """A whole number and its unit, as the file writes it."""

    value: int
    unit: str

    def __str__(self) -> str:
        """For people: 0.1 ohm, 8 mm, 250 ms."""
        if self.unit in SCALED:
            factor, unit = SCALED[self.unit]
            return f"{self.value / factor:g}{unit}"
        return f"{self.value}{UNITS.get(self.unit, ' ' + self.unit)}"


class Figures:
    """Every number of the machine, `section.key`, and the default of every setting."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data: dict[str, Any] = tomllib.loads((root / MACHINE).read_text(encoding="utf-8"))
        self.known = {f"setting {row['name']}": Figure(row["default"], row["unit"])
                      for row in Source.read(root, SETTINGS).data["setting"]}
        self._walk(self.data, ())

    def _walk(self, table: dict[str, Any], path: tuple[str, ...]) -> None:
        for key, item in table.items():
            if not isinstance(item, dict):
                continue
            if isinstance(item.get("value"), int) and "unit" in item:
                self.known[".".join((*path, key))] = Figure(item["value"], item["unit"])
            else:
                self._walk(item, (*path, key))

    def __getitem__(self, name: str) -> Figure:
        """The figure `name`; KeyError when there is none."""
        return self.known[name]
