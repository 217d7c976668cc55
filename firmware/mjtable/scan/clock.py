"""Wrap-safe milliseconds for the firmware's logic.

The board's clock wraps at 2^30 ms. Logic time is that clock modulo 2^29, so that `now + delay`
still fits MicroPython's 31-bit small integer and never allocates (design micropython §3).
Delays and ages are valid up to 2^28 ms (74 h). A deadline is such a time, or NEVER; whatever has
several tells the `sooner` of them.
"""

from mjtable.kit.formula import formula

MASK = 0x1FFFFFFF
HALF = 0x10000000  # for these formulas alone
NEVER = -1  # a due time that never comes


@formula
def passed(now_ms, moment_ms):
    """True from `moment_ms` on."""
    return (now_ms - moment_ms) & MASK < HALF


@formula
def reached(now_ms, due_ms):
    """True when `due_ms` is set (not NEVER) and has come."""
    return due_ms >= 0 and passed(now_ms, due_ms)


@formula
def sooner(due_ms, other_ms):
    """The deadline of the two that comes first; either may be NEVER."""
    return other_ms if other_ms >= 0 and (due_ms < 0 or passed(due_ms, other_ms)) else due_ms
