"""Command line: `python -m tools.board build|size`."""

import sys

from . import size
from .build import ROOT, build
from .cross import CompileError
from .modules import BuildError

USAGE = "usage: python -m tools.board build|size"


def main(argv: list[str]) -> int:
    """Exit 0 good, 1 the firmware is not as it must be, 2 wrong use."""
    if argv not in (["build"], ["size"]):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        if argv == ["size"]:
            return size.main()
        for folder in build():
            print(f"built {folder.relative_to(ROOT)}")
    except (BuildError, CompileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
