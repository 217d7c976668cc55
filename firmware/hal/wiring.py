"""The parts of one board, made and wired: the one place that knows which driver sits on which pin.

Pins by `pinmap.py` (design hardware §1.7). Making the parts moves nothing: outputs are dead (OE#
high), ARM is low, the emitters are dark, the dice motor coasts. Nothing here runs in a scan but
what it hands out.
"""

import gc
import select
import sys
import time

import machine
import micropython
import rp2
from hal import pinmap
from hal.analogue import Analogue
from hal.buzzer import TONE_HZ, Buzzer
from hal.chain import Chain
from hal.chip import chip_registers
from hal.currents import Currents
from hal.dice_motor import DiceMotor
from hal.display import Display
from hal.entropy import Entropy
from hal.exchange import Exchange
from hal.flash_clock import AnyFlash, FlashClock
from hal.fram import Fram
from hal.medium import Medium, files_in
from hal.pio_programs import (
    FILTER_TICKS,
    FRAME_HZ,
    GUARD_HZ,
    SIGNATURE_SKIP,
    WS2812_HZ,
    ZERO_CROSS_HZ,
    frame_program,
    guard_program,
    ws2812_program,
    zero_cross_program,
)
from hal.pixels import RECEIVE, Pixels, treq
from hal.reset_cause import ResetCause
from hal.temperature import Temperature
from hal.usb_serial import UsbSerial
from hal.watchdog import TIMEOUT_MS, Watchdog
from hal.zero_cross import ZeroCross
from machine import ADC, I2C, PWM, WDT, Pin
from mjtable.kit.crc import START, crc16
from uctypes import addressof, bytearray_at

I2C_HZ = 400_000
STORE_FOLDER = "/store"  # beside the two sets of the program, so that no update touches it
I2C_TIMEOUT_US = 2_000  # a stuck wire costs a scan this much, not the 50 ms of the default
DICE_HZ = 20_000  # above hearing
# State machines: four to a block, and 32 instructions to all four.
SM_FRAME, SM_GUARD = 0, 1
SM_PIXELS, SM_ZERO_CROSS = 4, 5
NOT_YET = 1 << 29  # the first rest collects in any case
FLASH_PAST_CACHE = 0x13000000  # RP2040 datasheet §2.6.3
FLASH_LOOK = 8192  # bytes: 2 ms
KEEP_FREE = 4  # collect when a quarter of what was free is used up




def _out(gp, level):
    return Pin(gp, Pin.OUT, value=level)


class OutputEnable:
    """OE# of the 595s: held high by the program, or left to the guard, a program of PIO 0."""

    def __init__(self, pin):
        self.pin = pin

    def dead(self):
        """High at once; may be called at any time, and again."""
        self.pin.init(Pin.OUT, value=1)

    def guarded(self):
        """As the guard drives it."""
        self.pin.init(Pin.ALT, alt=Pin.ALT_PIO0)


class Parts:
    """Every driver by its role, as `board.Board` and `loop.Loop` use them."""

    def __init__(self):
        micropython.alloc_emergency_exception_buf(100)
        random_bit, scratch, timer, small = chip_registers()
        self.small = small  # an RP2040: half the memory
        enable = OutputEnable(_out(pinmap.GP_OUT_OE_N, 1))
        self.arm = _out(pinmap.GP_ARM, 0)
        self.emit = _out(pinmap.GP_EMIT_EN, 0)
        self.dice = DiceMotor(
            PWM(Pin(pinmap.GP_DICE_IN1), freq=DICE_HZ, duty_u16=0),
            PWM(Pin(pinmap.GP_DICE_IN2), freq=DICE_HZ, duty_u16=0),
        )
        self.ticks_ms = time.ticks_ms
        self.ticks_us = time.ticks_us
        self.sleep_ms = time.sleep_ms
        self.sleep_us = time.sleep_us
        self._marker = Pin(pinmap.GP_BTN_MARK_N, Pin.IN, Pin.PULL_UP)
        self._elevator = Pin(pinmap.GP_BTN_ELEVATOR_N, Pin.IN, Pin.PULL_UP)
        self.uid = _hex(machine.unique_id())
        self.reset_cause = ResetCause(machine, scratch)
        self.flash_clock = AnyFlash()
        if small:
            self.flash_clock = FlashClock(
                machine.mem32, _flash_contents, machine.disable_irq, machine.enable_irq
            )
            self.flash_clock.fast()
        self._make_chain(enable, timer)
        try:
            self._make_others(random_bit)
        except BaseException:
            self.exchange.stop()  # else frames go on into memory that is no longer theirs
            raise
        self.watchdog = Watchdog(self._kick, None, self.chain)
        self._free_low = NOT_YET

    def _make_others(self, random_bit):
        """All that does not keep the outputs."""
        self._make_measuring()
        self._make_memory(random_bit)
        self._make_signs()
        self._make_serial()

    def _make_chain(self, enable, timer):
        """The shift-register chain and the pins read beside it."""
        for gp in (pinmap.GP_SAFE_FB, pinmap.GP_LMOT_FB, pinmap.GP_PFAIL_N):
            Pin(gp, Pin.IN)  # external pull-ups only (design hardware §1.5)
        latch = Pin(pinmap.GP_SR_LATCH)
        guard = rp2.StateMachine(
            SM_GUARD, guard_program(), freq=GUARD_HZ, jmp_pin=latch, sideset_base=enable.pin
        )
        enable.dead()
        frame = rp2.StateMachine(
            SM_FRAME, frame_program(SIGNATURE_SKIP), freq=FRAME_HZ,
            sideset_base=Pin(pinmap.GP_SR_SCK), out_base=Pin(pinmap.GP_SR_MOSI),
            in_base=Pin(pinmap.GP_SR_MISO, Pin.IN), set_base=latch,
        )  # fmt: skip
        self._kick = _out(pinmap.GP_WD_KICK, 0)
        self.exchange = Exchange(
            frame, guard, enable, (treq(SM_FRAME), treq(SM_FRAME, RECEIVE)), rp2.DMA,
            machine.mem32, addressof, timer, machine.freq(),
        )  # fmt: skip
        self.chain = Chain(self.exchange)

    def _make_measuring(self):
        """Mains, currents, temperatures, raw sensor levels."""
        wire = Pin(pinmap.GP_ZC, Pin.IN)
        crossing = rp2.StateMachine(
            SM_ZERO_CROSS, zero_cross_program(FILTER_TICKS), freq=ZERO_CROSS_HZ, jmp_pin=wire
        )
        crossing.active(1)
        self.zero_cross = ZeroCross(crossing)
        self.currents = Currents()
        self.temperature = Temperature()
        self.analogue = Analogue(
            ADC(Pin(pinmap.GP_I_A)), ADC(Pin(pinmap.GP_I_B)), ADC(Pin(pinmap.GP_AMUX)),
            self.currents, self.temperature,
        )  # fmt: skip

    def _make_memory(self, random_bit):
        """The journal's memory, its mirror on the flash, and the source of chance."""
        self._i2c = I2C(
            0, sda=Pin(pinmap.GP_I2C0_SDA), scl=Pin(pinmap.GP_I2C0_SCL), freq=I2C_HZ,
            timeout=I2C_TIMEOUT_US,
        )  # fmt: skip
        self.fram = Fram(self._i2c)
        self.medium = Medium(self.fram, files_in(STORE_FOLDER))
        self._registers = machine.mem32
        self._random_bit = random_bit
        self.entropy = Entropy(self._oscillator_bit)

    def _oscillator_bit(self):
        """One bit of the ring oscillator."""
        return self._registers[self._random_bit] & 1

    def _make_signs(self):
        """Lamps, digits, beeper."""
        lamps = rp2.StateMachine(
            SM_PIXELS, ws2812_program(), freq=WS2812_HZ, sideset_base=_out(pinmap.GP_LED_DATA, 0)
        )
        lamps.active(1)
        self.pixels = Pixels(lamps, rp2.DMA(), SM_PIXELS)
        self.display = Display(self._i2c)
        self.buzzer = Buzzer(PWM(Pin(pinmap.GP_BUZZ), freq=TONE_HZ, duty_u16=0))

    def _make_serial(self):
        """The USB port, as the streams MicroPython gives it."""
        incoming = select.poll()
        incoming.register(sys.stdin, select.POLLIN)
        outgoing = select.poll()
        outgoing.register(sys.stdout, select.POLLOUT)
        self.serial = UsbSerial(
            incoming, sys.stdin.buffer, outgoing, sys.stdout.buffer, machine.mem16
        )

    def marker_alone(self):
        """The marker key is down and the elevator key is not: asked at power-up only."""
        return not self._marker() and self._elevator() == 1

    def start_watchdog(self):
        """From now on a hung program restarts; it cannot be stopped any more."""
        self.watchdog = Watchdog(self._kick, WDT(timeout=TIMEOUT_MS), self.chain)

    def tidy(self):
        """At rest: collect garbage when there is much of it. True when it took time."""
        free = gc.mem_free()
        if free >= self._free_low:
            return False
        gc.collect()
        free = gc.mem_free()
        self._free_low = free - free // KEEP_FREE
        return True

    def off(self):
        """Everything that could move something is dead; may be called at any time, and twice."""
        self.exchange.stop()  # at the prompt nothing of this program runs on
        self.arm(0)
        self.emit(0)
        self.dice.run(0)
        self.buzzer.stop()

    def restart(self, mode):
        """Restart, "run" or "maintenance"; does not return."""
        self.reset_cause.request(mode)
        machine.reset()


def _flash_contents():
    """Checksum of the flash's first bytes, which are the interpreter's own."""
    return crc16(bytearray_at(FLASH_PAST_CACHE, FLASH_LOOK), 0, FLASH_LOOK, START)


def _hex(data):
    """Bytes as upper-case hex digits."""
    return "".join(["%02X" % byte for byte in data])
