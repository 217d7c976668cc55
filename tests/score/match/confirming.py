"""The program that test_kills.py kills: for each line it reads, a child confirms hands.

The child does it as fast as it can and says so until it is killed. Forked, not started again, so
that fifty of them take seconds; it opens the file itself and shares nothing with the others.
"""

import os
import sys
from pathlib import Path

from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.match.scorers import hand, small_score


def say(text):
    """One line in one piece: two programs say something at once."""
    os.write(sys.stdout.fileno(), f"{text}\n".encode())


def confirm_hands(path):
    if path.is_file():  # whole, or it would not be there
        match = Match.open(path, small_score)
    else:
        setup = checked("killed", "SHOP-B-136", ["Ann", "Bob", "Cem", "Dan"], rounds=0)
        match = Match.begin(path, setup, small_score)
    say("ready")
    while True:
        number = len(match.sheet.rows) + 1
        match.do(match.hand(hand("S", number)), ref=f"hand {number}")
        say(f"confirmed {number}")


while sys.stdin.readline():
    child = os.fork()
    if child == 0:
        confirm_hands(Path(sys.argv[1]))
    say(f"pid {child}")
    os.waitpid(child, 0)
    say("gone")
