"""The README's first evening, line by line as it is written there; only the time goes faster."""

import json
import os
import re
import shlex
import signal
import subprocess
from pathlib import Path

from tests.patience import HANG_S, await_

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PART = README[README.index("To press its buttons yourself"):README.index("More:\n")]
FASTER = "ARGS=--speed 20"
ALONE = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
"""As in a terminal of its own, also when the tests themselves were started by make."""


def lines():
    """The lines of the block, without what is said about them."""
    return [line.split("  #")[0].strip() for line in PART.splitlines() if line.startswith("    ")]


def started(words):
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, start_new_session=True, env=ALONE)


class Evening:
    """One who does what the page says, at the port that he was shown."""

    def __init__(self, written):
        make, watch = lines()
        self.server = started([*shlex.split(make), FASTER])
        self.port = self.server.stdout.readline().strip()
        assert re.fullmatch(r"socket://127\.0\.0\.1:\d+", self.port), self.port
        self.watch = started(shlex.split(watch.replace(written, self.port)))

    def mjtool(self, *words):
        done = subprocess.run([".venv/bin/mjtool", "--port", self.port, *words], cwd=ROOT,
                              capture_output=True, text=True, timeout=HANG_S)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return done.stdout

    def status(self):
        return json.loads(self.mjtool("status", "--json"))

    def press_until(self, what):
        assert "Pressed elevator" in self.mjtool("press", "elevator")
        await_(lambda: what(self.status()))

    def end(self):
        """Ctrl-C in both terminals: it reaches all that runs there."""
        os.killpg(self.watch.pid, signal.SIGINT)
        seen, _ = self.watch.communicate(timeout=HANG_S)
        os.killpg(self.server.pid, signal.SIGINT)
        self.server.communicate(timeout=HANG_S)
        return seen


def test_the_first_evening():
    assert "`.venv/bin/mjtool --port ... press elevator`" in PART
    written = re.search(r"socket://[0-9.]+:\d+", lines()[1]).group()
    evening = Evening(written)
    evening.press_until(lambda now: now["state"] == "ready")  # finds the home positions
    evening.press_until(lambda now: now["state"] == "loading")  # opens the hatch
    await_(lambda: "the hatch is open." in evening.mjtool("log").lower())
    evening.press_until(lambda now: now["state"] == "sorting" or now["waiting"])  # shuts it
    await_(lambda: evening.status()["waiting"] == "green")
    evening.press_until(lambda now: now["state"] == "loading")  # two more: the walls come up
    await_(lambda: evening.mjtool("log").lower().count("the hatch is open.") == 2)
    evening.press_until(lambda now: now["set"] == "green" and now["state"] in ("ready", "playing"))
    assert "dice" in evening.mjtool("roll").lower()
    assert "no fault" in evening.mjtool("faults").lower()
    assert "Table is now" in evening.end()
