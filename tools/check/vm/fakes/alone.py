"""The firmware on its own: `main.py` and `Loop.run` themselves, no scan is asked for from outside.

A millisecond goes by for every thousand microseconds that the firmware sleeps: the chain's frame,
every fifth one the mains, what the serial port sends, and what a test wants done at that time.
"""

import hub as _hub
import machine
import serial_port
import ticking
from around import cross, fresh
from hub import FRAMES, IN, OUT, WIRES, Reset, gpios, hub, pins

_LEVELS = (("outputs_off", 7), ("arm", 11), ("emit", 22))
deeds = {}  # what is done when that many milliseconds of the loop have gone by
said = {}  # outputs as they were when it was noted: "on", "reset"


class _Passed:
    us = ms = 0


_passed = _Passed()


def prepare(words):
    """Block IN is filled: all that is around the board; the clock, and the reset that is noted."""
    fresh()
    WIRES[_hub.W_FRAME] = FRAMES
    for i in range(FRAMES + 1):
        gpios[i] = IN[_hub.IN_GPIO] | IN[_hub.IN_GPIO + 1] << 8 | IN[_hub.IN_GPIO + 2] << 16
    for i in range(len(words) // 2):
        machine.random_words[i] = words[2 * i] | words[2 * i + 1] << 8
    ticking.sleep_us = sleep_us
    machine.reset = reset


def reset():
    """Stands in for machine.reset: what the outputs were, and no way back."""
    note("reset")
    raise Reset()


def note(name):
    """The outputs that could move something, as they are now."""
    found = {key: pins[gp] for key, gp in _LEVELS}
    found["dice"] = WIRES[_hub.W_DICE]
    found["frames"] = hub.frame is not None
    said[name] = found


def ask(line):
    """The host sends these bytes."""
    for i in range(len(line)):
        IN[_hub.IN_RX + i] = line[i]
    hub.rx_first = 0
    hub.rx_n = len(line)
    hub.packets += 1


def answers():
    """What the host has received."""
    serial_port.drain()
    return bytes(OUT[_hub.OUT_TX : _hub.OUT_TX + hub.tx_n])


def sleep_us(us):
    """The loop's nap."""
    _passed.us += us
    while _passed.us >= 1000:
        _passed.us -= 1000
        _millisecond()


def _millisecond():
    hub.now_ms = hub.now_ms + 1 & 0x3FFFFFFF
    _passed.ms += 1
    if hub.frame is not None:
        hub.frame()
    if _passed.ms % FRAMES == 0:
        cross()
        hub.quarter = hub.quarter + 1 & 3
    serial_port.drain()
    deed = deeds.pop(_passed.ms, None)
    if deed is not None:
        deed()
