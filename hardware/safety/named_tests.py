"""Does a test that a table names exist?"""

import difflib
import re
from pathlib import Path

TEST = re.compile(r"^def (test_\w+)\(", re.M)


def wrong(root: Path, name: str) -> str:
    """What is wrong with the test `name` ("file::test", or a scenario file); "" when it exists."""
    file, _, test = name.partition("::")
    path = root / file
    if not path.is_file():
        there = [str(p.relative_to(root)) for p in sorted((root / "tests").rglob("*"))
                 if p.is_file() and p.suffix in (".py", ".txt")]
        return f"test file {file} does not exist{_near(file, there)}"
    if path.suffix == ".txt":
        return f"{file} is a scenario: it has no `::{test}`" if test else ""
    known = TEST.findall(path.read_text(encoding="utf-8"))
    if not test:
        return f"{file} needs the test's name behind it, `{file}::test_...`"
    return "" if test in known else f"{file} has no test {test}{_near(test, known)}"


def _near(word: str, valid: list[str]) -> str:
    near = difflib.get_close_matches(word, valid, 1, 0.0)
    return f"; nearest: {near[0]}" if near else ""
