"""Turns the parameters of a request into integers, by the rows of the command table.

An integer is itself, a side 0..3, a name its index in its list. What is wrong is reported as one
of the link's error codes, with the parameter it is about.
"""

from array import array

from mjtable import command_table as table
from mjtable import iomap, profiles, setting_table
from mjtable.packed import packed

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


class Arguments:
    """Values of the parameters of one request, in the order of the command table."""

    def __init__(self, request):
        self.request = request
        self.value = array("i", [0] * table.PARAM_LARGEST)
        self.row = 0  # row of the table the error is about, -1 when it is no known parameter
        self.param = 0  # parameter of the request the error is about, -1 when it is missing
        self.names = [
            None, SIDES, KEYS, WINDS, IO_KINDS, DIRECTIONS, STARTS, MOTORS, PROFILES, SETTINGS,
        ]  # fmt: skip

    def read(self, command):
        """Fill `value` for command number `command`; "" or the error's code."""
        first = table.PARAM_AT[command]
        last = table.PARAM_AT[command + 1]
        for row in range(first, last):
            self.value[row - first] = table.PARAM_DEFAULT[row]
        given = 0
        for param in range(self.request.count):
            self.param = param
            row = self._row(param, first, last)
            self.row = row
            if row < 0 or given >> row - first & 1:
                return "param"
            given |= 1 << row - first
            wrong = self._take(row, row - first)
            if wrong:
                return wrong
        self.param = -1
        for row in range(first, last):
            if table.PARAM_DEFAULT[row] == table.NEEDED and not given >> row - first & 1:
                self.row = row
                return "param"
        return ""

    def _row(self, param, first, last):
        """Row of the table that has this parameter's key, -1 when the command has no such one."""
        request = self.request
        at = request.key_at[param]
        return request.find_among(at, request.key_end[param], PARAMS, first, last)

    def _take(self, row, index):
        """Read one parameter's value into `value[index]`; "" or the error's code."""
        request = self.request
        kind = table.PARAM_KIND[row]
        if kind == table.KIND_INT:
            if not request.number(self.param):
                return "param"
            if not table.PARAM_MIN[row] <= request.value <= table.PARAM_MAX[row]:
                return "range"
            self.value[index] = request.value
            return ""
        at = request.key_end[self.param] + 1
        found = request.find(at, request.value_end[self.param], self.names[kind])
        if found < 0:
            return "unknown" if kind > table.KIND_SIDE else "param"
        self.value[index] = found
        return ""
