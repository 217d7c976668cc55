"""Addresses of ports, looked at before pyserial opens them: its own words for a slip of the pen
are about its insides.
"""

import re
from urllib.parse import urlsplit

NETWORK = ("socket", "rfc2217")
LAST_PORT = 65_535
BARE = re.compile(r"(?:socket:)?[A-Za-z0-9.-]+:\d+")  # an address whose beginning was forgotten


def mistake(url: str) -> str:
    """What is wrong with an address, "" when it can be tried."""
    kind, mark, rest = url.partition("://")
    if not mark:
        return "`socket://` is missing before it" if BARE.fullmatch(url) else ""
    if kind.lower() not in NETWORK:
        return ""
    if rest.count("[") != rest.count("]"):
        return "a bracket is missing"
    asked = urlsplit(url)
    return _number(asked.netloc) or (
        f"nothing may stand behind the number, not `?{asked.query}`"
        if asked.query and kind.lower() == "socket" and not asked.query.startswith("logging=")
        else "")


def _number(netloc: str) -> str:
    """What is wrong with the number behind the colon."""
    number = netloc.rpartition("]")[2].rpartition(":")[2] if ":" in netloc else ""
    if not number:
        return "the number behind the colon is missing"
    if not re.fullmatch(r"[0-9]+", number):
        return f"`{number}` behind the colon is no number from 1 to {LAST_PORT}"
    if not 1 <= int(number[:9]) <= LAST_PORT:
        return f"the number {number} is outside 1 to {LAST_PORT}"
    return ""
