"""Which of the names that may be given finds its own place in MicroPython's tables.

The attributes of an object and the methods of a class lie in hash tables that are full, or nearly
(py/map.c: a table grows when its last place is taken). A name begins to look at its home, its hash
modulo the table's size; where that is taken it goes on from place to place, 10 cycles each. The
names are ours to choose, so each is given one whose home is free in all the tables it lies in.
"""

import ast
from collections.abc import Iterable

from tools.make.board.source.modules import bound_names

SIZES = (0, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127, 167, 223, 293, 389, 521)
"""Of tables (py/map.c, hash_allocation_sizes)."""
OF_EVERY_CLASS = ("__module__", "__qualname__")
HASH_MASK = 0xFFFF  # two bytes (py/mpconfig.h, MICROPY_QSTR_BYTES_IN_HASH)

Table = tuple[str, str]
"""Class and what of it: "object" its objects' attributes, "class" what its body binds."""


def hash_of(name: str) -> int:
    """As py/qstr.c computes it: djb2."""
    value = 5381
    for byte in name.encode():
        value = value * 33 ^ byte
    return value & HASH_MASK or 1


class Homes:
    """The tables of a program's classes, and which homes in them are taken."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        classes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
        self.bases = {node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
                      for node in classes}
        own = {node.name: _stored(node) for node in classes}
        self.names: dict[Table, set[str]] = {}
        for node in classes:
            self.names[node.name, "class"] = {*OF_EVERY_CLASS} | {
                name for each in node.body for name in bound_names(each)}
            self.names[node.name, "object"] = {
                name for each in self.line(node.name) for name in own.get(each, ())}
        self.sizes = {table: next(size for size in SIZES if size >= len(names))
                      for table, names in self.names.items()}
        self.taken: dict[Table, set[int]] = {table: set() for table in self.names}

    def line(self, name: str) -> set[str]:
        """A class and all above it."""
        return {name}.union(*[self.line(base) for base in self.bases.get(name, ())])

    def tables(self, name: str, owner: str = "") -> list[Table]:
        """Where a name lies; one of `owner` alone only in this class and those derived from it."""
        return [table for table, names in self.names.items()
                if name in names and (not owner or owner in self.line(table[0]))]

    def taken_of(self, new: str, tables: Iterable[Table]) -> int:
        """In how many of the tables the home of this name is taken."""
        return sum(hash_of(new) % self.sizes[table] in self.taken[table] for table in tables)

    def take(self, new: str, tables: Iterable[Table]) -> None:
        """It lies in these tables."""
        for table in tables:
            self.taken[table].add(hash_of(new) % self.sizes[table])

    def choose(self, free: Iterable[str], tables: list[Table]) -> str:
        """The first of the names whose homes are free, or the one with the fewest taken; takes
        them."""
        new = min(free, key=lambda each: self.taken_of(each, tables), default="")
        if new:
            self.take(new, tables)
        return new


def _stored(node: ast.ClassDef) -> set[str]:
    """Attributes that a class's methods give to `self`."""
    return {part.attr for part in ast.walk(node)
            if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
            and isinstance(part.value, ast.Name) and part.value.id == "self"}
