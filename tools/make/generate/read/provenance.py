"""[provenance] of machine.toml: grade and source of sections whose values carry none."""

from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import schema
from tools.make.generate.read.numbers import text

SECTION = "provenance"
ROW = ["grade", "source"]


def provenance(source: Source) -> None:
    """Every section with a value that is no graded number has a row, and no other section has."""
    rows = source.data[SECTION]
    needed = [name for name, section in source.data.items()
              if name != SECTION and not graded(section)]
    for name, row in rows.items():
        here = (SECTION, name)
        if name in source.data and name not in needed and name != SECTION:
            raise source.error(here, f"{SECTION}.{name}: every value of [{name}] has a grade and "
                               "a source of its own; take this row out")
        if name not in needed:
            raise source.unknown(here, needed, "section")
        source.keys(here, row, ROW)
        source.choice((*here, "grade"), row["grade"], schema.GRADES, "grade")
        text(source, (*here, "source"), row["source"])
    for name in needed:
        if name not in rows:
            raise source.error((name,), f"[{name}] has values without grade and source; give it "
                               f"a row in [{SECTION}]: {name} = {{ grade, source }}")


def graded(node: Any) -> bool:
    """Is everything in a section, and below, a number with grade and source?"""
    if not isinstance(node, dict):
        return False
    return "grade" in node or all(graded(below) for below in node.values())
