"""The simulated machine: virtual clock, plant, virtual board, people; command `mjsim`.

Everything but the command line (`cli.py`) is in a room, and a room imports from those below it
only; the list is in pyproject.toml. Logic of the table itself belongs to the firmware.
"""

from mjsim.board import quick  # noqa: F401 - before the firmware is imported
