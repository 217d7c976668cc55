"""The logic board: everything of the circuit on safe low voltage, without a live net on it."""

from __future__ import annotations

from pathlib import Path


def build(root: Path) -> dict[str, bytes | str]:
    """All files of this part, from hardware/out/circuit.json and the committed routing."""
    from hardware.logic import board  # late: the parts that need no board load faster
    return board.build(root)
