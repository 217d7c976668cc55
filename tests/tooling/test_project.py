"""The project's own promises: two commands, pinned tools, licences, no stray words."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_tool_is_pinned():
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"],
              *PROJECT["project"]["optional-dependencies"]["test"],
              *PROJECT["project"]["optional-dependencies"]["hardware"]]
    for requirement in wanted:
        assert re.fullmatch(r"[A-Za-z0-9-]+==[0-9.]+(?:post[0-9]+)?", requirement), requirement


def test_plain_make_prints_every_command():
    shown = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True,
                           text=True, check=True).stdout
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    assert [line.split()[1] for line in shown.splitlines()] == [t for t in targets if t != "stale"]
    assert all(len(line.split(None, 2)) == 3 for line in shown.splitlines())


def test_ci_runs_exactly_make_test():
    lines = (ROOT / ".ci/run").read_text().splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert lines[-1] == "exec make test"
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def setup(folder: Path, python: str, path: str = "/usr/bin:/bin") -> subprocess.CompletedProcess:
    return subprocess.run(["/bin/sh", str(ROOT / "tools/setup.sh"), python], cwd=folder, text=True,
                          capture_output=True, env={"PATH": path})


def fake(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return path


def test_setup_never_empties_the_environment_of_another_folder(tmp_path):
    shared, work = tmp_path / "shared", tmp_path / "work"
    shared.mkdir()
    work.mkdir()
    (shared / "precious").write_text("")
    (work / ".venv").symlink_to(shared)
    done = setup(work, "")
    assert done.returncode == 1
    assert done.stderr.startswith(f"setup: .venv is a link to {shared}, which belongs to another")
    assert (shared / "precious").exists()


def test_setup_refuses_an_old_python_in_one_sentence(tmp_path):
    old = fake(tmp_path, "oldpython", "exit 1\n")
    done = setup(tmp_path, str(old))
    assert done.returncode == 1
    assert done.stderr == (f"setup: PYTHON={old} is not a Python 3.11 or newer; name another one: "
                           "make setup PYTHON=python3.12\n")


def test_setup_without_any_good_python(tmp_path):
    for version in ("", ".11", ".12", ".13", ".14"):
        fake(tmp_path, f"python3{version}", 'test "$1" = --version && echo Python 3.9.1\nexit 1\n')
    done = setup(tmp_path, "", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("setup: Python 3.11 or newer is needed, found")
    assert "make setup PYTHON=" in done.stderr


def test_setup_names_the_package_when_venv_is_missing(tmp_path):
    python = fake(tmp_path, "python", 'case "$2" in *venv*) exit 1;; esac\nexit 0\n')
    done = setup(tmp_path, str(python))
    assert done.returncode == 1
    assert done.stderr == (f"setup: {python} has no venv module; on Debian and Ubuntu: "
                           "apt install python3-venv\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_commands_are_in_the_environment():
    scripts = PROJECT["project"]["scripts"]
    assert scripts == {name: f"{name}.cli:main" for name in ("mjscore", "mjsim", "mjtool")}


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def test_every_module_and_public_function_says_what_it_is():
    import ast

    missing = []
    for path in sources("firmware", "host_tools", "simulator", "tools"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not ast.get_docstring(tree):
            missing.append(str(path.relative_to(ROOT)))
    assert missing == []


def test_no_empty_promises():
    word = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    found = [f"{path.relative_to(ROOT)}:{number}" for path in
             sources("firmware", "host_tools", "simulator", "tools", "tests")
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
             if word.search(line)]
    assert found == []


def test_licences():
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")
    assert "SPDX-License-Identifier: CERN-OHL-P-2.0" in (ROOT / "hardware/LICENSE").read_text()
