"""Gives a traceback of the board its names back: `python -m tools.make.board.explain < traceback`.

An argument names the `names.json` of the build that was on the board, when it is not the last.
"""

import json
import re
import sys
from pathlib import Path

from tools.make.board.build import NAMES, ROOT

PLACE = re.compile(r'^( *File "(?:mjtable|hal)/__init__\.py", line \d+, in )(\w+)$')


def explain(text: str, names: dict[str, dict[str, str]]) -> str:
    """The text, each place in it followed by what it may be in the sources."""
    lines = []
    for line in text.splitlines():
        found = PLACE.match(line)
        meant = _sources(found.group(2), names) if found else []
        lines.append(line + (f"  = {' or '.join(meant)}" if meant else ""))
    return "\n".join(lines)


def _sources(name: str, names: dict[str, dict[str, str]]) -> list[str]:
    """Functions of the sources that have this name on the board."""
    classes = {new: old for old, new in names["globals"].items()}
    meant = []
    for kind, given in names.items():
        if kind == "parameters":
            continue
        owner = kind.removesuffix("._")
        before = "" if owner == kind else classes.get(owner, owner) + "."
        meant += [before + old for old, new in given.items() if new == name]
    return sorted(set(meant))


def main(argv: list[str]) -> int:
    """Explain what comes in; 2 when there is no list of names."""
    path = Path(argv[0]) if argv else ROOT / ".build" / "firmware" / NAMES
    try:
        names = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        print(f"cannot read {path}: {problem.strerror}; give the names.json that was built with "
              "the board's firmware, or run `make build` on the same sources", file=sys.stderr)
        return 2
    print(explain(sys.stdin.read(), names))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
