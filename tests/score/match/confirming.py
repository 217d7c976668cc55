"""The program that test_kills.py kills: confirms hands as fast as it can and says so."""

import sys
from pathlib import Path

from mjscore.match.game import Match
from mjscore.match.setup import checked
from tests.score.match.scorers import hand, small_score

path = Path(sys.argv[1])
if path.is_file() and path.stat().st_size:
    match = Match.open(path, small_score)
else:
    setup = checked("killed", "SHOP-B-136", ["Ann", "Bob", "Cem", "Dan"])
    match = Match.begin(path, setup, small_score)
print("ready", flush=True)
while True:
    number = len(match.sheet.rows) + 1
    match.do(match.hand(hand("S", number)), ref=f"hand {number}")
    print(f"confirmed {number}", flush=True)
