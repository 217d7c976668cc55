"""Checks the board's files against what MicroPython offers on each board, by pyright.

`python -m tools.check.firmware.types [file or folder ...]`; one line per finding, exit 1 when
there is any, 2 when the check could not be made. The stubs of MicroPython 1.29 for the Pico and
the Pico 2 are kept in `.build/stubs/`; pyright sees them and nothing else, so a module or a call
that only a desktop Python has is found like one that no board has.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FIRMWARE = ROOT / "firmware"
CHECKED = (FIRMWARE / "hal", FIRMWARE / "main.py", FIRMWARE / "boot.py")
# PIO assembler wears the clothes of Python (`set(x, 31)`, `jmp(...)  [3]`); its tests assemble it.
NOT_PYTHON = (FIRMWARE / "hal" / "pio_programs.py",)
BOARDS = {"rpi_pico": "1.29.0.post1", "rpi_pico2": "1.29.0.post1"}
STDLIB = "micropython-stdlib-stubs==1.29.0.post2"
BUILD = ROOT / ".build"
PYRIGHT = ROOT / "tools" / "node" / "node_modules" / "pyright" / "index.js"
SETTINGS = {
    "typeCheckingMode": "standard",
    "pythonVersion": "3.11",
    "reportMissingModuleSource": False,
    # Nothing is annotated here: a field that is None until the start is finished looks like None.
    "reportOptionalMemberAccess": False,
    "reportOptionalSubscript": False,
    "reportOptionalCall": False,
}


class CannotCheck(Exception):
    """The check was not made."""


def stubs(board: str, folder: Path = BUILD / "stubs") -> Path:
    """The folder of a board's stubs, installed when they are not there yet."""
    target = folder / board
    stamp = target / "stamp"
    wanted = [f"micropython-rp2-{board}-stubs=={BOARDS[board]}", STDLIB]
    if stamp.is_file() and stamp.read_text() == "\n".join(wanted):
        return target
    fresh = folder / f"{board}.{os.getpid()}"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check",
           "--no-deps", "--target", str(fresh), *wanted]  # fmt: skip
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
        raise CannotCheck(
            f"check_types: cannot install {' and '.join(wanted)} for the type check: {said}; "
            "is there a network? once installed they stay in .build/stubs"
        )
    (fresh / stamp.name).write_text("\n".join(wanted))
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)
    return target


def findings(board: str, paths: list[Path], pyright: Path = PYRIGHT) -> list[str]:
    """What is wrong with the files for one board, each `file:line: sentence [board]`."""
    node = Path(sys.executable).parent / "node"
    if not pyright.is_file() or not node.is_file():
        missing = pyright if node.is_file() else node
        raise CannotCheck(f"check_types: {missing} is missing; run make setup")
    project = _project(board, paths)
    done = subprocess.run(
        [node, pyright, "-p", project, "--outputjson"], capture_output=True, text=True,
        env={"PATH": "", "HOME": str(BUILD)},  # no Python found: no packages of the host
    )  # fmt: skip
    try:
        report = json.loads(done.stdout)
    except ValueError:
        said = (done.stderr or done.stdout).strip()[-300:]
        raise CannotCheck(f"check_types: pyright ended with {done.returncode}: {said}") from None
    if report["summary"]["filesAnalyzed"] == 0:
        names = ", ".join(str(path) for path in paths)
        raise CannotCheck(f"check_types: pyright found no Python file in {names}")
    return [_sentence(found, board) for found in report["generalDiagnostics"]
            if found["severity"] == "error"]  # fmt: skip


def _project(board: str, paths: list[Path]) -> Path:
    """A pyright project for these files alone; its configuration file."""
    folder = BUILD / "types" / f"{board}.{os.getpid()}"
    folder.mkdir(parents=True, exist_ok=True)
    installed = str(stubs(board))
    config = {
        "include": [os.path.relpath(path, folder) for path in paths if path.exists()],
        "exclude": ["**/__pycache__"],
        "ignore": [os.path.relpath(path, folder) for path in NOT_PYTHON],
        "typeshedPath": installed,
        "stubPath": installed,
        "extraPaths": [str(FIRMWARE)],
        **SETTINGS,
    }
    file = folder / "pyrightconfig.json"
    file.write_text(json.dumps(config, indent=1), encoding="utf-8")
    return file


def _sentence(found: dict[str, Any], board: str) -> str:
    name = os.path.relpath(found["file"], ROOT)
    line = found["range"]["start"]["line"] + 1
    text = " ".join(found["message"].split())
    return f"{name}:{line}: {text} ({found.get('rule', 'syntax')}) [{board}]"


def main(argv: list[str]) -> int:
    """Check the given files, or all that touch the board, for both boards."""
    paths = [Path(name).resolve() for name in argv] or list(CHECKED)
    try:
        found = [line for board in BOARDS for line in findings(board, paths)]
    except CannotCheck as problem:
        print(problem, file=sys.stderr)
        return 2
    finally:
        for folder in (BUILD / "types").glob(f"*.{os.getpid()}"):
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
