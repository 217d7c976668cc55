"""Running `mjscore match` in the tests: in a pipe, and at a terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATHS = os.pathsep.join(str(ROOT / part) for part in (".", "host_tools", "firmware"))


def refused(result):
    """The sentence, without who says it."""
    assert result.exit_code == 2 and result.stdout == ""
    return result.stderr.removeprefix("mjscore: ").removesuffix("\n")


def on_a_terminal(words, answer, data, columns=120):
    """Run the real command with a terminal for stdin and stdout; all that it wrote, its code.

    `answer` is typed when the program has asked a question; before, the terminal would echo it.
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
    text = b""
    try:
        while chunk := os.read(ours, 4096):
            text += chunk
            if answer and text.rstrip().endswith(b":"):
                os.write(ours, answer)
                answer = b""
    except OSError:  # Linux says so when the other side has closed
        pass
    os.close(ours)
    return text.decode(), program.wait(10)


def _own_terminal():
    """Let Ctrl-C typed there reach the program."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
