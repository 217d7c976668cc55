"""The machine's logic: pure Python that runs on MicroPython and CPython alike.

One scan turns an input image into an output image; no clock, no I/O and no randomness of its own.
`table.py` puts the parts together, `facade.py` is what link and keys may ask of it, `notices.py`
what its parts tell it. Everything else is in a room, and a room imports from those below it only:
link, people, sorting, game, memory, mechanisms, safety, scan, generated, kit.
"""
