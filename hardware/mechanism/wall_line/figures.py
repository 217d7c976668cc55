"""Every figure of a wall line by one name: machine.toml's and those of figures.toml beside this.

Lengths in mm, angles in degrees, forces in N. A name of figures.toml is `line.section.key`,
one of the head's motion `head.park_from`, one of the spread `spread.cam_edge.worn`.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..dimensions import MACHINE_FILE, Dims
from ..dimensions import load as load_table

FIGURES_FILE = "hardware/mechanism/wall_line/figures.toml"
GRADES = ("default", "computed", "check-datasheet")
# unit -> (suffix of the key, divisor)
UNITS = {"um": ("_um", 1000.0), "deg": ("_deg", 1.0), "mdeg": ("_mdeg", 1000.0),
         "pct": ("_pct", 100.0), "mn": ("_mn", 1000.0), "um/ms2": ("_um_per_ms2", 1.0),
         "kg/m3": ("_kg_per_m3", 1.0), "mw": ("_mw", 1000.0),
         "ms": ("_ms", 1.0), "g": ("_g", 1.0), "1": ("", 1.0),
         "mdeg/ms": ("_mdeg_per_ms", 1.0), "um/ms": ("_um_per_ms", 1.0)}
Row = tuple[str, float, str]


class FigureError(ValueError):
    """A row of figures.toml lacks its unit, grade or source; the text names it."""


def load(root: Path) -> Dims:
    """All dimensions of the table and of its wall line."""
    machine = tomllib.loads((root / MACHINE_FILE).read_text(encoding="utf-8"))
    own = tomllib.loads((root / FIGURES_FILE).read_text(encoding="utf-8"))
    g = load_table(root)
    rows = [*g.rows, *_firmware(machine), *_spreads(machine["spread"])]
    for section, keys in own.items():
        rows += [_row(f"line.{section}", f"line.{section}", key, row)
                 for key, row in keys.items()]
    return replace(g, rows=tuple(sorted(rows)))


def graded(root: Path) -> dict[str, dict[str, Any]]:
    """The rows of figures.toml by name, for the page that lists the assumptions."""
    own = tomllib.loads((root / FIGURES_FILE).read_text(encoding="utf-8"))
    return {f"{section}.{key}": row for section, keys in own.items() for key, row in keys.items()}


def _row(name: str, place: str, key: str, row: dict[str, Any]) -> Row:
    if set(row) != {"value", "unit", "grade", "source"} or row["unit"] not in UNITS:
        raise FigureError(f"{place}.{key} needs value, a known unit, grade and source")
    suffix, divisor = UNITS[row["unit"]]
    if not key.endswith(suffix) or row["grade"] not in GRADES or not row["source"]:
        raise FigureError(f"{place}.{key}: unit in its name, a grade of {', '.join(GRADES)} "
                          "and a source are needed")
    return f"{name}.{key.removesuffix(suffix)}", row["value"] / divisor, f"{place}.{key}"


def _firmware(machine: dict[str, Any]) -> list[Row]:
    """What the firmware expects of a head and a lift, and the watts of their motors."""
    rows = [_row(section, section, key, row) for section in ("head", "lift", "belt")
            for key, row in machine[section].items() if key not in ("travel_um", "length_um")]
    for kind in ("belt", "head", "lift"):
        rows += [_row(f"motor_types.{kind}", f"motor_types.{kind}", key, row)
                 for key, row in machine["motor_types"][kind].items() if isinstance(row, dict)]
    return rows


def _spreads(spreads: dict[str, Any]) -> list[Row]:
    """Least and most of every spread of an angle, a speed or a tile, typical and worn."""
    rows = []
    for name, spread in spreads.items():
        divisor = {"pct": 100.0, "mdeg": 1000.0, "um": 1000.0, "mhz": 1000.0}.get(spread["unit"])
        for kind in ("typical", "worn") if divisor else ():
            for end, value in zip(("low", "high"), spread[kind], strict=True):
                rows.append((f"spread.{name}.{kind}.{end}", value / divisor, f"spread.{name}"))
    return rows
