"""A missing system package is named, with the command that gets it; its checks are NOT RUN."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hardware import tools

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools/system_packages.sh"


@pytest.fixture
def bare(tmp_path):
    """A folder of programs that has what the script itself needs, and no tool."""
    for name in ("grep", "id", "mkdir", "tail"):
        (tmp_path / name).symlink_to(shutil.which(name))
    return tmp_path


def script(path, **more):
    return subprocess.run(["/bin/sh", str(SCRIPT)], cwd=path, env={"PATH": str(path), **more},
                          capture_output=True, text=True)


def program(folder, name, text):
    (folder / name).write_text("#!/bin/sh\n" + text)
    (folder / name).chmod(0o755)


def test_without_apt_the_command_is_printed(bare):
    done = script(bare)
    assert done.returncode == 0
    assert "tools: not here: ngspice" in done.stderr
    assert "To get them: sudo apt-get install -y --no-install-recommends ngspice" in done.stderr


def test_apt_is_asked_for_what_is_missing_and_nothing_else(bare):
    program(bare, "ngspice", "exit 0\n")
    (bare / "id").unlink()
    program(bare, "id", "echo 0\n")
    program(bare, "apt-get", 'echo "$@" >> asked\n')
    done = script(bare)
    asked = (bare / "asked").read_text()
    assert done.returncode == 0 and "tools: getting" in done.stdout
    assert "update" in asked and "libgl1" in asked and "ngspice" not in asked


def test_what_apt_says_when_it_fails_is_shown(bare):
    (bare / "id").unlink()
    program(bare, "id", "echo 0\n")
    program(bare, "apt-get", 'echo "E: the disk is full" >&2; exit 100\n')
    done = script(bare)
    assert done.returncode == 0
    assert "E: the disk is full" in done.stderr and "To get them: sudo" in done.stderr


def test_a_check_without_its_tool_fails_under_ci_and_is_listed_otherwise(monkeypatch):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="NOT RUN: no_such_tool is missing; `make too"):
        tools.needs("no_such_tool")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="NOT RUN: no_such_tool is missing"):
        tools.needs("no_such_tool")
    assert " -rs" in (ROOT / "Makefile").read_text(), "skipped checks are listed by name"


def test_tools_that_are_there_are_found():
    assert tools.here("sh") and not tools.here("no_such_tool")
    assert os.access(SCRIPT, os.R_OK)
