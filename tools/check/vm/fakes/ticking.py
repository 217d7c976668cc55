"""Stand-in for the module `time`: the virtual clock."""

from hub import hub

_WRAP = 0x3FFFFFFF
_HALF = 0x20000000


def ticks_ms():
    return hub.now_ms


def ticks_us():
    now = hub.now_ms  # * 1000 modulo 2^30, by halves: every part stays a small integer
    return (((now >> 15) * 1000 & 0x7FFF) << 15) + (now & 0x7FFF) * 1000 & _WRAP


def ticks_diff(end, start):
    return ((end - start + _HALF) & _WRAP) - _HALF


def ticks_add(ticks, delta):
    return ticks + delta & _WRAP


def sleep_ms(ms):
    """Time passes, and frames of the chain; before the first scan nothing else happens."""
    hub.now_ms = hub.now_ms + ms & _WRAP
    hub.quarter = hub.quarter + ms // 5 & 3
    if hub.frame is not None:
        for _ in range(ms):
            hub.frame()


def sleep_us(us):
    """Less than a frame: the clock stands still."""
