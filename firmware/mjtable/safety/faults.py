"""Latched faults: what is wrong, the first cause first. Texts live on the host (fault table)."""

from array import array

from mjtable.generated.fault_codes import CODES, SEVERITY
from mjtable.kit.hosted import for_host

KEPT = 8
WARNING, FAULT, STOP = 0, 1, 2


def severity(code):
    """WARNING, FAULT or STOP of a code; unknown codes are STOP."""
    for index in range(len(CODES)):
        if CODES[index] == code:
            return SEVERITY[index]
    return STOP


class Faults:
    """The active ones, oldest first; warnings are kept apart and stop nothing."""

    STATE = ("count", "codes", "details", "places", "warning", "total")

    def __init__(self):
        self.count = 0
        self.codes = array("i", [0] * KEPT)
        self.details = array("i", [0] * KEPT)
        self.places = [""] * KEPT
        self.warning = 0  # the last one

    def active_code(self):
        """Code of the first cause, 0 when nothing is latched."""
        return self.codes[0] if self.count else 0

    active = for_host(active_code)

    def at(self, index):
        """Code of the active fault `index`."""
        return self.codes[index]

    def detail(self, index):
        """Its number, in the unit its row of the fault table says."""
        return self.details[index]

    def place(self, index):
        """Where: name of the mechanism."""
        return self.places[index]

    def add(self, code, place, detail):
        """Latch a fault or keep a warning; False when it stands already or there is no room."""
        if severity(code) == WARNING:
            self.warning = code
            return True
        for index in range(self.count):
            if self.codes[index] == code and self.places[index] == place:
                return False
        if self.count == KEPT:
            return False
        self.codes[self.count] = code
        self.details[self.count] = detail
        self.places[self.count] = place
        self.count += 1
        return True

    def clear(self):
        """All acknowledged."""
        self.count = 0
