"""Command line: `python -m tools.board build|size|dist|cost|calibrate [--root FOLDER]`."""

import sys
from pathlib import Path

from . import size
from .build import ROOT, build
from .cross import CompileError
from .dist import dist
from .modules import BuildError

USAGE = """usage: python -m tools.board build|size|dist|cost
       python -m tools.board build|dist --root FOLDER
       python -m tools.board calibrate RECORDING TIMES [WHAT]"""


def main(argv: list[str]) -> int:
    """Exit 0 good, 1 the firmware is not as it must be, 2 wrong use."""
    root = ROOT
    if len(argv) in (3, 4) and argv[0] == "calibrate":
        return calibrate(Path(argv[1]), Path(argv[2]), *argv[3:])
    if len(argv) == 3 and argv[0] in ("build", "dist") and argv[1] == "--root":
        root = Path(argv[2]).resolve()
        argv = argv[:1]
        if not (root / "firmware" / "mjtable").is_dir():
            print(f"{root}: holds no firmware; `make generate MEASURED=FILE` writes such a folder",
                  file=sys.stderr)
            return 2
    if argv not in (["build"], ["size"], ["dist"], ["cost"]):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        if argv == ["size"]:
            return size.main()
        if argv == ["cost"]:
            return told_cost()
        for made in dist(root) if argv == ["dist"] else build(root):
            inside = ROOT in made.parents
            print(f"built {made.relative_to(ROOT) if inside else made}")
    except (BuildError, CompileError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def told_cost() -> int:
    """Print the work of a scan; 1 without a calibration."""
    from .cost import NotCalibrated  # needs the simulator and the VM, the others do not
    from .report import report

    try:
        print(report())
    except NotCalibrated as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def calibrate(recording: Path, times: Path, what: str = "") -> int:
    """Fit the cost model to recorded scans; 0 good, 1 they cannot be used."""
    from .calibrate import CalibrationError  # needs the VM, the others do not
    from .calibrate import calibrate as fit
    from .replay import ReplayError

    try:
        print(fit(recording, times, what).told)
    except (BuildError, CompileError, CalibrationError, ReplayError) as error:
        print(f"calibrate: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
