"""Ten thousand spoilt requests of all systems: each is answered, and no traceback escapes."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mjscore.engine import score_text
from mjscore.systems import SYSTEMS
from tests.patience import HANG_S
from tests.score.bad_requests import RULES
from tools.check import soak
from tools.check.spoil import line

COUNT, SEED = 10_000, 20
ROOT = Path(__file__).parents[2]


def test_every_spoilt_request_is_answered() -> None:
    answers: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number in range(COUNT):
        text = line(SEED, number)
        how, wrong = soak.asked(text)
        assert not wrong, f"python -m tools.check.soak --only {SEED} {number}\n{wrong}"
        answers[how] += 1
        if how == "error":
            assert json.loads(score_text(text))["error"]["rule"] in RULES, text
        else:
            seen[json.loads(text)["system"]] += 1
    assert min(answers[each] for each in ("legal", "illegal", "error")) > 200, answers
    assert min(seen[system] for system in SYSTEMS) > 200, seen


def test_a_line_of_a_seed_is_always_the_same() -> None:
    lines = [line(3, number) for number in range(60)]
    assert lines == [line(3, number) for number in range(60)]
    assert len(set(lines)) > 50
    assert lines != [line(4, number) for number in range(60)]


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("[]", "no object"),
        ('{"error":{"message":"x"}}', "an error has message, field and rule"),
        ('{"error":{"message":"x","field":"win","rule":""}}',
         "the sentence does not name its field"),
        ('{"error":{"message":"x","field":"","rule":"ENG-01"}}',
         "the sentence does not name its field"),
        ('{"error":{"message":"win: x","field":"win","rule":""}}',
         "the sentence does not name its rule"),
        ('{"error":{"message":"win: x","field":"win","rule":"ENG-01"}}',
         "the sentence does not name its rule"),
        ('{"system":"SHOP","legal":true}', "no system"),
        ('{"system":"MJG","legal":false,"reason":"","rule":"MJ-T01"}', "no reason"),
        ('{"system":"MJG","legal":true,"net":{"E":4,"S":-4},"transfers":[]}',
         "the payments do not sum up"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_noticed(answer: str, wrong: str) -> None:
    assert soak.complaint(json.loads(answer)) == wrong


def test_what_escapes_is_shown(monkeypatch: pytest.MonkeyPatch,
                               capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    monkeypatch.setattr(soak, "score_text", lambda text: {}["nothing"])
    assert soak.main(["3", "5"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("soak: 3 requests, seed 5\nnumber 0: ")
    assert "KeyError: 'nothing'" in told
    assert told.endswith("soak: 3 failed\n")


def test_the_command_and_one_request_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--only", "20", "7"]) == 0
    text, answer = capsys.readouterr().out.splitlines()
    assert text == line(20, 7)
    assert json.loads(answer)
    done = subprocess.run([sys.executable, "-m", "tools.check.soak", "30", "2"], cwd=ROOT,
                          text=True,
                          capture_output=True, timeout=HANG_S)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "soak: every line was answered"
    assert "\x1b" not in done.stdout
    assert soak.main(["many"]) == 2
    assert capsys.readouterr().err.startswith("usage: python -m tools.check.soak")
