"""The boards that a pack is made of, a row each: file, size, class of maker, stack, panel."""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from hardware.logic import outline as logic
from hardware.mains import outline as mains

MASK, PREPREG, CORE = "solder mask", "prepreg FR-4", "core FR-4"


class Sheet(NamedTuple):
    """One layer of the stack, from the top; `um` is thickness, "" where the maker chooses."""

    what: str
    um: str
    carries: str = ""


class Board(NamedTuple):
    """One board. `copper`: KiCad's names of its layers, from the top; `panel`: columns, rows."""

    name: str
    title: str
    size: ModuleType
    copper: tuple[str, ...]
    stack: tuple[Sheet, ...]
    weight: str
    material: str
    limits: tuple[str, ...]
    panel: tuple[int, int] = (1, 1)

    @property
    def file(self) -> str:
        """The board file that everything is made from."""
        return f"hardware/{self.name}.kicad_pcb"

    @property
    def folder(self) -> str:
        """Where its pack goes."""
        return f"hardware/out/fab/{self.name}"

    @property
    def width(self) -> float:
        return float(self.size.WIDTH)

    @property
    def height(self) -> float:
        return float(self.size.HEIGHT)


LOGIC = Board(
    "logic", "logic board", logic, ("F.Cu", "In1.Cu", "In2.Cu", "B.Cu"),
    (Sheet(MASK, ""), Sheet("copper F.Cu", "35", "parts and signals"), Sheet(PREPREG, "100 - 220"),
     Sheet("copper In1.Cu", "18 - 35", "GND, a plane"), Sheet(CORE, "rest of 1.6 mm"),
     Sheet("copper In2.Cu", "18 - 35", "+3V3, a plane, with +5V as a tree of tracks in it"),
     Sheet(PREPREG, "100 - 220"), Sheet("copper B.Cu", "35", "signals"), Sheet(MASK, "")),
    "35 um outside, 18 um or more inside",
    "FR-4, Tg 130 C or more; no controlled impedance",
    ("Interference and immunity were not measured, nor the heat in a closed box.",),
    (2, 1))

MAINS = Board(
    "mains", "mains board", mains, ("F.Cu", "B.Cu"),
    (Sheet(MASK, ""), Sheet("copper F.Cu", "35", "parts, mains, signals"),
     Sheet(CORE, "rest of 1.6 mm"), Sheet("copper B.Cu", "35", "mains, signals"), Sheet(MASK, "")),
    "35 um",
    "FR-4 of CTI 175 or more (material group IIIa), Tg 130 C or more",
    ("**200 V mains.** A qualified person judges the distances before it is ordered: "
     "[its limits]({up}safety/mains.md#limits).",
     "The slots under the couplers are insulation: the maker must mill every one of them, at its "
     "full length, and may not fill or bridge it.",
     "The mains half is coated after all tests, on both sides, plugs and fuse clips left bare."))

BOARDS = (LOGIC, MAINS)
