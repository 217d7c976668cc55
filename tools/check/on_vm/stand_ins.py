"""Stand-ins for what the board's MicroPython has built in, as small as can be: nothing happens.

Runs in the MicroPython VM while the size is measured, before anything of the firmware.
"""

import sys


class Thing:
    """Any object of `machine` or `rp2`: every call gives another one, every reading is 0.

    Registers read 2, which says of the flash's clock that it is as wanted.
    """

    def __init__(self, **given):
        for name in given:
            setattr(self, name, given[name])

    def __call__(self, *_, **__):
        return self

    def __getattr__(self, name):
        return THING

    def __getitem__(self, index):
        return 2

    def __setitem__(self, index, value):
        pass

    def nothing(self, *_):
        return 0

    read_u16 = rx_fifo = tx_fifo = get = read = value = count = nothing

    def readfrom_mem_into(self, address, place, into, addrsize=8):
        return 0

    channel = 0

    def freq(self):
        return 125_000_000

    def unique_id(self):
        return b"\x00\x01\x02\x03\x04\x05\x06\x07"

    def reset_cause(self):
        return 1


class Name:
    """sys.implementation of a Pico."""

    name = "micropython"
    version = (1, 29, 0, "")
    _machine = "Raspberry Pi Pico with RP2040"


THING = Thing()
_own = sys.modules
_own["machine"] = _own["rp2"] = _own["select"] = THING
_own["sys"] = Thing(implementation=Name, stdin=THING, stdout=THING, modules=_own, path=sys.path)


def _with(name, **more):
    behind = __import__(name)
    taken = {each: getattr(behind, each) for each in dir(behind) if not each.startswith("__")}
    taken.update(more)
    _own[name] = Thing(**taken)


_with("micropython", kbd_intr=THING, alloc_emergency_exception_buf=THING)
_with("time", sleep_ms=THING, sleep_us=THING)
