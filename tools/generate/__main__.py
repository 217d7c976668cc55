"""Command line of the generator: `python -m tools.generate [--check]`."""

import sys
from pathlib import Path

from .collect import all_outputs, stale

ROOT = Path(__file__).resolve().parents[2]


def main(argv: list[str], root: Path = ROOT) -> int:
    """Write (or with --check compare) every generated file; exit 0 good, 1 stale, 2 bad input."""
    check = argv == ["--check"]
    if argv and not check:
        print("usage: python -m tools.generate [--check]", file=sys.stderr)
        return 2
    texts, errors = all_outputs(root)
    old = stale(root, texts)
    for path in old:
        if check:
            print(f"{path}: stale, its source has changed or it was edited by hand; "
                  "run `make generate` and commit the result", file=sys.stderr)
            continue
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(texts[path], encoding="utf-8", newline="\n")
        print(f"wrote {path}")
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 2
    if check:
        return 1 if old else 0
    print(f"{len(texts)} generated files, {len(old)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
