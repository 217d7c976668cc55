"""The mains board: every live net of the circuit, every barrier, and the couplers' lamps."""

from __future__ import annotations

from pathlib import Path


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part, from hardware/out/circuit.json and the committed routing."""
    from hardware.mains import board  # late: the parts that need no board load faster
    return board.build(root)
