"""Answers that hosts may read as attributes; the board's own code calls them.

A class with a property, or whose base has one, makes MicroPython look through the dictionaries of
all its classes, twice, at every `self.name = value`: that took a third of each scan. So nothing on
the board is a property. `state = for_host(state_name)` gives simulator and tests `table.state`;
the board's build leaves such a line out (`tools/make/board/passes/hosted.py`).
"""

for_host = property
