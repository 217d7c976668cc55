"""The play view served for the tests: in a thread, or as a program that can be killed."""

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

from mjscore.engine import score
from mjscore.match.folder import path_of
from mjscore.match.game import Match
from mjscore.match.setup import checked
from mjweb.serve import Asked, Server
from tests.patience import HANG_S

ROOT = Path(__file__).parents[2]
FOUR = ["Ann", "Bob", "Cem", "Dan"]
PATHS = os.pathsep.join(str(ROOT / part) for part in (".", "host_tools", "firmware", "simulator"))


def begun(name="Friday", profile="SHOP-B-136", **options):
    """A match in the folder of the test."""
    Match.begin(path_of(name), checked(name, profile, FOUR, **options), score).close()
    return name


def opened(name="Friday"):
    """The same, to look at."""
    return Match.open(path_of(name), score)


@contextlib.contextmanager
def served(connect=None, asked=None):
    """A server without a table, unless `connect` finds one; its address."""
    server = Server(connect, asked or Asked())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.end()
        thread.join(HANG_S)


class Program:
    """`mjtool play` as a program of its own, killed as a power cut would."""

    def __init__(self, data, port=0):
        environment = {**os.environ, "XDG_DATA_HOME": str(data), "PYTHONPATH": PATHS}
        environment.pop("MJTOOL_PORT", None)
        code = "import sys; from mjtool.cli import main; sys.exit(main())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "play", "--no-browser", "--tcp-port", str(port)],
            env=environment, stdout=subprocess.PIPE, text=True)  # fmt: skip
        line = self.process.stdout.readline()
        self.url = re.search(r"http://\S+(?=/play)", line).group()

    def kill(self):
        """End it between any two instructions."""
        self.process.kill()
        self.process.wait(HANG_S)
        self.process.stdout.close()


def answers(url, tries=200):
    """Wait until the server listens."""
    import httpx2 as httpx

    for _ in range(tries):
        try:
            return httpx.get(url, timeout=HANG_S)
        except httpx.TransportError:
            time.sleep(0.02)
    raise AssertionError(f"{url} does not answer")
