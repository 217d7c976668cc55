"""The simulated machine: virtual clock, plant, virtual board, people; command `mjsim`."""

from mjsim.board import quick  # noqa: F401 - before the firmware is imported
