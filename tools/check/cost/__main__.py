"""Command line: `python -m tools.check.cost [calibrate RECORDING TIMES [WHAT]]`."""

import sys
from pathlib import Path

from tools.check.cost.calibrate import CalibrationError, calibrate
from tools.check.cost.cost import NotCalibrated
from tools.check.cost.replay import ReplayError
from tools.check.cost.report import report
from tools.make.board.compiled.cross import CompileError
from tools.make.board.source.modules import BuildError

USAGE = """usage: python -m tools.check.cost
       python -m tools.check.cost calibrate RECORDING TIMES [WHAT]"""


def main(argv: list[str]) -> int:
    """Print the work of a scan, or fit the model; 1 when that cannot be done, 2 on wrong use."""
    try:
        if not argv:
            print(report())
        elif argv[0] == "calibrate" and len(argv) in (3, 4):
            print(calibrate(Path(argv[1]), Path(argv[2]), *argv[3:]).told)
        else:
            print(USAGE, file=sys.stderr)
            return 2
    except NotCalibrated as error:
        print(error, file=sys.stderr)
        return 1
    except (BuildError, CompileError, CalibrationError, ReplayError) as error:
        print(f"calibrate: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
