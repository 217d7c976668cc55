"""Checks that every value of machine.toml is of the kind its key wants, before its meaning is."""

from typing import Any

from tools.make.generate.errors import Source

# Keys below a section by the kind of their value. A new key that is missing here is taken as it
# is: a wrong kind of it then ends in a traceback of whoever reads it, not in a sentence.
TEXTS = ("title part what type output group dir fitted active wired test function reset use ref "
         "family domain net when else_when feed drives lines colour to").split()
WHOLE = "gp idle strap_4port tiles_a_push pin".split()
TEXT_LISTS = "pins signals channels".split()
ROWS = ["wires"]


def shapes(source: Source) -> None:
    """Raise SourceError for the first value of a wrong kind."""
    for section, rows in source.data.items():
        _table(source, (section,), rows)
        for name, row in rows.items():
            here = (section, name)
            if isinstance(row, dict) and "value" not in row:
                _inside(source, here, row)
            elif section in ("inputs", "outputs", "amux"):
                _list_of(source, here, row, str, "texts")


def _inside(source: Source, path: tuple[str, ...], row: dict[str, Any]) -> None:
    """One table below a section."""
    for key, value in row.items():
        here = (*path, key)
        if key in TEXTS and not isinstance(value, str):
            raise _wrong(source, here, "a text", value)
        if key in WHOLE and type(value) is not int:
            raise _wrong(source, here, "a whole number", value)
        if key in ("default", "chain") and not isinstance(value, bool):
            raise _wrong(source, here, "true or false", value)
        if key in TEXT_LISTS:
            _list_of(source, here, value, str, "texts")
        elif key == "positions":
            _list_of(source, here, value, int, "whole numbers")
        elif key in ROWS:
            _list_of(source, here, value, dict, "{ pin, colour, to }")
            for index, wire in enumerate(value):
                _inside(source, source.item(index, *here), wire)
        elif key in ("cable", "loads"):
            _table(source, here, value)
            _inside(source, here, value)


def _table(source: Source, path: tuple[str, ...], value: Any) -> None:
    if not isinstance(value, dict):
        raise _wrong(source, path, "a section", value)


def _list_of(source: Source, path: tuple[str, ...], value: Any, kind: type, called: str) -> None:
    if not isinstance(value, list) or not all(isinstance(item, kind) for item in value):
        raise _wrong(source, path, f"a list of {called}", value)


def _wrong(source: Source, path: tuple[str, ...], wanted: str, value: Any) -> Exception:
    return source.error(path, f"{'.'.join(path)} must be {wanted}, not {value!r}")
