"""The machine's logic: pure Python that runs on MicroPython and CPython alike.

One scan turns an input image into an output image; no clock, no I/O and no randomness of its own.
"""
