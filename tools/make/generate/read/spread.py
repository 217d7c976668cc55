"""Checks [spread] of machine.toml: by how much tables differ from its figures."""

from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import schema
from tools.make.generate.read.numbers import text


def spreads(source: Source) -> None:
    """Check [spread]: every row, its unit, two ranges with the nominal value in them."""
    rows = source.data["spread"]
    source.keys(("spread",), rows, list(schema.SPREADS), "spread")
    for name, row in rows.items():
        here = ("spread", name)
        source.keys(here, row, schema.SPREAD)
        text(source, (*here, "of"), row["of"])
        text(source, (*here, "source"), row["source"])
        source.choice((*here, "grade"), row["grade"], schema.GRADES, "grade")
        if row["unit"] != schema.SPREADS[name]:
            raise source.error((*here, "unit"), f"spread.{name} has unit {row['unit']!r}, "
                               f"expected {schema.SPREADS[name]!r}")
        for kind in ("typical", "worn"):
            _range(source, (*here, kind), row[kind])
        if row["worn"][1] - row["worn"][0] < row["typical"][1] - row["typical"][0]:
            raise source.error((*here, "worn"), f"spread.{name}: a worn table differs less than a "
                               "typical one")


def _range(source: Source, here: tuple[str, ...], value: Any) -> None:
    whole = isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value)
    if not whole or not value[0] <= 0 <= value[1]:
        raise source.error(here, f"{'.'.join(here)} = {value!r} must be [least, most], two whole "
                           "numbers with 0 between them")
