"""Wrap-safe milliseconds for the firmware's logic.

The board's clock wraps at 2^30 ms. Logic time is that clock modulo 2^29, so that `now + delay`
still fits MicroPython's 31-bit small integer and never allocates (design micropython §3).
Delays and ages are valid up to 2^28 ms (74 h).
"""

MASK = 0x1FFFFFFF
HALF = 0x10000000
NEVER = -1  # a due time that never comes


def after(now_ms, delay_ms):
    """Time `delay_ms` (0..2^28) after `now_ms`."""
    return (now_ms + delay_ms) & MASK


def elapsed(now_ms, since_ms):
    """Milliseconds since `since_ms`."""
    return (now_ms - since_ms) & MASK


def reached(now_ms, due_ms):
    """True when `due_ms` is set (not NEVER) and has come."""
    return due_ms >= 0 and (now_ms - due_ms) & MASK < HALF


def left(now_ms, due_ms):
    """Milliseconds until `due_ms`, 0 when it has come."""
    rest = (due_ms - now_ms) & MASK
    return rest if rest < HALF else 0
