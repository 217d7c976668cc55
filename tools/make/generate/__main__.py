"""The generator's command: `python -m tools.make.generate [--check | --measured FILE ...]`."""

import sys
from pathlib import Path

from tools.make.generate.collect import all_outputs, stale
from tools.make.generate.errors import SourceError
from tools.make.generate.own_table import make

ROOT = Path(__file__).resolve().parents[3]
USAGE = """usage: python -m tools.make.generate [--check]
       python -m tools.make.generate --measured FILE [--out FOLDER]"""


def main(argv: list[str], root: Path = ROOT) -> int:
    """Write (or with --check compare) every generated file; exit 0 good, 1 stale, 2 bad input."""
    if argv[:1] == ["--measured"] and len(argv) in (2, 4) and argv[2:3] in ([], ["--out"]):
        return _measured(root, Path(argv[1]), Path(argv[3]) if len(argv) == 4 else None)
    check = argv == ["--check"]
    if argv and not check:
        print(USAGE, file=sys.stderr)
        return 2
    texts, errors = all_outputs(root)
    old = stale(root, texts)
    for path, line in old.items():
        if check:
            print(f"{path}:{line}: stale, its source has changed or it was edited by hand; "
                  "run `make generate` and commit the result" if line else
                  f"{path}: missing; run `make generate` and commit the result", file=sys.stderr)
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


def _measured(root: Path, file: Path, out: Path | None) -> int:
    """Write firmware and simulator of one table into a folder of their own."""
    out = out or root / ".build" / "tables" / file.stem
    try:
        lines = make(root, file, out)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join([*lines, f"wrote {out}: firmware and simulator of this table"]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
