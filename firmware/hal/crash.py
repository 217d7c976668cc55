"""The last words of a program that stopped: kept in a file, for a person to read.

`mpremote fs cat :crash.txt` shows it; only the last one is kept, and it is short.
"""

import sys

FILE = "/crash.txt"


def keep(problem, path=FILE):
    """Write the traceback of `problem`; True when it was kept. Outputs are off by now."""
    try:
        with open(path, "w") as file:
            sys.print_exception(problem, file)
    except (OSError, MemoryError):
        return False
    return True
