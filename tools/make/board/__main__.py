"""Command line: `python -m tools.make.board build|dist [--root FOLDER]`."""

import sys
from pathlib import Path

from tools.make.board.build import ROOT, build
from tools.make.board.compiled.cross import CompileError
from tools.make.board.dist import dist
from tools.make.board.source.modules import BuildError

USAGE = "usage: python -m tools.make.board build|dist [--root FOLDER]"


def main(argv: list[str]) -> int:
    """Exit 0 good, 1 the firmware is not as it must be, 2 wrong use."""
    root = ROOT
    if len(argv) == 3 and argv[0] in ("build", "dist") and argv[1] == "--root":
        root = Path(argv[2]).resolve()
        argv = argv[:1]
        if not (root / "firmware" / "mjtable").is_dir():
            print(f"{root}: holds no firmware; `make generate MEASURED=FILE` writes such a folder",
                  file=sys.stderr)
            return 2
    if argv not in (["build"], ["dist"]):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        for made in dist(root) if argv == ["dist"] else build(root):
            inside = ROOT in made.parents
            print(f"built {made.relative_to(ROOT) if inside else made}")
    except (BuildError, CompileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
