"""The last words of a program that stopped: kept in a file, for `mjtool flash --check` to show."""

import sys

FILE = "/crash.txt"
LIMIT = 1000  # bytes; one flash block, written once


class _Short:
    """A stream that keeps the first LIMIT characters."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        """Take a piece."""
        if len(self.text) < LIMIT:
            self.text += str(text)[: LIMIT - len(self.text)]


def keep(problem, path=FILE):
    """Write the traceback of `problem`; True when it was kept. Outputs are off by now."""
    short = _Short()
    try:
        sys.print_exception(problem, short)
        with open(path, "w") as file:
            file.write(short.text)
    except (OSError, MemoryError, AttributeError, TypeError):
        return False
    return True
