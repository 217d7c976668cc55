"""Which parts an edge of each input concerns."""

from array import array

from mjtable.generated.iomap import (
    BIT_CHAIN_ZERO,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_LID,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_LMOT_FB,
    BIT_LOOP_RAW,
    BIT_PARK,
    BIT_PFAIL,
    BIT_PINCH,
    BIT_PUSH_HOME,
    BIT_SAFE_FB,
    BYTE_LID,
    BYTE_LOOP_RAW,
    BYTE_PFAIL,
    BYTE_RULE0,
    BYTE_SAFE_FB,
)
from mjtable.scan.image import BYTES
from mjtable.scan.places import EITHER, INTERLOCKS, MAINS, PANEL, POWER, RISING, SIGNALS
from mjtable.scan.places import SUPERVISION, SWITCH

SIDES = 4
ENDS = INTERLOCKS | EITHER  # an end that is reached forbids to go on


def watchers(charts, keys, positions):
    """Masks of places by input, index = byte * 8 + bit; `keys`: (byte, bits), `positions`: bits of
    the game's switch.
    """
    found = array("i", [0] * 8 * BYTES)
    _add(found, BYTE_LID, BIT_LID, SUPERVISION)
    _add(found, BYTE_LID, BIT_LID | BIT_PINCH | BIT_HATCH_UP | BIT_HATCH_DN, ENDS)
    _add(found, BYTE_LID, BIT_CHAIN_ZERO, INTERLOCKS)
    _add(found, BYTE_SAFE_FB, BIT_SAFE_FB | BIT_LMOT_FB, POWER | SIGNALS)
    _add(found, BYTE_LOOP_RAW, BIT_LOOP_RAW, SIGNALS)
    _add(found, BYTE_PFAIL, BIT_PFAIL, MAINS)
    _add(found, BYTE_RULE0, positions, SWITCH)
    for side in range(SIDES):
        _add(found, side, BIT_PARK | BIT_PUSH_HOME, INTERLOCKS)
        _add(found, side, BIT_LIFT_UP | BIT_LIFT_DN, ENDS)
    for byte, bits in keys:
        _add(found, byte, bits, PANEL)
    for chart in charts:
        for byte in range(BYTES):
            if chart.watch >> byte & 1:
                _add(found, byte, chart.mask, 1 << chart.place)
                _add(found, byte, chart.RISES, RISING)
    return found


def _add(found, byte, bits, places):
    for bit in range(8):
        if bits >> bit & 1:
            found[8 * byte + bit] |= places
