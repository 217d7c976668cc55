"""Six lines of code stand in one place, or beside the copy stands why: `# copy: the reason`.

Blank lines, comments, docstrings, imports and lone punctuation do not count, nor does indentation.
A reason stands right above one of the two or in it; at a file's head it is one for all the copies
within that file.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("firmware", "simulator", "host_tools", "tools", "hardware")
ENDINGS = (".py", ".ts", ".mjs")
LEFT_OUT = {"generated", "pinmap.py", "node_modules", "__pycache__", "out"}
LEAST = 6
COMMENT = re.compile(r"\s*(#|//|/\*|\*)")
IMPORT = re.compile(r"\s*(import|export \{|\} from)\b")
REASON = re.compile(r"\s*(?:#|//) copy: \S+ \S")


class Code(NamedTuple):
    """The lines of a file that count, by their numbers, and the numbers with a reason."""

    name: str
    lines: list[tuple[int, str]]
    reasons: set[int]


def read(name: str, text: str) -> Code:
    """A file's lines that count."""
    skipped = _not_code(text) if name.endswith(".py") else set()
    lines = [(number, " ".join(line.split())) for number, line in enumerate(text.split("\n"), 1)
             if number not in skipped and re.search(r"\w", line)
             and not COMMENT.match(line) and not IMPORT.match(line)]
    reasons = {number for number, line in enumerate(text.split("\n"), 1) if REASON.match(line)}
    return Code(name, lines, reasons)


def _not_code(text: str) -> set[int]:
    """Line numbers of docstrings and imports."""
    return {number for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node)
            for number in range(node.lineno, node.end_lineno + 1)}


def _is_text(node: ast.AST) -> bool:
    return (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str))


def findings(files: list[Code]) -> Iterator[str]:
    """A sentence for each run that stands in two places."""
    seen: dict[tuple[str, ...], list[tuple[Code, int]]] = {}
    for file in files:
        for at in range(len(file.lines) - LEAST + 1):
            run = tuple(line for _, line in file.lines[at:at + LEAST])
            for other, there in seen.setdefault(run, []):
                if _begins(other, there, file, at):
                    yield from _told(other, there, file, at)
            seen[run].append((file, at))


def _begins(one: Code, there: int, two: Code, at: int) -> bool:
    """The lines before differ: nothing longer was told already."""
    apart = one is not two or at - there >= LEAST
    return apart and (there == 0 or one.lines[there - 1][1] != two.lines[at - 1][1])


def _told(one: Code, there: int, two: Code, at: int) -> Iterator[str]:
    size = LEAST
    while (at + size < len(two.lines) and there + size < len(one.lines)
           and one.lines[there + size][1] == two.lines[at + size][1]):
        size += 1
    at_head = one is two and min(one.reasons, default=one.lines[0][0]) < one.lines[0][0]
    if not (at_head or _reason(one, there, size) or _reason(two, at, size)):
        yield (f"{two.name}:{two.lines[at][0]} copies {one.name}:{one.lines[there][0]}: share it, "
               "or say why beside it (# copy: the reason)")


def _reason(file: Code, at: int, size: int) -> bool:
    """A reason stands right above the run or in it."""
    above = file.lines[at - 1][0] if at else 0
    return any(above < number <= file.lines[at + size - 1][0] for number in file.reasons)


def sources() -> list[Code]:
    """What people have written."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))
             if path.suffix in ENDINGS and not LEFT_OUT & set(path.parts)]
    return [read(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
            for path in paths]


def test_nothing_is_written_twice():
    found = list(findings(sources()))
    assert not found, "\n".join(found)


BODY = """
    first = one(1)
    # a comment
    second = two(2)
    again = two(22)

    third = three(
        3,
    )
    return first + second + third
"""


def copies(*texts: str) -> list[str]:
    return list(findings([read(f"{name}.py", text) for name, text in zip("ab", texts,
                                                                         strict=False)]))


def test_a_copy_is_told_once_with_both_places():
    one = '"""A."""\n\n\ndef sums():' + BODY
    two = '"""B."""\nimport re\n\n\ndef totals():' + BODY + "    # more\n"
    assert copies(one, two) == [
        "b.py:6 copies a.py:5: share it, or say why beside it (# copy: the reason)"]


def test_a_copy_in_one_file_is_told():
    assert copies("def one():" + BODY + "\n\ndef two():" + BODY) == [
        "a.py:14 copies a.py:2: share it, or say why beside it (# copy: the reason)"]


def test_a_reason_at_the_head_is_for_its_own_file_alone():
    head = "# copy: each must be timed as it is.\ndef one():" + BODY
    assert copies(head + "\n\ndef two():" + BODY) == []
    assert len(copies(head, "def two():" + BODY)) == 1


def test_five_lines_may_stand_twice():
    short = BODY.replace("    second = two(2)\n", "")
    assert copies("def one():" + short, "def two():" + short) == []


def test_imports_and_docstrings_do_not_count():
    text = '"""' + "\n".join("abcdefgh") + '"""\nfrom x import (\n    ' + ",\n    ".join(
        "abcdefgh") + ")\n"
    assert copies(text, text) == []


def test_a_reason_beside_either_is_enough():
    plain, said = "def one():" + BODY, "def two():\n    # copy: B runs without A." + BODY
    assert copies(plain, said) == [] == copies(said, plain)
    within = BODY.replace("# a comment", "# copy: B runs without A.")
    assert copies(plain, "def two():" + within) == []
    elsewhere = "# copy: B runs without A.\nx = 1\n\n\ndef two():" + BODY
    assert len(copies(plain, elsewhere)) == 1
    assert len(copies(plain, "def two():\n    # copy: needed" + BODY)) == 1, "no reason"
