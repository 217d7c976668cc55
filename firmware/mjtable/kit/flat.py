"""Marks the few hot loops that a board runs as machine code.

A flat function works on arrays and integers alone. `kinds` says what each of its parameters is, in
the words of MicroPython's viper: ptr8 (a bytearray, bytes), ptr16 (array "H"), ptr32 (array "i"),
int; it returns an int. Anywhere but on a board this is the plain function it looks like. There
(`tools/make/board/passes/flat.py`) no bounds are checked, integers have 32 bits, items of ptr8
and ptr16 are never negative, and nothing but its arguments, own variables and constants may be
named.
"""

INSTEAD = {}  # name: a function that does the same quicker, on a host that has one


def flat(kinds):
    """`@flat("ptr8 int int")`: a decorator that changes nothing, unless INSTEAD has another."""
    return _same


def _same(function):
    return INSTEAD.get(function.__name__, function) if INSTEAD else function
