"""Where programs of one user find the shared link of a port: a socket in a folder of their own."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import tempfile
from pathlib import Path

ENVIRONMENT = "XDG_RUNTIME_DIR"
LONGEST = 60  # letters of the folder's own folder: a socket's whole path has room for 103


def folder() -> Path:
    """The folder, which nobody else may look into; OSError when somebody else made it."""
    base = os.environ.get(ENVIRONMENT, "")
    place = Path(base) / "mjtool" if 0 < len(base) <= LONGEST else _in(tempfile.gettempdir())
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = place.stat(follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise OSError(f"{place} is not a folder of yours alone; remove it")
    return place


def _in(temporary: str) -> Path:
    """The folder where there is no folder for such things, or one with too long a name."""
    return Path(temporary if len(temporary) <= LONGEST else "/tmp") / f"mjtool-{os.getuid()}"


def place_of(device: str) -> Path:
    """The socket for a port, whatever links lead to it."""
    name = hashlib.sha256(os.path.realpath(device).encode()).hexdigest()[:16]
    return folder() / f"share-{name}.sock"


def is_alive(place: Path) -> bool:
    """Somebody listens there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(place))
        except OSError:
            return False
    return True


def listen(place: Path) -> socket.socket:
    """Listen there; a socket that was left behind is removed. Only who has the port does this."""
    place.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(place))
    listener.listen()
    return listener
