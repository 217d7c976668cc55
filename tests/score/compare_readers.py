"""Ask `mjscore` and the second reader the same random questions.

By hand: `python -m tests.score.compare_readers --count 20000 --seed evening HANDS LASFS`
(from the project's folder, with `firmware` and `host_tools` on the path).
"""

import argparse
import json
import random
import sys

from mjscore.engine import score
from tests.score.second import answers
from tests.score.second.deals import SYSTEMS, request

FOR_PEOPLE = ("reason", "rule", "card_hand", "events")  # said to people beside the result


def plain(answer):
    """The part of an answer that both must agree on: no words, no names of readings."""
    kept = {key: value for key, value in answer.items() if key not in FOR_PEOPLE}
    for seat, hand in kept.get("hands", {}).items():
        hand = {key: value for key, value in hand.items() if key not in ("reading", "fixed")}
        kept["hands"] = kept["hands"] | {seat: hand}
    return json.loads(json.dumps(kept))


def asked(system, seed, number):
    """The same request for the same three words, always."""
    return request(system, random.Random(f"{system} {seed} {number}"))


def disagreement(question, right):
    """None when mjscore gives one of the right answers, else a text with both."""
    right = [plain(answer) for answer in right]
    given = plain(score(question))
    if given in right:
        return None
    told = [f"request {json.dumps(question)}", f"mjscore {json.dumps(given)}"]
    return "\n".join(told + [f"second  {json.dumps(answer)}" for answer in right])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=SYSTEMS)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", default="by hand")
    parser.add_argument("--show", type=int, default=3)
    chosen = parser.parse_args()
    failed = False
    for system in chosen.systems:
        questions = (asked(system, chosen.seed, number) for number in range(chosen.count))
        found = [disagreement(question, answers(question)) for question in questions]
        texts = [text for text in found if text]
        failed = failed or bool(texts)
        print(f"{system}: {chosen.count} requests, {len(texts)} disagreements")
        print(*texts[: chosen.show], sep="\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
