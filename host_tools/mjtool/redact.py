"""Takes names out of what goes into a bug report: user, computer, home folder, table's number.

The table's number becomes a short hash, the same in every report, so that two reports of one table
can be told to be of one.
"""

import getpass
import hashlib
import re
import socket
from pathlib import Path

SERIAL = re.compile(r"(?<![A-Za-z0-9])[0-9A-Fa-f]{16}(?![A-Za-z0-9])")
"""The number of any board, of tables that are not reported on too."""
PLAIN = ("localhost", "simulated")


class Redactor:
    """Replaces names wherever they stand as words, upper or lower case."""

    def __init__(self, uid: str = "", user: str | None = None, host: str | None = None,
                 home: str | None = None) -> None:
        self.table = hashed(uid)
        found = {
            home if home is not None else str(Path.home()): "~",
            user if user is not None else _user(): "USER",
            host if host is not None else socket.gethostname(): "HOST",
            uid: self.table,
        }
        self._names = {name.lower(): by for name, by in found.items()
                       if len(name) > 1 and name.lower() not in PLAIN}
        longest = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile(
            r"(?<![A-Za-z0-9])(?:%s)(?![A-Za-z0-9])" % "|".join(map(re.escape, longest)),
            re.IGNORECASE) if longest else None

    def text(self, text: str) -> str:
        """The same without names."""
        text = SERIAL.sub(lambda uid: hashed(uid[0]), text)
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda name: self._names[name[0].lower()], text)


def hashed(uid: str) -> str:
    """What stands for a table's number."""
    return "table-" + hashlib.sha256(b"mjtable report " + uid.upper().encode()).hexdigest()[:12]


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
