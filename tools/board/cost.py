"""What a scan costs on the board: microseconds by class of opcode, and of C functions.

RP2040 at 125 MHz, MicroPython 1.28, code in flash behind its cache. The costs by class are fitted
to the reference programs (`reference.py`), from a first guess by what the VM does for each class;
they reproduce those within about 15 %, and the references themselves are within 15 % of real
boards: take an estimate as true within 25 %. An RP2350 is about 1.5 times as fast.
"""

FIRST_OPCODE = 0x10
OPCODES = 256
CLASSES = ("plain", "operation", "load_attribute", "store_attribute", "subscript", "global",
           "call", "load_method", "call_method", "frame", "iteration", "build")
PLAIN = 0  # constants, locals, jumps, the stack
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
# microseconds an opcode, in the order of CLASSES
US = (0.31, 0.70, 1.45, 2.0, 2.3, 1.0, 0.65, 4.3, 1.3, 9.6, 1.2, 4.5)
EMPTY_PASS_US = 3.2  # within the figures of micropython.md section 3 for single calls
UNCERTAINTY_PCT = 25

# C functions, without the opcodes that call them: (microseconds, where from)
NATIVE_US = {
    "ticks": (1.2, "ticks_us 6.3 us a loop pass, less the pass and its opcodes"),
    "ticks_diff": (1.2, "6.8 us a pass, likewise"),
    "pin": (0.6, "a cached p() 4.8 us a pass, likewise"),
    "pin_value": (4.0, "Pin.value(1) 13.0 us a pass, likewise"),
    "mem32": (2.2, "a mem32[] read 9.0 us a pass, likewise"),
    "ipoll": (20.0, "ipoll(0) with its loop 23 us"),
    "readinto": (55.0, "one byte from USB 61 us, less its opcodes"),
    "usb_write": (44.0, "write of up to 100 bytes that fit, 44 us"),
    "spi_frame": (54.0, "12 bytes at 2 MHz 48 us on the wire, and 6 us for the call"),
    "adc": (5.0, "2 us conversion at 500 kS/s, and a method of machine.ADC"),
    "i2c_write": (450.0, "18 bytes and the address at 400 kHz 428 us, and the call"),
    "usb_byte": (12.0, "a write of up to 100 bytes takes 44 us; of one byte, estimated"),
    "none": (0.0, ""),
    "interrupt": (15.0, "a hard timer callback: entry, heap lock, exit; latency p50 30 us seen "
                        "from an edge to a pin, most of it Python"),
    "small": (1.0, "len, min, max, abs, isinstance: estimated"),
}


def classes() -> list[int]:
    """The class of every opcode, as the counting VM wants it (counter 0 is FIRST_OPCODE)."""
    found = [PLAIN] * OPCODES
    for name, opcodes in MEMBERS.items():
        for opcode in opcodes:
            found[opcode - FIRST_OPCODE] = CLASSES.index(name)
    return found


def bytecode_us(counts: list[int] | list[float]) -> float:
    """Microseconds of counts by class."""
    return sum(each * us for each, us in zip(counts, US[:len(counts)], strict=True))


def native_us(*names: str) -> float:
    """Microseconds of C functions, by name."""
    return sum(NATIVE_US[name][0] for name in names)
