"""What the board proves about itself before motors get power (design hardware §4.2, last table).

`at_start` runs before the first scan and looks at the chain's frames itself, some 40 ms in all;
`before_arming` is a look at the image. Both answer 0 or the detail number of fault E908.
"""

from mjtable.generated.iomap import (
    BIT_CNT,
    BIT_INLET,
    BIT_JAM,
    BIT_K1_MIR,
    BIT_LMOT_FB,
    BIT_SAFE_FB,
    BYTE_K1_MIR,
    BYTE_LMOT_FB,
    BYTE_SAFE_FB,
)

CHAIN, DARK_SENSOR, BUS_LIVE, OPTO_SUPPLY, CURRENT, BIAS, NOT_IN_RUN = range(1, 8)
OPTICAL = BIT_CNT | BIT_INLET | BIT_JAM
SETTLE_MS = 5  # emitters and comparators
FRAMES = 3  # at least, of those that came meanwhile; the first sees what the 595s woke up with
SIDES = 4
HOLD_SCANS = 12  # 60 ms: +5V_SAFE is read every 40 ms until it is dead


def at_start(chain, emit, sleep_ms, analogue):
    """The whole test, outputs dead and disarmed. The emitters are on when it ends."""
    emit(0)
    if not _frames(chain, sleep_ms):
        return CHAIN
    for side in range(SIDES):
        if chain.levels()[side] & OPTICAL:
            return DARK_SENSOR
    emit(1)
    if not _frames(chain, sleep_ms):
        return CHAIN
    return bus_live(chain.levels()) or analogue.check(sleep_ms)


def _frames(chain, sleep_ms):
    """True when frames come and the last one was proven; its levels are those of now."""
    chain.skip()  # what came before would be counted round the ring: 64 frames are none
    before = chain.frames
    sleep_ms(SETTLE_MS)
    chain.look()
    return chain.frames - before & 0xFFFF >= FRAMES and not chain.bad


def bus_live(level):
    """Disarmed, the motor bus must be dead, by the relay's mirror contact and by its voltage."""
    if level[BYTE_LMOT_FB] & BIT_LMOT_FB or not level[BYTE_K1_MIR] & BIT_K1_MIR:
        return BUS_LIVE
    return 0


def before_arming(level, analogue):
    """The same, and the optocouplers' supply, which is measured once the outputs are on."""
    if level[BYTE_SAFE_FB] & BIT_SAFE_FB or analogue.is_opto_supply_live():
        return bus_live(level) or OPTO_SUPPLY
    return bus_live(level)
