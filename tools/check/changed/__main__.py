"""Checks what a change touches: `python -m tools.check.changed [BASE]`, `make check`.

Style, imports, what parts touch and generated files first, then the tests that reach a changed
file, nearest first; none begins once 45 s are over, what was not run is said. Exit 1
when something failed, 2 when git knows no BASE.
"""

import subprocess
import sys
import time
from pathlib import Path

from tools.check.changed.graph import nearest

ROOT = Path(__file__).resolve().parents[3]
BUDGET_S = 45  # from the start of this program; what has begun then ends within some seconds
BEGAN = time.monotonic()
LINTS = (("style", ["ruff", "check", "-q", "--output-format", "concise"]),)
CHECKS = (["tools.check.imports"], ["tools.check.touches"], ["tools.make.generate", "--check"])


def main(argv: list[str]) -> int:
    """Say what is run, run it, say what is left."""
    try:
        changed = files(argv[0] if argv else "")
    except subprocess.CalledProcessError as problem:
        print(f"check: git: {problem.stderr.strip()}; give a commit, as make check BASE=main",
              file=sys.stderr)
        return 2
    tests = nearest(ROOT, changed)
    print(f"check: {len(changed)} changed files, {len(tests)} test files reach them")
    good = lint(changed)
    if tests:
        good = run([name for _, name in tests]) and good
    print("check: good; `make test` runs the rest" if good else "check: FAILED")
    return 0 if good else 1


def files(base: str) -> list[str]:
    """Changed since BASE; without one, since the last commit, or that commit when nothing is."""
    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True,
                              check=True)
        return done.stdout.splitlines()

    new = git("ls-files", "--others", "--exclude-standard")
    if base:
        return sorted({*git("diff", "--name-only", base, "--"), *new})
    return sorted({*git("diff", "--name-only", "HEAD"), *new}) or git(
        "diff", "--name-only", "HEAD~1", "HEAD")


def lint(changed: list[str]) -> bool:
    """Style of the changed files; every import; what parts touch; generated files."""
    bin_ = Path(sys.executable).parent
    python = [name for name in changed if name.endswith(".py") and (ROOT / name).is_file()]
    good = True
    for name, words in LINTS:
        if python:
            good &= not subprocess.run([bin_ / words[0], *words[1:], *python], cwd=ROOT).returncode
            print(f"check: {name}: {'good' if good else 'FAILED'}", flush=True)
    for words in CHECKS:
        good &= not subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode
    return good


def run(tests: list[str]) -> bool:
    """The tests, nearest first, until the time is up."""
    left_s = max(1.0, BUDGET_S - (time.monotonic() - BEGAN))
    words = ["-n", "2", "-q", "-p", "tools.check.changed.budget", "--budget-s", f"{left_s:.0f}"]
    done = subprocess.run([sys.executable, "-m", "pytest", *words, *tests], cwd=ROOT)
    return done.returncode in (0, 5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
