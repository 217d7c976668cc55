"""Two thermistors: the triacs' area and the motor bay (multiplexer channels 4 and 5).

NTC 10 k, B 3950, to ground, under 10 k 0.1 % to the converter's own reference: the reading is a
share of 4096 whatever the supply is. Between two entries of the table the line is straight; that
is at most 0.5 degrees off from -29 to 110 degrees. Readings below 5 % or above 95 % mean a
shorted or an open sensor (design hardware §4.2 row 41); held for a second, they show as a
temperature no table can have, which the firmware reports as E208.
"""

from array import array

HS, BAY = range(2)
STEP_DC = 10  # the image changes by a degree or not at all
ROOM_DC = 250  # shown until the first reading
SHORT_DC = 1500  # beyond TEMPERATURE_HIGH_DC
OPEN_DC = -400  # below TEMPERATURE_LOW_DC
LOWEST = 205  # 5 % of 4096
HIGHEST = 3891  # 95 %
BROKEN_READINGS = 7  # one reading every 160 ms

# Tenths of a degree at 64 * (FIRST + i) of 4096; the tests compute them again.
FIRST = 3
TABLE = array("h", (
    1127, 1016, 933, 866, 811, 763, 722, 685, 652, 621, 593, 567, 543, 520, 498, 477, 458, 439,
    421, 403, 386, 370, 354, 338, 323, 308, 293, 278, 264, 250, 236, 222, 208, 194, 181, 167, 153,
    139, 125, 111, 97, 83, 68, 53, 37, 22, 5, -11, -29, -47, -66, -87, -108, -132, -157, -186,
    -218, -256, -302,
))  # fmt: skip


def celsius_dc(counts):
    """Tenths of a degree for a reading LOWEST..HIGHEST."""
    at = (counts >> 6) - FIRST
    low = TABLE[at]
    return low + ((TABLE[at + 1] - low) * (counts & 63) >> 6)


class Temperature:
    """What the image shows of both sensors."""

    def __init__(self):
        self.hs_dc = ROOM_DC
        self.bay_dc = ROOM_DC
        self._bad = bytearray(2)  # readings in a row that no sound sensor gives

    def take(self, sensor, counts):
        """A reading 0..4095 of sensor HS or BAY. True when the image has changed."""
        if LOWEST <= counts <= HIGHEST:
            self._bad[sensor] = 0
            dc = celsius_dc(counts)
        elif self._bad[sensor] < BROKEN_READINGS:
            self._bad[sensor] += 1
            return False
        else:
            dc = SHORT_DC if counts < LOWEST else OPEN_DC
        shown = self.bay_dc if sensor else self.hs_dc
        if abs(dc - shown) < STEP_DC:
            return False
        if sensor:
            self.bay_dc = dc
        else:
            self.hs_dc = dc
        return True
