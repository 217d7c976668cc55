"""The target `store` of atheris: started by `python -m tools.check.fuzz`, which says with what."""

import sys

import atheris

with atheris.instrument_imports(include=["mjtable"], enable_loader_override=False):
    from tools.check.fuzz.records import judge

atheris.Setup(sys.argv, judge)
atheris.Fuzz()
