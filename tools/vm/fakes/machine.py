"""Stand-in for the module `machine` of a Pico: the same calls, wires of `hub` behind them."""

from array import array

import _registers
import hub as _hub
from hub import (
    FRAMES,
    W_CHANGED,
    W_DICE,
    W_ENABLED,
    W_FRAME,
    W_MUX,
    WIRES,
    Reset,
    gpios,
    hub,
    mux,
    pins,
)
from uctypes import addressof as _addressof

PWRON_RESET = 1
WDT_RESET = 3
FRAM_ADDRESS, DISPLAY_ADDRESS = 0x50, 0x70
_LOAD, _LATCH, _OE, _KICK, _ARM, _EMIT = 6, 5, 7, 10, 11, 22

GONE = OSError(5)  # made beforehand: the heap may be locked
_xfer = _registers.xfer
_show = _registers.show
scratch = array("i", [0] * 8)
cause = PWRON_RESET


# ---------------------------------------------------------------- pins
class _Wire:
    """A pin nobody watches."""

    def __init__(self, number):
        self.number = number

    def __call__(self, level=None):
        if level is None:
            return gpios[WIRES[W_FRAME]] >> self.number & 1
        pins[self.number] = level

    value = __call__


class _Shown(_Wire):
    """A pin that changes what the plant sees."""

    def __call__(self, level=None):
        if pins[self.number] != level:
            pins[self.number] = level
            if self.number == _EMIT and hub.tick is None:
                WIRES[W_FRAME] = 0 if level else FRAMES
            elif self.number == _OE:
                WIRES[W_ENABLED] = 1 - level
                _show()
            WIRES[W_CHANGED] = 1


class _Kick(_Wire):
    """The live signal: only a change of level counts."""

    def __call__(self, level=None):
        if pins[_KICK] != level:
            pins[_KICK] = level
            hub.kicked_ms = hub.now_ms
            hub.kicks += 1


_KINDS = {_OE: _Shown, _ARM: _Shown, _EMIT: _Shown, _KICK: _Kick}


class _PinMaker:
    """`Pin(...)`: an object of the kind that belongs on that wire."""

    IN, OUT, OPEN_DRAIN = 0, 1, 2
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_RISING, IRQ_FALLING = 8, 4

    def __call__(self, number, mode=-1, pull=-1, value=None):
        if not 0 <= number <= 28:
            raise ValueError("invalid pin")
        if number == _LOAD:
            return _registers.load
        if number == _LATCH:
            return _registers.latch
        made = _KINDS.get(number, _Wire)(number)
        if value is not None:
            made(value)
        return made


Pin = _PinMaker()


class PWM:
    """Duty of one pin. The dice motor's first input switches that motor."""

    def __init__(self, pin, freq=0, duty_u16=0, invert=False):
        self.number = pin.number
        self._duty = duty_u16

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = duty
        if self.number == 18:
            on = 1 if duty > 32768 else 0
            if on != WIRES[W_DICE]:
                WIRES[W_DICE] = on
                _show()

    def freq(self, hz=None):
        return hz

    def deinit(self):
        self.duty_u16(0)


# ---------------------------------------------------------------- buses
class SPI:
    """The chain: twelve bytes out while twelve come in."""

    MSB, LSB = 1, 0

    def __init__(self, number, **options):
        if options.get("baudrate", 0) > 2_000_000:
            raise ValueError("the chain is built for 2 MHz")

    def write_readinto(self, out, into):
        _xfer(_addressof(out), _addressof(into))


class I2C:
    """FRAM and display. A missing device is an OSError, as on the board."""

    def __init__(self, number, **options):
        self._at = 0

    def _there(self, address):
        if address == FRAM_ADDRESS and not hub.faults & 1:
            return
        if address != DISPLAY_ADDRESS or hub.faults & 4:
            raise GONE

    def writeto(self, address, data, stop=True):
        self._there(address)
        n = len(data)
        if address == FRAM_ADDRESS and n > 2:
            at = data[0] << 8 | data[1]
            hub.fram_bytes += n - 2
            for i in range(n - 2):
                if hub.fram_left:
                    _hub.fram[at + i] = data[2 + i]
                    hub.fram_left -= 1
        return n

    def readfrom_mem_into(self, address, memory, into, addrsize=8):
        self._there(address)
        for i in range(len(into)):
            into[i] = _hub.fram[memory + i]

    def scan(self):
        return [FRAM_ADDRESS, DISPLAY_ADDRESS]


class ADC:
    """Groups' currents as a sine sampled four times a period, and the multiplexer."""

    def __init__(self, pin):
        self.number = pin.number
        self.read_u16 = (self._a, self._b, self._mux)[pin.number - 26]

    def _a(self):
        quarter = hub.quarter
        if not quarter & 1 or not hub.amp_a:
            return 32768
        return 32768 + (hub.amp_a if quarter == 1 else -hub.amp_a) * 16

    def _b(self):
        quarter = hub.quarter
        if not quarter & 1 or not hub.amp_b:
            return 32768
        return 32768 + (hub.amp_b if quarter == 1 else -hub.amp_b) * 16

    def _mux(self):
        return mux[WIRES[W_MUX]] << 4


# ---------------------------------------------------------------- the chip
class Timer:
    """Periodic, hard. The harness calls `hub.tick` once a frame."""

    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, **options):
        if not options.get("hard"):
            raise ValueError("a soft timer is up to 18 ms late")
        if options.get("freq") != 1000 or options.get("mode") != self.PERIODIC:
            raise ValueError("the harness knows a periodic timer of 1 kHz only")
        hub.tick = options["callback"]

    def deinit(self):
        hub.tick = None


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
            return gpios[WIRES[0]]
        if address == 0x4006001C:
            return random_bit()
        if 0x4005800C <= address <= 0x40058028:
            return scratch[address - 0x4005800C >> 2]
        if address == 0x40058008:
            return 0
        raise ValueError("no such register in this stand-in")

    def __setitem__(self, address, value):
        if 0x4005800C <= address <= 0x40058028:
            scratch[address - 0x4005800C >> 2] = value
            return
        raise ValueError("no such register in this stand-in")


mem32 = _Registers()
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


def freq(hz=None):
    return 125_000_000
