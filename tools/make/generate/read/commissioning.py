"""The steps of hardware/safety/commissioning.md, for `mjtool commission`: one home for both."""

import re
from pathlib import Path
from typing import Any

PAGE = Path("hardware/safety/commissioning.md")
STEP = re.compile(r"^\*\*([A-H]\d)\.?(?: ([^*]*?))?\.?\*\*(.*)")
PART = re.compile(r"^## ([A-H])\. (.+)$")
DRAWN = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part."""
    return {"commissioning": steps((root / PAGE).read_text(encoding="utf-8"))}


def steps(text: str) -> list[dict[str, str]]:
    """Id, part, title and words of every step; a part without numbered steps is one itself."""
    found: list[dict[str, str]] = []
    part, lines = "", [*text.splitlines(), ""]
    for at, line in enumerate(lines):
        if heading := PART.match(line):
            part = heading[2]
            found.append({"id": heading[1], "part": part, "title": part,
                          "text": _paragraph(lines, at + 2)})
        elif (step := STEP.match(line)) and part:
            if found and found[-1]["id"] == step[1][0]:
                found.pop()  # the part has steps of its own
            found.append({"id": step[1], "part": part, "title": (step[2] or part).strip(),
                          "text": _paragraph(lines, at, step[3].strip())})
    return found


def _paragraph(lines: list[str], at: int, first: str | None = None) -> str:
    """From one line to the next blank one, links as their words."""
    words = [lines[at] if first is None else first]
    while at + 1 < len(lines) and lines[at + 1].strip():
        at += 1
        words.append(lines[at])
    return DRAWN.sub(r"\1", " ".join(words)).replace("**", "").strip()
