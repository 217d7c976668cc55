"""The command `mjscore`. A plain `mjscore score` starts here without loading a command parser.

Exit codes: 0 good, 1 a vector differs, 2 something could not be read or done, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence

BAD = 2
INTERRUPTED = 130
CLOSED_PIPE = 141  # as a shell calls a program ended by SIGPIPE


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line `words` (that of the process unless given); the exit code."""
    given = list(sys.argv[1:] if words is None else words)
    if sys.stdout is None or sys.stdin is None:  # closed by who started us
        return _said("stdin and stdout must be open")
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _closed()
    except OSError as problem:  # the disk is full, the terminal is gone
        _closed()
        return _said(f"cannot write: {problem.strerror}")


def _run(words: list[str]) -> int:
    if words and words[0] == "score" and _plain(words[1:]):
        from mjscore.cli import stream

        return stream.run(words[1] if len(words) == 2 else None)
    from mjscore.cli import app

    return app.run(words)


def _plain(words: list[str]) -> bool:
    """True for `mjscore score` and `mjscore score FILE`."""
    return not words or (len(words) == 1 and (words[0] == "-" or os.path.exists(words[0])))


def _said(sentence: str) -> int:
    if sys.stderr is not None:
        print(f"mjscore: {sentence}", file=sys.stderr)
    return BAD


def _closed() -> int:
    """Nobody reads on: say nothing, and leave nothing for the interpreter to flush."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    return CLOSED_PIPE
