"""Stand-in for the module `machine` of a Pico: the same calls, wires of `hub` behind them."""

from array import array

import rp2
from buses import ADC, I2C
from hub import W_ENABLED, WIRES, Reset, gpios, hub
from wired import PWM, Pin

PWRON_RESET = 1
WDT_RESET = 3
PARTS = (ADC, I2C, PWM, Pin)  # also from here
scratch = array("i", [0] * 8)
vreg = [0x10B1]  # 1.10 V
cause = PWRON_RESET


class WDT:
    """Bites `timeout` ms after the last feed; the harness looks after every scan."""

    def __init__(self, id=0, timeout=5000):
        if timeout > 8388:
            raise ValueError("timeout exceeds 8388")
        hub.wdt_ms = timeout
        self.feed()

    def feed(self):
        hub.fed_ms = hub.now_ms


class _Registers:
    """mem32: GPIO levels, the ring oscillator's bit, the watchdog's scratch words."""

    def __getitem__(self, address):
        if address == 0xD0000004:
            return gpios[WIRES[0]] & ~0x80 | (0 if WIRES[W_ENABLED] else 0x80)
        if address == 0x4006001C:
            return random_bit()
        if 0x4005800C <= address <= 0x40058028:
            return scratch[address - 0x4005800C >> 2]
        if address == 0x40058008:
            return 0
        if address == 0x18000014:
            return 2  # the flash's clock is as wanted
        if address == 0x40064000:
            return vreg[0]
        raise ValueError("no such register in this stand-in: %s" % hex(address))

    def __setitem__(self, address, value):
        if 0x4005800C <= address <= 0x40058028:
            scratch[address - 0x4005800C >> 2] = value
            return
        if address == 0x40064000:
            vreg[0] = value
            return
        if address == rp2.TIMER and value == 1 << 16 | clock_hz // 10_000:
            return
        raise ValueError("no such register in this stand-in")


mem32 = _Registers()


class _Halves:
    """mem16: the serial port's endpoints."""

    def __getitem__(self, address):
        if address == 0x50100012:
            return 0xA800
        if address == 0x50100090:
            return 0x400 if hub.fifo_n else 0
        if address == 0x50100094:
            return hub.packets << 13 & 0x2000
        raise ValueError("no such register in this stand-in: %s" % hex(address))


mem16 = _Halves()
random_words = array("H", [0] * 2048)
_proof = 0x9E37  # what the first bits are made of, a plain shift register


def random_bit():
    """Raw bits whose pairs give, by von Neumann's rule, the words the host wants.

    First come 1024 bits that the firmware only tests.
    """
    at = hub.random_at
    hub.random_at = at + 1
    if at < 1024:
        if not at & 1:
            hub.random_n = _step(hub.random_n or _proof)
            return hub.random_n & 1
        return 1 - (hub.random_n & 1)
    at -= 1024
    bit = random_words[(at >> 5) & 2047] >> (15 - (at >> 1 & 15)) & 1
    return 1 - bit if at & 1 else bit


def _step(n):
    return n >> 1 ^ (0xB400 if n & 1 else 0)


def unique_id():
    return b"\x01\x23\x45\x67\x89\xab\xcd\xef"


def reset_cause():
    return cause


def reset():
    raise Reset()


def disable_irq():
    return 0


def enable_irq(state):
    pass


clock_hz = 125_000_000


def freq(hz=None):
    global clock_hz
    if hz:
        if hz > 133_000_000 and vreg[0] >> 4 & 15 < 12:
            raise ValueError("200 MHz needs 1.15 V")
        clock_hz = hz
    return clock_hz
