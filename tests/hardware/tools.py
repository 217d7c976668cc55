"""Programs that are no Python packages: a check that needs one says so when it is missing."""

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

KICAD_PYTHON = "/usr/bin/python3"
"""KiCad's Python module comes with the system's own interpreter."""
KICAD = Path("/usr/share/kicad/footprints")
"""KiCad's own land patterns, a package of the system."""
FOLDERS = {"kicad-footprints": KICAD}
IMPORTS = {"pcbnew": KICAD_PYTHON, "build123d": sys.executable}
"""What is imported instead of called; build123d needs the system's libGL and libX11."""


@lru_cache
def here(tool: str) -> bool:
    """Is `tool`, a command or one of IMPORTS, on this machine?"""
    if tool in FOLDERS:
        return FOLDERS[tool].is_dir()
    if tool not in IMPORTS:
        return shutil.which(tool) is not None
    if shutil.which(IMPORTS[tool]) is None:
        return False
    return subprocess.run([IMPORTS[tool], "-c", f"import {tool}"], capture_output=True,
                          check=False).returncode == 0


def needs(tool: str) -> None:
    """Skip the test, or fail it where the variable CI is set, when `tool` is missing.

    At the head of a module it skips or fails the module.
    """
    if not here(tool):
        absent(tool)


def absent(tool: str) -> None:
    """It is missing: skip, or fail where the variable CI is set."""
    sentence = f"NOT RUN: {tool} is missing; `make tools` gets it"
    if os.environ.get("CI"):
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence, allow_module_level=True)
