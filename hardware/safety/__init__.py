"""Pages about safety, commissioning, retrofit and cost: tables in them follow machine, circuit
and fault table.

`build` makes failure_modes.md whole, and fills the tables of the pages that are written by hand.
"""

from pathlib import Path

from .failure_page import PAGE, page
from .failure_rows import read


def build(root: Path) -> dict[str, str]:
    """Every page, path below `root` to text."""
    rows, faults, figures = read(root)
    return {PAGE: page(rows, faults, figures)}
