"""The checklist before ordering, `hardware/order.md`: what of the parts list nobody has read.

Made from the parts list and the records; a person ticks it before money is spent.
"""

from pathlib import Path

from hardware.circuit import build as circuit_files
from hardware.circuit import circuit
from hardware.lib.read_records import read
from hardware.rules import check, known
from hardware.rules.records import BOM
from tools.make.generate.read.machine import load

from .page import page

ORDER_FILE = "hardware/order.md"


def build(root: Path) -> dict[str, bytes | str]:
    """The page."""
    found = check(circuit(root), load(root), root)
    defects = known.parted(found, known.read(root))[1]
    return {ORDER_FILE: page(str(circuit_files(root)[BOM]), read(root), defects)}
