"""I2C and ADC of the stand-in for `machine`."""

import hub as _hub
from hub import W_MUX, WIRES, hub, mux

FRAM_ADDRESS, DISPLAY_ADDRESS = 0x50, 0x70
GONE = OSError(5)  # made beforehand: the heap may be locked


class I2C:
    """FRAM and display. A missing device is an OSError, as on the board."""

    def __init__(self, number, **options):
        self._at = 0

    def _there(self, address):
        if address == FRAM_ADDRESS and not hub.faults & 1:
            return
        if address != DISPLAY_ADDRESS or hub.faults & 4:
            raise GONE

    def writeto(self, address, data, stop=True):
        self._there(address)
        n = len(data)
        if address == FRAM_ADDRESS and n > 2:
            at = data[0] << 8 | data[1]
            hub.fram_bytes += n - 2
            for i in range(n - 2):
                if hub.fram_left:
                    _hub.fram[at + i] = data[2 + i]
                    hub.fram_left -= 1
        return n

    def readfrom_mem_into(self, address, memory, into, addrsize=8):
        self._there(address)
        for i in range(len(into)):
            into[i] = _hub.fram[memory + i]

    def scan(self):
        return [FRAM_ADDRESS, DISPLAY_ADDRESS]


class ADC:
    """Groups' currents as a sine sampled four times a period, and the multiplexer."""

    def __init__(self, pin):
        self.number = pin.number
        self.read_u16 = (self._a, self._b, self._mux)[pin.number - 26]

    def _a(self):
        quarter = hub.quarter
        if not quarter & 1 or not hub.amp_a:
            return 32768
        return 32768 + (hub.amp_a if quarter == 1 else -hub.amp_a) * 16

    def _b(self):
        quarter = hub.quarter
        if not quarter & 1 or not hub.amp_b:
            return 32768
        return 32768 + (hub.amp_b if quarter == 1 else -hub.amp_b) * 16

    def _mux(self):
        return mux[WIRES[W_MUX]] << 4
