"""Killed at any moment, a match has lost nothing that was confirmed and nothing is in it twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from mjscore.match.game import Match
from tests.score.match.scorers import small_score

ROOT = Path(__file__).parents[3]
KILLS = 50


def killed_after(path, seconds, at_work):
    """Start the program, kill it so long after its start (or after it began to confirm).

    Answers the last number that it confirmed, 0 when it came to none.
    """
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.score.match.confirming", str(path)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "host_tools"),
                                                          str(ROOT / "firmware")])},
    )  # fmt: skip
    if at_work:
        assert program.stdout.readline() == "ready\n", program.stderr.read()
    time.sleep(seconds)  # a real program has to be killed at a real moment
    program.send_signal(signal.SIGKILL)
    said, trouble = program.communicate(timeout=10)
    assert trouble == ""
    whole = said.removeprefix("ready\n").split("\n")[:-1]
    return int(whole[-1].split()[1]) if whole else 0


def test_fifty_kills_lose_nothing_confirmed(tmp_path):
    moments = random.Random(5)
    path = tmp_path / "killed.mjmatch"
    stored = 0
    for number in range(KILLS):
        at_work = number % 5 != 0  # every fifth dies while it starts, some before there is a file
        confirmed = killed_after(path, moments.uniform(0, 0.06 if at_work else 0.2), at_work)
        if not stored and not confirmed and (not path.exists() or not path.stat().st_size):
            continue
        with Match.open(path, small_score) as match:
            rows = match.sheet.rows
        points = [row.value - 100 * row.before.deal.streak for row in rows]
        assert points == list(range(1, len(rows) + 1))  # each hand once, in order
        assert len(rows) >= max(stored, confirmed)
        if confirmed:
            assert len(rows) - confirmed <= 1  # at most the one being confirmed
        stored = len(rows)
    assert stored > KILLS
