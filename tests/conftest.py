"""One profile of Hypothesis for all tests; it watches no clock: other programs may run beside.

In CI the examples are always the same. Elsewhere they are new ones every time, and the first line
of the report, or with -q the last, says with which `--hypothesis-seed` they come again.
`mjsim` comes early: which loops the firmware runs is settled when its modules are imported.
"""

import fcntl
import os
import pickle
import random

import pytest
from hypothesis import HealthCheck, settings

import mjsim  # noqa: F401

IN_CI = bool(os.environ.get("CI"))

settings.register_profile("house", deadline=None, derandomize=IN_CI,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Choose the seed; those who run a part of the tests get it with the other options."""
    if not IN_CI and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(1 << 32))


def examples(config):
    """Which examples these are."""
    if IN_CI:
        return "hypothesis: the same examples every time (CI)"
    return f"hypothesis: --hypothesis-seed={config.option.hypothesis_seed} repeats these examples"


def pytest_report_header(config):
    """In the first line; not shown with -q."""
    return examples(config)


def pytest_terminal_summary(terminalreporter, config):
    """With -q, as `make test` and `make check` run, at the end."""
    if terminalreporter.verbosity < 0:
        terminalreporter.write_line(examples(config))


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """The firmware as the board's build makes it of the sources, before it is compiled: made once
    for all processes of a run. Nobody may change it.
    """
    from tools.make.board.build import ROOT, sources
    from tools.make.board.passes.whole import transform

    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent
    with open(folder / "whole.pickle", "ab+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        kept = file.read()
        if not kept:
            kept = pickle.dumps(transform(sources(ROOT)))
            file.write(kept)
    return pickle.loads(kept)
