"""`mjscore vectors`: answers a file of vectors and compares where something is expected."""

import sys
from typing import Annotated, Any

import typer

from mjscore.cli.page import write_json
from mjscore.engine import read_json
from mjscore.errors import VECTORS, ScoreError, shown
from mjscore.vectors import as_line

app = typer.Typer(rich_markup_mode=None, add_completion=False)
MATCH, DIFFER, BAD = 0, 1, 2


@app.command()
def vectors(
    file: Annotated[
        str, typer.Argument(help='JSON with {"vectors": [...]}, or one a line; "-": stdin.')
    ],
) -> None:
    """Answer the vectors of a file and compare.

    Everything is computed, and one JSON line printed for each vector.

    \b
    Line: {"id", "system", "kind", "answer", "matches", "differs"}; `matches` is null
    where nothing was expected, and an {"error": ...} stands where no answer is possible.
    Only what is expected is compared, lines and doubles in any order.

    Exit codes: 0 all match, 1 some differ, 2 some could not be answered.
    """
    lines = [as_line(vector) for vector in read(file)]
    for line in lines:
        write_json(line)
    sys.stdout.flush()
    differ = [line for line in lines if line.get("matches") is False]
    failed = [line for line in lines if "error" in line]
    for line in differ:
        _note(f"{line['id']}: {'; '.join(line['differs'])}")
    for line in failed:
        _note(f"{line['id']}: {line['error']['message']}")
    matched = sum(line.get("matches") is True for line in lines)
    _note(f"{len(lines)} vectors: {matched} match, {len(differ)} differ, {len(failed)} unanswered")
    raise typer.Exit(BAD if failed else DIFFER if differ else MATCH)


def read(name: str) -> list[Any]:
    """The vectors of a file; ScoreError when it has none."""
    try:
        if name == "-":
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        else:
            with open(name, encoding="utf-8-sig") as opened:
                text = opened.read()
    except UnicodeDecodeError:
        raise ScoreError(f"{name} is not UTF-8") from None
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ScoreError(f"cannot read {name}: {why}") from None
    return _told(text)


def _told(text: str) -> list[Any]:
    """The vectors of a text: a list, an object that has it, or one vector a line."""
    lines = [line for line in text.split("\n") if line.strip()]
    if _one_a_line(lines):
        return [read_json(line, f"vectors[{at}]", VECTORS) for at, line in enumerate(lines)]
    data = read_json(text, "vectors", VECTORS)
    found = data.get("vectors") if isinstance(data, dict) else data
    if not isinstance(found, list):
        told = f"a file of vectors has a list of them, not {shown(found)}"
        raise ScoreError(told, "vectors", VECTORS)
    return found


def _one_a_line(lines: list[str]) -> bool:
    """True where the first line alone is a whole object, and no list of vectors."""
    try:
        first = read_json(lines[0]) if lines else None
    except ScoreError:
        return False
    return (
        isinstance(first, dict) and "vectors" not in first and (len(lines) > 1 or "kind" in first)
    )


def _note(text: str) -> None:
    print(text, file=sys.stderr)
