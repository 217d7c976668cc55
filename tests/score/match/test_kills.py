"""Killed at any moment, a match has lost nothing that was confirmed and nothing is in it twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mjscore.match.game import Match
from tests.score.match.scorers import small_score

ROOT = Path(__file__).parents[3]
KILLS = 50
FROM_START = 5  # every fifth is killed while it opens the file, the others while they confirm

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


@pytest.fixture
def program(tmp_path):
    code = os.pathsep.join(str(ROOT / part) for part in (".", "host_tools", "firmware"))
    found = subprocess.Popen(
        [sys.executable, "-m", "tests.score.match.confirming", str(tmp_path / "killed.mjmatch")],
        cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": code},
    )  # fmt: skip
    yield found
    found.communicate(timeout=10)
    assert found.returncode == 0


def killed_after(program, seconds, at_work):
    """Let a child work so long, kill it; the last number that it confirmed, 0 for none."""
    program.stdin.write("go\n")
    program.stdin.flush()
    heard = {}
    while "pid" not in heard or (at_work and "ready" not in heard):
        _hear(program, heard)
    time.sleep(seconds)  # a real program has to be killed at a real moment
    os.kill(heard["pid"], signal.SIGKILL)
    while "gone" not in heard:
        _hear(program, heard)
    return heard.get("confirmed", 0)


def _hear(program, heard):
    word, _, number = program.stdout.readline().partition(" ")
    assert word, "the program ended by itself"
    heard[word.strip()] = int(number or 0)


def test_fifty_kills_lose_nothing_confirmed(tmp_path, program):
    moments = random.Random(5)
    path = tmp_path / "killed.mjmatch"
    stored = 0
    for number in range(KILLS):
        at_work = number % FROM_START != 0
        confirmed = killed_after(program, moments.uniform(0, 0.06 if at_work else 0.01), at_work)
        if not stored and not confirmed and (not path.exists() or not path.stat().st_size):
            continue  # killed before the match was begun
        with Match.open(path, small_score) as match:
            rows = match.sheet.rows
        points = [row.value - 100 * row.before.deal.streak for row in rows]
        assert points == list(range(1, len(rows) + 1))  # each hand once, in order
        assert len(rows) >= max(stored, confirmed)
        assert not confirmed or len(rows) - confirmed <= 1  # at most the one under way
        stored = len(rows)
    assert stored > 10
