"""Fuzzing by coverage, `make soak PART=fuzz`: `python -m tools.check.fuzz [MINUTES] [TARGET ...]`.

Each target runs in a process of its own from the committed corpus, tests/data/fuzz/<target>; what
it finds on its way stays in .build/fuzz. What breaks a promise becomes a file of the corpus, and
tests/protocol/test_corpus.py plays that again from then on.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TARGETS = ("link", "store")
MINUTES = 10
LONGEST = {"link": 600, "store": 1200}  # bytes of one input


def main(argv: list[str]) -> int:
    """0 nothing found, 1 something was, 2 wrong usage or no atheris."""
    minutes, names = _asked(argv)
    if not minutes or set(names) - set(TARGETS):
        print("usage: python -m tools.check.fuzz [MINUTES] [link|store ...]", file=sys.stderr)
        return 2
    if find_spec("atheris") is None:
        print("fuzz: atheris is not installed; `.venv/bin/pip install -e \".[fuzz]\"` gets it "
              "(Linux, Python 3.11 to 3.13)", file=sys.stderr)
        return 2
    found = [name for name in names if run(name, minutes)]
    for name in found:
        print(f"fuzz: {name}: a promise was broken; see tests/data/fuzz/{name}/crash-*, "
              "`pytest tests/protocol/test_corpus.py` plays it again")
    if not found:
        print(f"fuzz: {', '.join(names)}: nothing found in {minutes:g} minutes each")
    return 1 if found else 0


def _asked(argv: list[str]) -> tuple[float, list[str]]:
    try:
        minutes = float(argv[0]) if argv else MINUTES
    except ValueError:
        return 0, []
    return max(minutes, 0), argv[1:] or list(TARGETS)


def run(name: str, minutes: float) -> bool:
    """Fuzz one target; True when it found something."""
    corpus = ROOT / "tests/data/fuzz" / name
    grown = ROOT / ".build/fuzz" / name
    grown.mkdir(parents=True, exist_ok=True)
    print(f"fuzz: {name}, {minutes:g} minutes", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", f"tools.check.fuzz.{name}", str(grown), str(corpus),
         f"-max_total_time={max(1, round(minutes * 60))}", f"-max_len={LONGEST[name]}",
         f"-artifact_prefix={corpus}/", "-print_final_stats=1", "-timeout=10",
         "-rss_limit_mb=1024", "-report_slow_units=600", "-verbosity=0"],
        cwd=ROOT, check=False)
    return done.returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
