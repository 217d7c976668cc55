"""What the parts cost: hardware/out/bom.csv times the ranges of hardware/prices.toml."""

import csv
import io
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from tools.make.generate.errors import Source
from tools.make.generate.read.fitting import wirings
from tools.make.generate.render import table

FILE = "hardware/prices.toml"
MACHINE_FILE = "hardware/machine.toml"
BOM = "hardware/out/bom.csv"
CLASS = ["title", "match", "low_cents", "high_cents"]
EXTRA = ["title", "retrofit", "low_cents", "high_cents"]
Costs = dict[str, "Range"]
"""Machine, by its wiring -> what something costs for it."""


class Range(NamedTuple):
    """Lowest and highest, in cents."""

    low: int
    high: int

    def __add__(self, other: object) -> "Range":
        assert isinstance(other, Range)
        return Range(self.low + other.low, self.high + other.high)

    def times(self, number: int) -> "Range":
        """So many of them."""
        return Range(self.low * number, self.high * number)

    def __str__(self) -> str:
        """Whole units of the currency, rounded outwards."""
        return f"{self.low // 100} - {-(-self.high // 100)}"


NOTHING = Range(0, 0)


def tables(root: Path) -> dict[str, str]:
    """The table `cost` of README.md."""
    source = Source.read(root, FILE)
    about = source.data["about"]
    machines = wirings(Source.read(root, MACHINE_FILE).data["machines"])
    parts, extras = by_group(root, source, machines), _extras(source, machines)
    rows = [_row(title, sums) for title, sums in [*parts.items(), *extras.items()]]
    kept = [_sums(row, machines) for row in source.data["extra"] if row["retrofit"]]
    rows.append(_row("**together, the old motors kept**", _total([*parts.values(), *kept])))
    rows.append(_row("**together, all motors new**",
                     _total([*parts.values(), *extras.values()])))
    note = (f"In {about['currency']}, without VAT and postage. Source: {about['source']} (grade "
            f"*{about['grade']}*); ranges by class of part in [prices.toml](prices.toml).\n")
    titles = ("group", *(name.replace("_", "-") for name in machines))
    return {"cost": table(titles, rows) + "\n" + note}


def _row(title: str, sums: Costs) -> tuple[str, ...]:
    return (title, *(str(cost) for cost in sums.values()))


def _total(many: list[Costs]) -> Costs:
    return {machine: sum((sums[machine] for sums in many), NOTHING) for machine in many[0]}


def _sums(row: dict[str, Any], machines: list[str]) -> Costs:
    """An extra's cost for each machine."""
    price = Range(row["low_cents"], row["high_cents"])
    return {machine: price.times(row[machine]) for machine in machines}


def bom(root: Path) -> list[dict[str, str]]:
    """The lines of the parts list."""
    text = (root / BOM).read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def by_group(root: Path, source: Source, machines: list[str]) -> dict[str, Costs]:
    """Group of the parts list -> machine -> cost; every line has a class, every class a line."""
    groups: dict[str, Costs] = {}
    used = set()
    classes = source.data["class"]
    for index, row in enumerate(classes):
        _check(source, f"class#{index}", row, CLASS)
    for line in bom(root):
        name = line["manufacturer_part_number"] or line["value"]
        index = next((i for i, row in enumerate(classes) if fits(name, row)), -1)
        if index < 0:
            raise source.error((), f"{name} ({line['references'] or line['group']}) of {BOM} has "
                               "no class of prices; add its pattern to a `match`")
        used.add(index)
        price = Range(classes[index]["low_cents"], classes[index]["high_cents"])
        sums = groups.setdefault(line["group"], dict.fromkeys(machines, NOTHING))
        for machine in machines:
            sums[machine] += price.times(int(line[machine]))
    for index, row in enumerate(classes):
        if index not in used:
            raise source.error((f"class#{index}", "match"),
                               f"class {row['title']} fits no part of {BOM}")
    return groups


def fits(name: str, row: dict[str, Any]) -> bool:
    """Does a class of prices mean this number, or value?"""
    return any(fnmatchcase(name, pattern) for pattern in row["match"])


def _check(source: Source, at: str, row: dict[str, Any], keys: list[str]) -> None:
    source.keys((at,), row, keys)
    if not 0 < row["low_cents"] <= row["high_cents"]:
        raise source.error((at, "low_cents"), f"{row['title']}: low_cents {row['low_cents']} must "
                           f"be above 0 and not above high_cents {row['high_cents']}")


def _extras(source: Source, machines: list[str]) -> dict[str, Costs]:
    """What no parts list has."""
    found = {}
    for index, row in enumerate(source.data["extra"]):
        _check(source, f"extra#{index}", row, EXTRA + machines)
        found[row["title"]] = _sums(row, machines)
    return found
