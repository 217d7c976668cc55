"""Whom an edge of each input concerns."""

from array import array

from mjtable.contacts import KEY_INPUTS
from mjtable.image import BYTES
from mjtable.iomap import BIT_CHAIN_ZERO, BIT_HATCH_DN, BIT_LID, BIT_LIFT_DN, BIT_LMOT_FB
from mjtable.iomap import BIT_PARK, BIT_PFAIL, BIT_PUSH_HOME, BIT_SAFE_FB, BYTE_CHAIN_ZERO
from mjtable.iomap import BYTE_LID, BYTE_PFAIL, BYTE_RULE0, BYTE_SAFE_FB
from mjtable.places import INTERLOCKS, MAINS, PANEL, POWER, RISING, SIGNALS, SUPERVISION, SWITCH
from mjtable.rule_switch import POSITIONS

SIDES = 4
POWERED = BIT_SAFE_FB | BIT_LMOT_FB
# (byte, its bits, places) of everyone but the charts, which say it themselves
ROWS = (
    (BYTE_LID, BIT_LID, SUPERVISION),
    (BYTE_SAFE_FB, POWERED, POWER | SIGNALS),
    (BYTE_PFAIL, BIT_PFAIL, MAINS),
    (BYTE_RULE0, POSITIONS, SWITCH),
    (BYTE_CHAIN_ZERO, BIT_CHAIN_ZERO | BIT_HATCH_DN, INTERLOCKS),
) + tuple([(side, BIT_PARK | BIT_PUSH_HOME | BIT_LIFT_DN, INTERLOCKS) for side in range(SIDES)])


def watchers(charts):
    """Masks of places by input, index = byte * 8 + bit."""
    found = array("i", [0] * 8 * BYTES)
    for byte, bits, places in ROWS:
        _add(found, byte, bits, places)
    for byte, bits in KEY_INPUTS:
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
