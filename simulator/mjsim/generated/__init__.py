"""Figures of the machine and of how machines differ, written by `make generate`.

Nothing here is written by hand, and the firmware never sees it: its own figures are generated
from other columns of hardware/machine.toml, so that the plant is no mirror of it.
"""
