"""parts.csv: what of the parts list is bought for one board, with price and distributor columns.

Prices are the ranges of hardware/prices.toml; nobody has looked up a distributor, so those columns
are empty for the buyer to fill in.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from hardware.fab.read import Fitted
from hardware.lib.record import Record
from hardware.problem import Problem
from hardware.safety.cost import BOM, bom, fits
from tools.make.generate.errors import Source

OFF_THE_BOARD = ("harness", "sensors", "off the board")
COLUMNS = ("references", "quantity", "value", "package", "manufacturer", "order_number", "record",
           "substitute", "check_datasheet", "price_class", "eur_each_low", "eur_each_high",
           "distributor", "distributor_part_number", "distributor_price")
NO_RECORD = "none"


class PartsListError(Problem):
    """Parts list and board do not belong together; the text says what to do."""


class Price(NamedTuple):
    """A class of prices, in cents each."""

    title: str
    low: int
    high: int


class Line(NamedTuple):
    """One line to buy for one board."""

    refs: tuple[str, ...]
    quantity: int
    value: str
    package: str
    number: str
    substitute: str
    check: str
    record: Record | None
    price: Price | None

    @property
    def state(self) -> str:
        """What is known of its data sheet."""
        return self.record.state if self.record else NO_RECORD


def lines(root: Path, parts: Iterable[Fitted], records: Mapping[str, Record]) -> list[Line]:
    """The parts list's lines for the parts of one board; then what the list does not have."""
    here = {its.ref: its for its in parts}
    classes = Source.read(root, "hardware/prices.toml").data["class"]
    found: list[Line] = []
    met: set[str] = set()
    for row in bom(root):
        refs = tuple(ref for ref in row["references"].split() if ref in here)
        if not refs or row["group"] in OFF_THE_BOARD:
            continue
        met.update(refs)
        number = row["manufacturer_part_number"]
        found.append(Line(refs, _share(row, len(refs)), row["value"], row["footprint"], number,
                          row["substitute"], row["check_datasheet"], records.get(number),
                          _price(number or row["value"], classes)))
    rest = [its for ref, its in here.items() if ref not in met and not its.screw]
    return found + [Line((its.ref,), 1, its.value, its.package, "", "",
                         "not in the parts list yet", None, None) for its in rest]


def _share(row: Mapping[str, str], count: int) -> int:
    """How many of a line belong to so many of its references."""
    whole, of = int(row["quantity"]), len(row["references"].split())
    if whole * count % of:
        raise PartsListError(f"{BOM}: {whole} of {row['manufacturer_part_number']} for {of} "
                             "references cannot be shared between two boards; give the line's "
                             "references the same number of pieces in hardware/blocks/extras.py")
    return whole * count // of


def _price(name: str, classes: Iterable[dict[str, object]]) -> Price | None:
    """The first class of prices that fits."""
    for row in classes:
        if fits(name, row):
            return Price(str(row["title"]), int(str(row["low_cents"])),
                         int(str(row["high_cents"])))
    return None


def parts_csv(found: Iterable[Line]) -> str:
    """The CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in found:
        price = line.price
        writer.writerow((
            " ".join(line.refs), line.quantity, line.value, line.package,
            line.record.maker if line.record else "", line.number, line.state, line.substitute,
            line.check, price.title if price else "",
            *(f"{cents / 100:.2f}" for cents in (price[1:] if price else ())),
            *("" for _ in range(3 if price else 5))))
    return out.getvalue()
