"""Spoils scoring requests, wants an answer to each: `python -m tools.check.soak [COUNT] [SEED]`.

Whatever a line holds, `mjscore.engine.score_text` must give back one line: an answer whose
payments sum to zero, an illegal hand with its reason, or one sentence of error with field and
rule. Request n of a seed is always the same: `python -m tools.check.soak --only SEED N` repeats
one.
"""

import json
import sys
import time
import traceback
from collections import Counter
from typing import Any

from mjscore.engine import score_text
from mjscore.systems import SYSTEMS
from tools.check.spoil import line

COUNT, SEED = 200_000, 1
SHOWN = 3  # failures that are printed in full


def complaint(told: Any) -> str:
    """What is wrong with an answer; empty when it is as it must be."""
    if not isinstance(told, dict):
        return "no object"
    if "error" in told:
        error = told["error"]
        if set(error) != {"message", "field", "rule"}:
            return "an error has message, field and rule"
        message, field = error["message"], error["field"]
        if "\n" in message or not field or not message.startswith(f"{field}: "):
            return "the sentence does not name its field"
        named = error["rule"] and message.endswith(f" [{error['rule']}]")
        return "" if named else "the sentence does not name its rule"
    if told["system"] not in SYSTEMS:
        return "no system"
    if not told["legal"]:
        return "" if told["reason"] and told["rule"] else "no reason"
    net = dict.fromkeys(told["net"], 0)
    for each in told["transfers"]:
        net[each["from"]] -= each["amount"]
        net[each["to"]] += each["amount"]
    return "" if net == told["net"] and sum(net.values()) == 0 else "the payments do not sum up"


def asked(text: str) -> tuple[str, str]:
    """How a line was answered (legal, illegal, error, or failed), and what is wrong with that."""
    try:
        answer = score_text(text)
        told = json.loads(answer)
        wrong = complaint(told) or "more than one line" * ("\n" in answer)
    except Exception:  # noqa: BLE001 - whatever escapes is what is looked for
        return "failed", traceback.format_exc()
    if wrong:
        return "failed", f"{wrong}: {answer}"
    return "error" if "error" in told else "legal" if told["legal"] else "illegal", ""


def main(argv: list[str]) -> int:
    """Ask for the answers, a bar on stderr; exit 1 when one was wrong, 2 on bad usage."""
    if argv[:1] == ["--only"] and len(argv) == 3 and all(each.isdecimal() for each in argv[1:]):
        text = line(int(argv[1]), int(argv[2]))
        how, wrong = asked(text)
        print(text, wrong or score_text(text), sep="\n")
        return 1 if wrong else 0
    if len(argv) > 2 or not all(each.isdecimal() for each in argv):
        print("usage: python -m tools.check.soak [COUNT] [SEED] | --only SEED N", file=sys.stderr)
        return 2
    count, seed = [*map(int, argv), *(COUNT, SEED)[len(argv) :]]
    return _soak(count, seed)


def _soak(count: int, seed: int) -> int:
    from rich.console import Console
    from rich.progress import track

    answers: Counter[str] = Counter()
    slowest = (0.0, 0)
    print(f"soak: {count} requests, seed {seed}")
    numbers = track(range(count), "spoilt requests", console=Console(stderr=True))
    for number in numbers:
        text = line(seed, number)
        start = time.perf_counter()
        how, wrong = asked(text)
        slowest = max(slowest, (time.perf_counter() - start, number))
        answers[how] += 1
        if wrong and answers[how] <= SHOWN:
            print(f"number {number}: {text}\n{wrong}")
    told = ", ".join(f"{answers[each]} {each}" for each in ("legal", "illegal", "error"))
    print(f"soak: {told}; slowest {1000 * slowest[0]:.1f} ms (number {slowest[1]})")
    failed = answers["failed"]
    print(f"soak: {failed} failed" if failed else "soak: every line was answered")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
