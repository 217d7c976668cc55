"""Killed at any moment, a match has lost nothing that was confirmed and nothing is in it twice."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from mjscore.match.game import Match
from tests.patience import HANG_S
from tests.score.match.scorers import small_score

ROOT = Path(__file__).parents[3]
KILLS = 50
DEADLINE_S = HANG_S
FROM_START = 5  # every fifth is killed while it opens the file, the others while they confirm

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


@pytest.fixture
def program(tmp_path):
    code = os.pathsep.join(str(ROOT / part) for part in (".", "host_tools", "firmware"))
    found = subprocess.Popen(
        [sys.executable, "-m", "tests.score.match.confirming", str(tmp_path / "killed.mjmatch")],
        cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": code}, start_new_session=True,
    )  # fmt: skip
    kill_all = partial(os.killpg, found.pid, signal.SIGKILL)  # its children too
    too_late = threading.Timer(DEADLINE_S, kill_all)
    too_late.start()
    try:
        yield found
        found.communicate(timeout=HANG_S)
        assert found.returncode == 0
    finally:
        too_late.cancel()
        with suppress(ProcessLookupError):
            kill_all()


def killed_after(program, seconds, hands):
    """Let a child confirm so many hands, -1 to kill it while it opens the file, and work so long.

    Returns the last number that it confirmed, 0 for none.
    """
    program.stdin.write("go\n")
    program.stdin.flush()
    heard = []
    while not _worked(heard, hands):
        heard.append(_hear(program))
    time.sleep(seconds)  # a real program has to be killed at a real moment
    os.kill(dict(heard)["pid"], signal.SIGKILL)
    while heard[-1][0] != "gone":
        heard.append(_hear(program))
    return dict(heard).get("confirmed", 0)


def _worked(heard, hands):
    words = [word for word, _ in heard]
    ready = hands < 0 or ("ready" in words and words.count("confirmed") >= hands)
    return "pid" in words and ready


def _hear(program):
    word, _, number = program.stdout.readline().partition(" ")
    assert word, "the program ended by itself"
    return word.strip(), int(number or 0)


def test_fifty_kills_lose_nothing_confirmed(tmp_path, program):
    moments = random.Random(5)
    path = tmp_path / "killed.mjmatch"
    stored = 0
    for number in range(KILLS):
        hands = moments.randrange(4) if number % FROM_START else -1
        confirmed = killed_after(program, moments.uniform(0, 0.02), hands)
        if not stored and not confirmed and not path.exists():
            continue  # killed before the match was begun
        with Match.open(path, small_score) as match:
            rows = match.sheet.rows
        points = [row.value - 100 * row.before.deal.streak for row in rows]
        assert points == list(range(1, len(rows) + 1))  # each hand once, in order
        assert len(rows) >= max(stored, confirmed)
        assert not confirmed or len(rows) - confirmed <= 1  # at most the one under way
        stored = len(rows)
    assert stored > 10
