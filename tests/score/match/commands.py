"""Running `mjscore match` in the tests: in a pipe, and at a terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import HANG_S

ROOT = Path(__file__).parents[3]
PATHS = os.pathsep.join(str(ROOT / part) for part in (".", "host_tools", "firmware"))


def refused(result):
    """The sentence, without who says it."""
    assert result.exit_code == 2 and result.stdout == ""
    return result.stderr.removeprefix("mjscore: ").removesuffix("\n")


def on_a_terminal(words, answer, data, columns=120, asks=b""):
    """Run the real command with a terminal for stdin and stdout; all that it wrote, its code.

    `answer` is typed when the program has asked a question, one that ends with a colon or has
    `asks` in it; before, the terminal would echo it.
    """
    ours, theirs = pty.openpty()
    code = "import sys; from mjscore.cli import main; sys.exit(main(['match', *sys.argv[1:]]))"
    environment = {
        **os.environ,
        "XDG_DATA_HOME": str(data),
        "PYTHONPATH": PATHS,
        "TERM": "xterm-256color",
        "COLUMNS": str(columns),
        "PYTHONIOENCODING": "utf-8",
    }
    program = subprocess.Popen([sys.executable, "-c", code, *map(str, words)], stdin=theirs,
                               stdout=theirs, stderr=theirs, env=environment,
                               preexec_fn=_own_terminal)  # fmt: skip
    os.close(theirs)
    try:
        return _talk(ours, answer, asks).decode(), program.wait(HANG_S)
    finally:
        program.kill()  # only if it still waits
        os.close(ours)


def _talk(ours, answer, asks):
    """All that the program writes; what is typed is typed again while it keeps silent.

    A key that comes while the program changes the terminal's mode is lost, and a Ctrl-C just
    before it begins to read waits for the next key.
    """
    text, end = b"", time.monotonic() + HANG_S
    asked = False
    while time.monotonic() < end:
        if select.select([ours], [], [], 0.5)[0]:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # Linux says so when the other side has closed
                return text
            if not chunk:
                return text
            text += chunk
            if asked or not (asks in text if asks else text.rstrip().endswith(b":")):
                continue
            asked = True
        if asked and answer:  # just asked, or asked and silent since
            os.write(ours, answer)
    raise AssertionError(f"no end after {HANG_S} s: {text!r}")


def _own_terminal():
    """Let Ctrl-C typed there reach the program, also where the tests run in the background."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
