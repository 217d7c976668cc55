"""simulator/mjsim/generated/stuck.py: what tells of a stuck input, or why nobody need be told."""

import re
from pathlib import Path
from textwrap import wrap

from tools.make.generate.read.machine import load
from tools.make.generate.render import header

TARGET = Path("simulator/mjsim/generated/stuck.py")
EACH = re.compile(r"on(?: \([^)]*\))?: (?P<on>.*?); off: (?P<off>.*)")
BOTH = re.compile(r"(?:on or off: )?(?P<both>.*)")
WIDTH = 80


def outputs(root: Path) -> dict[Path, str]:
    """The campaign's reasons."""
    machine = load(root)
    parts = [header(machine.origin, "By signal, what tells of one that is stuck on and off, or "
                    "why nobody need be told.")]
    parts.append("STUCK = {\n")
    for name, row in machine.data["signals"].items():
        parts.append(f'    "{name}": (\n')
        for text in levels(row["stuck"]):
            parts += [f"        {line}\n" for line in _string(text)]
        parts.append("    ),\n")
    return {TARGET: "".join([*parts, "}\n"])}


def levels(stuck: str) -> tuple[str, str]:
    """The part of a signal's text that is about stuck on, and the one about stuck off."""
    each = EACH.fullmatch(stuck)
    if each:
        return each["on"], each["off"]
    both = BOTH.fullmatch(stuck)
    assert both
    return both["both"], both["both"]


def _string(text: str) -> list[str]:
    """A string in as many lines as it takes, and a comma."""
    lines = [f'"{line}"' for line in wrap(text, WIDTH, drop_whitespace=False)]
    return [*lines[:-1], lines[-1] + ","]
