"""Random arguments for each `@flat` function of the firmware: (module, name): arguments."""

INPUTS = {}


def of(module, name):
    """Decorator: makes the arguments of one call from a random generator."""
    def keep(make):
        INPUTS[module, name] = make
        return make
    return keep


@of("mjtable.crc", "crc16")
def _(rng):
    buf = bytearray(rng.randbytes(12))
    start = rng.randrange(13)
    return buf, start, rng.randrange(start, 13), rng.choice([0xFFFF, rng.randrange(0x10000)])
