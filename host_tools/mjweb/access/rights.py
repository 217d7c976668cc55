"""Links with a token and the cookies that they are exchanged for; what each may do.

On the loopback nobody needs a token: whoever runs programs on this computer may use the table.
A link's token is 32 random bytes; nothing but its hash is kept, and nothing of it is ever logged.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

OWNER, PLAY, READ = "owner", "play", "read"
COOKIE = "mjtable"
"""Begin of the cookie's name; a cookie is for all ports of a host, so the port is in its name."""


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Rights:
    """The tokens of this run; `needed` where others than this computer can come."""

    needed: bool
    _digests: dict[str, str] = field(default_factory=dict)

    def link(self, right: str) -> str:
        """A new token with this right."""
        token = secrets.token_urlsafe(32)
        self._digests[right] = digest(token)
        return token

    def of(self, token: str) -> str:
        """The right that a token carries; "" for a stranger's."""
        found = digest(token)
        for right, known in self._digests.items():
            if hmac.compare_digest(found, known):
                return right
        return ""

    def right(self, token: str) -> str:
        """What a visitor with this cookie may do; "" = nothing."""
        return self.of(token) or ("" if self.needed else OWNER)


def allowed(right: str, method: str, path: str) -> bool:
    """Whether somebody with this right may ask for that."""
    if right == OWNER:
        return True
    if path.startswith(("/static/", "/live", "/words/")) or path == "/language":
        return method == "GET"
    if right == PLAY:
        return path == "/play" or path.startswith("/play/")
    return right == READ and method == "GET"
