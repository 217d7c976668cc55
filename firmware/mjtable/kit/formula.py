"""Marks the few functions that the board's build writes out wherever they are called.

A formula is one `return` of its arguments and constants: a call would cost the board more than the
sum itself. Anywhere but on a board it is the plain function it looks like. An argument that the
formula reads more than once is given as a name, not as something to be worked out
(`tools/make/board/passes/formula.py`).
"""


def formula(function):
    """`@formula`: a decorator that changes nothing."""
    return function
