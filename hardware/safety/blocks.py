"""Pages written by hand with tables made from data.

A page keeps its tables between two comments, which no reader of the page sees:

    <!-- table: motors -->
    ...
    <!-- end -->

`fill` puts the table of that name there and leaves every other line alone, so that a page can be
written by hand and still follow the machine.
"""

import difflib
import re
from collections.abc import Mapping

from hardware.problem import Problem

START = re.compile(r"<!-- table: (\S+) -->")
END = "<!-- end -->"


class PageError(Problem):
    """A page cannot be filled; the text says file, line and what would be right."""


def fill(name: str, text: str, tables: Mapping[str, str]) -> str:
    """The page `name` with each of its tables as it should be; every table has to be used."""
    lines: list[str] = []
    used, within = set(), ""
    for number, line in enumerate(text.splitlines(), 1):
        found = START.fullmatch(line)
        if found:
            if within:
                raise PageError(f"{name}:{number}: table {within} has no `{END}` before this line")
            within = found.group(1)
            lines += [line, "", _table(name, number, within, tables).strip("\n"), ""]
            used.add(within)
        elif line == END:
            if not within:
                raise PageError(f"{name}:{number}: `{END}` without a table before it")
            within = ""
        if not within:
            lines.append(line)
    if within:
        raise PageError(f"{name}: table {within} has no `{END}`")
    for table in tables:
        if table not in used:
            raise PageError(f"{name}: has no place for table {table}; add "
                            f"`<!-- table: {table} -->` and `{END}`")
    return "\n".join(lines) + "\n"


def _table(name: str, number: int, wanted: str, tables: Mapping[str, str]) -> str:
    """The table `wanted`, asked for in line `number`."""
    if wanted not in tables:
        near = difflib.get_close_matches(wanted, tables, 1, 0.0)
        hint = f"; nearest: {near[0]}" if near else ""
        raise PageError(f"{name}:{number}: unknown table {wanted}{hint}")
    return tables[wanted]
