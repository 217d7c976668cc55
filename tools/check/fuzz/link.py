"""The target `link` of atheris: started by `python -m tools.check.fuzz`, which says with what."""

import sys

import atheris

with atheris.instrument_imports(include=["mjtable"], enable_loader_override=False):
    from mjsim.campaign.fuzz.bench import Bench

FRESH = 5_000  # inputs to a table: what good lines changed goes with it
bench = Bench()
count = 0


def one(data: bytes) -> None:
    """One input; `Bad`, or whatever escapes, is a find."""
    global bench, count
    count += 1
    if count % FRESH == 0:
        bench = Bench()
    bench.judge(data)


atheris.Setup(sys.argv, one)
atheris.Fuzz()
