"""Turns the parameters of a request into integers, by the rows of the command table.

An integer is itself, a side 0..3, a name its index in its list. What is wrong is reported as one
of the link's error codes, with the parameter it is about.
"""

from array import array

from mjtable.game import profiles
from mjtable.generated import command_table as table
from mjtable.generated import iomap, setting_table
from mjtable.kit.packed import packed

PARAMS = packed(table.PARAM)
PROFILES = packed([row[profiles.NAME] for row in profiles.PROFILES])
SETTINGS = packed(setting_table.NAMES)
MOTORS = packed(iomap.MOTORS)
SIDES = packed(iomap.SIDES)
KEYS = packed(table.LIST_KEY)
WINDS = packed(table.LIST_WIND)
IO_KINDS = packed(table.LIST_IO)
DIRECTIONS = packed(table.LIST_DIR)
STARTS = packed(table.LIST_START)
ENDED = packed(table.LIST_ENDED)
SHOWS = packed(table.LIST_SHOW)
STEPS = packed(table.LIST_STEP)
RULES = packed(table.RULES)


class Arguments:
    """Values of the parameters of one request, in the order of the command table."""

    def __init__(self, request):
        self.request = request
        self.value = array("i", [0] * table.PARAM_LARGEST)
        self.row = 0  # row of the table the error is about, -1 when it is no known parameter
        self.param = 0  # parameter of the request the error is about, -1 when it is missing
        self._first = self._last = 0  # rows of the command
        self._given = 0  # bit of each of the command's rows that the request has
        self.names = [
            None, SIDES, KEYS, WINDS, IO_KINDS, DIRECTIONS, STARTS, ENDED, SHOWS, STEPS, MOTORS,
            PROFILES, SETTINGS,
        ]  # fmt: skip

    def read(self, command):
        """Fill `value` for command number `command`; "" or the error's code."""
        self._first = table.PARAM_AT[command]
        self._last = table.PARAM_AT[command + 1]
        self._given = 0
        for row in range(self._first, self._last):
            self.value[row - self._first] = table.PARAM_DEFAULT[row]
        for param in range(self.request.count):
            wrong = self._read(param)
            if wrong:
                return wrong
        self.param = -1
        return self._missing()

    def _read(self, param):
        """One parameter of the request: known, given once, and right; "" or the error's code."""
        self.param = param
        self.row = row = self.request.find_key(param, PARAMS, self._first | self._last << 8)
        if row < 0 or self._given >> row - self._first & 1:
            return "param"
        self._given |= 1 << row - self._first
        return self._take(row, row - self._first)

    def _missing(self):
        """"" when every parameter that is needed was given."""
        for row in range(self._first, self._last):
            needed = table.PARAM_DEFAULT[row] == table.NEEDED
            if needed and not self._given >> row - self._first & 1:
                self.row = row
                return "param"
        return ""

    def _take(self, row, index):
        """Read the parameter's value into `value[index]`; "" or the error's code."""
        kind = table.PARAM_KIND[row]
        if kind == table.KIND_INT:
            return self._integer(row, index)
        found = self.request.find_value(self.param, self.names[kind])
        if found < 0:
            return "unknown" if kind > table.KIND_SIDE else "param"
        self.value[index] = found
        return ""

    def _integer(self, row, index):
        request = self.request
        if not request.number(self.param):
            return "param"
        if not table.PARAM_MIN[row] <= request.value <= table.PARAM_MAX[row]:
            return "range"
        self.value[index] = request.value
        return ""
