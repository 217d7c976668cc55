"""Requests line by line: one JSON text in, one JSON text out, whatever the line holds."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO

from mjscore.engine import read_json, score
from mjscore.errors import FORMAT, WHOLE, ScoreError, bad

LONGEST = 1 << 20  # bytes of a line; a request of four hands has about two thousand
GOOD, BAD = 0, 2
Show = Callable[[Any, dict[str, Any]], str]  # request, answer -> text


def run(name: str | None, show: "Show | None" = None) -> int:
    """Answer every line of the file `name` (None or "-": stdin); 2 when one was bad."""
    code = GOOD
    with ExitStack() as opened:
        try:
            source = sys.stdin.buffer if name in (None, "-") else _open(str(name), opened)
        except ScoreError as problem:
            print(f"mjscore: {problem}", file=sys.stderr)
            return BAD
        if source is sys.stdin.buffer and sys.stdin.isatty():
            print(
                "Requests from the keyboard, one JSON object a line; Ctrl-D ends.", file=sys.stderr
            )
        for line in lines(source):
            request, answer = answered(line)
            if "error" in answer:
                code = BAD
            try:
                text = show(request, answer) if show else json.dumps(answer, separators=(",", ":"))
            except ScoreError as problem:
                code, text = BAD, f"error: {problem}"
            if show:
                from mjscore.cli.page import encodable

                text = encodable(text)
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
    return code


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Every line, a blank one too; of one longer than LONGEST its beginning, one byte too long."""
    while True:
        line = source.readline(LONGEST + 1)
        if not line:
            return
        rest = line
        while len(rest) > LONGEST and rest[-1:] != b"\n":
            rest = source.readline(LONGEST + 1)
        yield line


def answered(line: bytes) -> tuple[Any, dict[str, Any]]:
    """The request of a line (None when there is none) and its answer or error object."""
    request: Any = None
    try:
        request = read_json(_text(line.strip()))
        return request, score(request)
    except ScoreError as problem:
        return request, problem.as_dict()
    except Exception as problem:  # noqa: BLE001  # a fault of ours must not stop the other lines
        told = f"the program failed at this request: {type(problem).__name__}: {problem}"
        return request, ScoreError(told, WHOLE, FORMAT).as_dict()


def _text(line: bytes) -> str:
    if len(line) > LONGEST:
        bad(f"this line is longer than {LONGEST} bytes", WHOLE, FORMAT)
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        bad(f"this line is not UTF-8: byte {problem.start + 1} is none", WHOLE, FORMAT)


def _open(name: str, opened: ExitStack) -> BinaryIO:
    try:
        return opened.enter_context(open(name, "rb"))
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ScoreError(f"cannot read {name}: {why}") from None
