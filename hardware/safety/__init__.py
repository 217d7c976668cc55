"""Pages about safety, commissioning, retrofit and cost: tables in them follow machine, circuit
and fault table.

`build` makes failure_modes.md whole, and fills the tables of the pages that are written by hand.
"""

from pathlib import Path

from . import controller_table, cost, hand_tables, mains_tables
from .blocks import fill
from .failure_page import PAGE, page
from .failure_rows import read

PAGES = {"hardware/safety/mains.md": mains_tables.tables,
         "hardware/safety/commissioning.md": hand_tables.commissioning,
         "hardware/retrofit.md": hand_tables.retrofit,
         "hardware/README.md": lambda root: cost.tables(root) | controller_table.tables(root)}


def build(root: Path) -> dict[str, str]:
    """Every page, path below `root` to text."""
    files = {PAGE: page(*read(root))}
    for name, tables in PAGES.items():
        files[name] = fill(name, (root / name).read_text(encoding="utf-8"), tables(root))
    return files
