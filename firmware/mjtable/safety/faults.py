"""Latched faults: what is wrong, the first cause first. Texts live on the host (fault table)."""

from array import array

from mjtable.generated.fault_codes import CODES, SEVERITY
from mjtable.kit.hosted import for_host

KEPT = 8
NOTED = 6  # warnings that are kept to be read
WARNING, FAULT, STOP = 0, 1, 2


def severity(code):
    """WARNING, FAULT or STOP of a code; unknown codes are STOP."""
    for index in range(len(CODES)):
        if CODES[index] == code:
            return SEVERITY[index]
    return STOP


class Faults:
    """The active ones, oldest first; warnings are kept behind them and stop nothing."""

    STATE = ("count", "codes", "details", "places", "warning", "noted", "opened")

    def __init__(self):
        self.count = 0
        self.noted = 0  # warnings since power-on, each once at its place
        self.codes = array("i", [0] * (KEPT + NOTED))
        self.details = array("i", [0] * (KEPT + NOTED))
        self.places = [""] * (KEPT + NOTED)
        self.warning = 0  # the last one
        self.opened = False  # somebody has opened the lid since the first of them

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
            at = self._find(KEPT, self.noted, code, place)
            if at == self.noted:
                self.noted = min(at + 1, NOTED)
            self._put(KEPT + min(at, NOTED - 1), code, place, detail)
            return True
        at = self._find(0, self.count, code, place)
        if at < self.count or at == KEPT:
            return False
        self.count += 1
        self._put(at, code, place, detail)
        return True

    def make_room(self, code, place):
        """This one is to be told, whatever else is: when all is full the newest of others gives
        way; the same one of another side is to be told as well."""
        if self._find(0, self.count, code, place) != KEPT:
            return
        gone = KEPT - 1
        while gone and self.codes[gone] == code:
            gone -= 1
        self.count = KEPT - 1
        for at in range(gone, self.count):
            self._put(at, self.codes[at + 1], self.places[at + 1], self.details[at + 1])

    def _find(self, first, count, code, place):
        """Which of `count` rows from `first` on says so; `count` when none does."""
        for index in range(count):
            if self.codes[first + index] == code and self.places[first + index] == place:
                return index
        return count

    def _put(self, at, code, place, detail):
        self.codes[at] = code
        self.details[at] = detail
        self.places[at] = place

    def clear(self):
        """All acknowledged."""
        self.count = 0
        self.opened = False
