"""What is around the board: mains, currents, temperatures, and devices that do not answer."""

import hub as _hub
from hub import IN, hub, mux


def fresh():
    """What is behind the converters, the mains and the bus faults."""
    for i in range(8):
        mux[i] = IN[_hub.IN_MUX + 2 * i] | IN[_hub.IN_MUX + 2 * i + 1] << 8
    hub.amp_a = IN[_hub.IN_AMP_A] | IN[_hub.IN_AMP_A + 1] << 8
    hub.amp_b = IN[_hub.IN_AMP_B] | IN[_hub.IN_AMP_B + 1] << 8
    at = _hub.IN_HALF_US
    half_us = IN[at] | IN[at + 1] << 8 | IN[at + 2] << 16
    if half_us and not hub.half_us:
        hub.left_us = 0  # back: a crossing at once
    hub.half_us = half_us
    hub.faults = IN[_hub.IN_FAULTS]


def cross():
    """Zero crossings of the last 5 ms."""
    hub.since_us += 5000
    if not hub.half_us:
        if hub.since_us > 100_000_000:
            hub.since_us = 100_000_000
        return
    hub.left_us -= 5000
    while hub.left_us <= 0:
        if hub.skip:
            hub.skip = 0
        else:
            if hub.words < 8:
                hub.word_us[hub.words] = hub.since_us + hub.left_us
                hub.words += 1
            hub.since_us = -hub.left_us
        hub.left_us += hub.half_us
