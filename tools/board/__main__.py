"""Command line: `python -m tools.board build|size|dist|cost`."""

import sys

from . import size
from .build import ROOT, build
from .cross import CompileError
from .dist import dist
from .modules import BuildError

USAGE = "usage: python -m tools.board build|size|dist|cost"


def main(argv: list[str]) -> int:
    """Exit 0 good, 1 the firmware is not as it must be, 2 wrong use."""
    if argv not in (["build"], ["size"], ["dist"], ["cost"]):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        if argv == ["size"]:
            return size.main()
        if argv == ["cost"]:
            from .report import report  # needs the simulator and the VM, the others do not

            print(report())
            return 0
        for made in dist() if argv == ["dist"] else build():
            print(f"built {made.relative_to(ROOT)}")
    except (BuildError, CompileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
