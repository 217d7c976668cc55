"""Puts the stand-ins where the firmware finds its modules."""

import sys

import micropython
import serial_port
import ticking


class _Module:
    """A module made of what is given, and of another one."""

    def __init__(self, behind, **own):
        for name in dir(behind):
            if not name.startswith("__"):
                setattr(self, name, getattr(behind, name))
        for name in own:
            setattr(self, name, own[name])


class _About:
    """sys.implementation of a Pico."""

    name = "micropython"
    version = (1, 29, 0, "")
    _machine = "Raspberry Pi Pico with RP2040"


def _nothing(_=0):
    return -1


sys.modules["time"] = ticking
sys.modules["select"] = serial_port
sys.modules["sys"] = _Module(
    sys, implementation=_About, stdin=serial_port.Stream(serial_port.Reader()),
    stdout=serial_port.Stream(serial_port.Writer()),
)  # fmt: skip
sys.modules["micropython"] = _Module(
    micropython, kbd_intr=_nothing, alloc_emergency_exception_buf=_nothing
)
