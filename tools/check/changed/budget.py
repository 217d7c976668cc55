"""A plugin of pytest: no test begins once the time is up, and what was left is said."""

import time
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Seconds from the start of the run."""
    parser.addoption("--budget-s", type=float, default=0.0)


class Budget:
    """Skips what would begin too late; a worker of xdist has one, too."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: Any) -> None:
        """Skip it when the time is up."""
        if time.monotonic() > self.end:
            pytest.skip("left to `make test`")


def pytest_configure(config: pytest.Config) -> None:
    """Start the clock."""
    seconds = config.getoption("--budget-s")
    if seconds:
        config.pluginmanager.register(Budget(seconds))
