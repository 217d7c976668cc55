"""Pins and PWM of the stand-in for `machine`."""

import _registers
import rp2
from hub import FRAMES, W_CHANGED, W_DICE, W_FRAME, WIRES, gpios, hub, pins

_OE, _KICK, _EMIT, _ARM, _DICE = 7, 10, 22, 11, 18
_show = _registers.show  # the outputs again


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
            if self.number == _EMIT and not hub.scanning:
                WIRES[W_FRAME] = 0 if level else FRAMES
            WIRES[W_CHANGED] = 1


class _Enable(_Wire):
    """OE#: high by the program, or as the guard has it."""

    def __call__(self, level=None):
        if level is None:
            return pins[self.number]
        if level != 1:
            raise ValueError("only the guard lets the outputs show")
        self.init(0, value=1)

    def init(self, mode, pull=None, value=None, alt=None):
        hub.guarded = 1 if alt == Pin.ALT_PIO0 else 0
        rp2.show()


class _Kick(_Wire):
    """The live signal: only a change of level counts."""

    def __call__(self, level=None):
        if pins[_KICK] != level:
            pins[_KICK] = level
            hub.kicked_ms = hub.now_ms
            hub.kicks += 1


_KINDS = {_OE: _Enable, _ARM: _Shown, _EMIT: _Shown, _KICK: _Kick}


class _PinMaker:
    """`Pin(...)`: an object of the kind that belongs on that wire."""

    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    ALT_PIO0 = 6
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_RISING, IRQ_FALLING = 8, 4

    def __call__(self, number, mode=-1, pull=-1, value=None):
        if not 0 <= number <= 28:
            raise ValueError("invalid pin")
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
        if self.number == _DICE:
            on = 1 if duty > 32768 else 0
            if on != WIRES[W_DICE]:
                WIRES[W_DICE] = on
                _show()

    def freq(self, hz=None):
        return hz

    def deinit(self):
        self.duty_u16(0)
