"""hardware/modules.md: the build from bought modules, without the board."""

from __future__ import annotations

from pathlib import Path

from hardware.modules.page import page
from tools.make.generate.read.machine import load

PAGE = "hardware/modules.md"


def build(root: Path) -> dict[str, bytes | str]:
    """The page."""
    return {PAGE: page(load(root))}
