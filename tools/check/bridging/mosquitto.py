"""A mosquitto of our own: on a free port of the loopback, with its own file and folder."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
"""Where Debian puts it is not in everybody's PATH."""
PROGRAM = shutil.which("mosquitto", path=PATH)
PASSWD = shutil.which("mosquitto_passwd", path=PATH)
HANG_S = 1800


def free_port() -> int:
    """A number that nobody has now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Mosquitto:
    """What subscribers have not had yet outlives a restart. `more`: lines of the file."""

    def __init__(self, folder: Path, *more: str, anonymous: bool = True) -> None:
        self.port = free_port()
        self._file = folder / f"mosquitto_{self.port}.conf"
        self._log = folder / f"mosquitto_{self.port}.log"
        store = folder / f"store_{self.port}"
        store.mkdir()
        self._file.write_text("\n".join([
            f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {str(anonymous).lower()}",
            *([f"user {os.environ.get('USER', 'root')}"] if os.geteuid() == 0 else []),
            "persistence true", f"persistence_location {store}/",
            "max_queued_messages 0", "max_inflight_messages 1000", *more]) + "\n")
        self.start()

    @property
    def url(self) -> str:
        """For `--mqtt`."""
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, again; it listens when this returns."""
        with self._log.open("a") as log:
            self.process = subprocess.Popen([str(PROGRAM), "-c", str(self._file)], stdout=log,
                                            stderr=log)
        end = time.monotonic() + HANG_S
        while not self._listens():
            assert self.process.poll() is None, self._log.read_text()
            assert time.monotonic() < end, self._log.read_text()
            time.sleep(0.02)

    def _listens(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """As a restart of the house's computer does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait()
