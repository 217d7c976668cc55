"""What a scan costs on the board: microseconds by class of opcode, and of C functions.

Two parts, for MicroPython 1.28 in flash behind a cache of 16 KB:

- **core**: what the VM does for each class of opcode once its own code is in the cache (`US`,
  fitted to the reference programs of `reference.py`), and for each place of a dictionary that is
  looked at (`Calibration.probe_us`): a name is sought in dictionaries that are nearly full, with a
  division for each place, and one that is not there costs ten places or more;
- **flash**: code that the cache does not hold. A loop of a few lines has none of it; a scan does,
  for every opcode, every Python call, and at its start (`Calibration`).

`python -m tools.check.cost calibrate` fits probes and flash to recorded scans whose times on the
chip are known (`calibrate.py`), and says how far the model is off.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.check.cost.opcount import COUNTERS, DIVISIONS

FIRST_OPCODE = 0x10
CALIBRATION = Path(__file__).with_name("calibration.json")
CLASSES = ("plain", "operation", "load_attribute", "store_attribute", "subscript", "global",
           "call", "load_method", "call_method", "frame", "iteration", "build", "probe", "flat",
           "flat_opcode")
PLAIN = 0  # constants, locals, jumps, the stack
FRAME, PROBE, FLAT, FLAT_OPCODE = (CLASSES.index(name) for name in
                                   ("frame", "probe", "flat", "flat_opcode"))
COUNTED = FLAT  # classes that the VM's counters tell; the flat ones are found otherwise
# the opcodes of .mpy version 6; whatever is not named here is plain
MEMBERS = {
    "operation": range(0xD0, 0xFA),  # unary and binary
    "load_attribute": (0x13,),
    "store_attribute": (0x18,),
    "subscript": (0x55, 0x56),
    "global": (0x11, 0x12, 0x16, 0x17),
    "call": (0x34, 0x35),
    "load_method": (0x14, 0x15),
    "call_method": (0x36, 0x37),
    "frame": (0x63,),  # a return: the frame of a Python function, made and taken down
    "iteration": (0x4B, 0x5E, 0x5F),
    "build": (0x20, 0x21, *range(0x2A, 0x34)),
}
# microseconds an opcode at 125 MHz, in the order of CLASSES, without probes
US = (0.29, 0.68, 0.87, 1.45, 2.27, 0.66, 0.63, 2.9, 1.32, 9.2, 1.16, 4.4)
# machine code (`mjtable/kit/flat.py`): a call of a viper function 11 us a pass (micropython.md
# section 3) less its opcodes; crc16 of 12 bytes 25 us as viper, 239 us and 509 opcodes as bytecode
FLAT_US, FLAT_OPCODE_US = 9.0, 0.03
EMPTY_PASS_US = 3.2  # within the figures of micropython.md section 3 for single calls

# C functions at 125 MHz, without the opcodes that call them: (microseconds, of them on a wire or
# in a converter, whose clock is another, where from)
NATIVE_US = {
    "ticks": (1.2, 0.0, "ticks_us 6.3 us a loop pass, less the pass and its opcodes"),
    "ticks_diff": (1.2, 0.0, "6.8 us a pass, the same"),
    "pin": (0.6, 0.0, "a cached p() 4.8 us a pass, the same"),
    "pin_value": (4.0, 0.0, "Pin.value(1) 13.0 us a pass, the same"),
    "mem32": (2.2, 0.0, "a mem32[] read 9.0 us a pass, the same"),
    "ipoll": (20.0, 0.0, "ipoll(0) with its loop 23 us"),
    "readinto": (55.0, 0.0, "one byte from USB 61 us, less its opcodes"),
    "usb_write": (44.0, 0.0, "write of up to 100 bytes that fit, 44 us"),
    "adc": (5.0, 2.0, "2 us conversion at 500 kS/s, and a method of machine.ADC"),
    "i2c_write": (450.0, 428.0, "18 bytes and the address at 400 kHz 428 us, and the call"),
    "usb_byte": (12.0, 0.0, "a write of up to 100 bytes takes 44 us; of one byte, estimated"),
    "none": (0.0, 0.0, ""),
    "flat": (FLAT_US, 0.0, "as above"),
    "flat_opcode": (FLAT_OPCODE_US, 0.0, "as above"),
    "small": (1.0, 0.0, "len, min, max, abs, isinstance: estimated"),
}


class NotCalibrated(Exception):
    """There is no usable calibration; the message says what to do."""


@dataclass(frozen=True)
class Calibration:
    """What recorded scans say of probes and of code in flash; microseconds at 125 MHz."""

    probe_us: float  # a place of a dictionary looked at
    start_us: float  # flash: a scan begins, the cache holds what ran before it
    opcode_us: float  # flash: an opcode
    call_us: float  # flash: a Python call, both ways
    what: str  # what was recorded, and on what
    firmware: str  # digest of the firmware that was recorded
    scans: int
    mean_error_pct: float  # over the scans that were not fitted to
    p99_error_pct: float

    @property
    def told(self) -> str:
        """How the model is known, for people."""
        return (f"calibrated against {self.what}; over {self.scans} scans not fitted to: mean "
                f"{self.mean_error_pct:+.1f} %, 99th percentile {self.p99_error_pct:+.1f} %")


@dataclass(frozen=True)
class Chip:
    """A controller at a clock, by how much longer than an RP2040 at 125 MHz it takes."""

    name: str
    core: float
    flash: float
    note: str = ""


def rp2040(mhz: int, divisor: int = 2) -> Chip:
    """`divisor`: how much slower the flash's clock is than the core's. A word from the flash takes
    20 of its clocks: 40 of the core's at 2, which is what every new chip starts with."""
    return Chip(f"RP2040 {mhz} MHz, flash {mhz / divisor:g} MHz", 125 / mhz,
                125 / mhz * divisor / 2)


# MicroPython's own benchmarks run 1.55 times as fast on an RP2350 at 150 MHz (geometric mean of
# 1.22 to 1.97, pull request 15619). No RP2350 was measured with this firmware.
RP2350 = Chip("RP2350 150 MHz", 1 / 1.55, 1 / 1.55, "computed, never measured")
BASE = rp2040(125)  # what US and the calibration are for
BOARD = rp2040(200)  # what the firmware sets (`hal/flash_clock.py`)
CHIPS = (rp2040(125), rp2040(200), rp2040(200, 4), RP2350)


@cache
def calibration(path: Path = CALIBRATION) -> Calibration:
    """The one beside this file."""
    try:
        return Calibration(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as problem:
        raise NotCalibrated(f"{path}: no calibration of the cost model ({problem}); make it with "
                            "`python -m tools.check.cost calibrate RECORDING TIMES`") from problem


def classes() -> list[int]:
    """The class of every counter, as the counting VM wants it (counter 0 is FIRST_OPCODE)."""
    found = [PLAIN] * COUNTERS
    for name, opcodes in MEMBERS.items():
        for opcode in opcodes:
            found[opcode - FIRST_OPCODE] = CLASSES.index(name)
    found[DIVISIONS] = PROBE
    return found


def opcodes_of(counts: Sequence[float]) -> float:
    """How many opcodes there are in counts by class."""
    return sum(counts[:PROBE])


def warm_us(counts: Sequence[float]) -> float:
    """Microseconds at 125 MHz of counts by class, their code in the cache, without probes."""
    found = sum(each * us for each, us in zip(counts[:PROBE], US, strict=True))
    if len(counts) > FLAT_OPCODE:
        found += counts[FLAT] * FLAT_US + counts[FLAT_OPCODE] * FLAT_OPCODE_US
    return found


def core_us(counts: Sequence[float], known: Calibration) -> float:
    """Microseconds at 125 MHz of counts by class, their code in the cache."""
    return warm_us(counts) + counts[PROBE] * known.probe_us


def flash_us(counts: Sequence[float], known: Calibration) -> float:
    """Microseconds at 125 MHz that these counts wait for the flash, within a scan."""
    return opcodes_of(counts) * known.opcode_us + counts[FRAME] * known.call_us


def bytecode_us(counts: Sequence[float], chip: Chip = BOARD) -> float:
    """Microseconds of counts by class as part of a scan."""
    known = calibration()
    return core_us(counts, known) * chip.core + flash_us(counts, known) * chip.flash


def start_us(chip: Chip = BOARD) -> float:
    """Microseconds that a scan takes longer for coming after something else."""
    return calibration().start_us * chip.flash


def native_us(*names: str, chip: Chip = BOARD) -> float:
    """Microseconds of C functions, by name."""
    return sum((us - wire_us) * chip.core + wire_us
               for us, wire_us, _ in (NATIVE_US[name] for name in names))
