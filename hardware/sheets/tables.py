"""Tables on the sheets: what repeats, traced through the circuit."""

from typing import NamedTuple


class Table(NamedTuple):
    """Head, what each column holds ("ref", "value", "net", "text") and the rows."""

    head: list[str]
    roles: list[str]
    rows: list[list[str]]
