"""Imports against the arrow, a sentence each: `python -m tools.check.imports`, in `make lint`.

import-linter finds them by the contracts of pyproject.toml; here each becomes file, line, the
contract it breaks and what to do.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("firmware", "host_tools", "simulator", ".")
CACHE = ".build/imports"
BROKEN = re.compile(r"^(?P<name>\S.*)\n-+\n", re.M)
CHAIN = re.compile(r"^-\s+(?P<by>[\w.]+) -> (?P<what>[\w.]+)\s+\(l\.(?P<line>\d+)\)", re.M)
DO = ("move what both need to a room below them, or hand it in from above; the arrows are in "
      "pyproject.toml, [tool.importlinter]")


def findings(report: str) -> Iterator[str]:
    """Sentences for what import-linter reported; none when every contract is kept."""
    _, _, broken = report.partition("Broken contracts\n")
    parts = BROKEN.split(broken)
    for name, text in zip(parts[1::2], parts[2::2], strict=False):
        for found in CHAIN.finditer(text):
            yield (f"{_file(found['by'])}:{found['line']}: {found['by']} imports {found['what']} "
                   f"against the arrow ({name}): {DO}")


def _file(module: str) -> str:
    """Where a module's source is."""
    inside = module.replace(".", "/")
    for folder in SOURCES:
        for name in (f"{inside}.py", f"{inside}/__init__.py"):
            if (ROOT / folder / name).is_file():
                return (Path(folder) / name).as_posix()
    return inside


def main() -> int:
    """1 when an import goes against the arrow, or import-linter cannot say."""
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--cache-dir", CACHE], cwd=ROOT, capture_output=True, text=True)
    said = list(findings(done.stdout))
    print("\n".join(said) or (done.stdout + done.stderr if done.returncode else "good"))
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
