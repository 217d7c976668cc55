"""Programs that are no Python packages: a check that needs one says so when it is missing."""

import os
import shutil
import subprocess
from functools import lru_cache

import pytest

KICAD_PYTHON = "/usr/bin/python3"
"""KiCad's Python module comes with the system's own interpreter."""


@lru_cache
def here(tool: str) -> bool:
    """Is `tool` on this machine? "pcbnew" is KiCad's module, anything else a command."""
    if tool != "pcbnew":
        return shutil.which(tool) is not None
    if shutil.which(KICAD_PYTHON) is None:
        return False
    return subprocess.run([KICAD_PYTHON, "-c", "import pcbnew"], capture_output=True,
                          check=False).returncode == 0


def needs(tool: str) -> None:
    """Skip the test, or fail it where the variable CI is set, when `tool` is missing."""
    if here(tool):
        return
    sentence = f"NOT RUN: {tool} is missing; `make tools` gets it"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)
