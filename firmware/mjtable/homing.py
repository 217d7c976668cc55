"""Homing after power-on or a fault: heads to a flag, chain to zero, lifts down, hatch shut.

The hatch comes first when it is not shut, because nothing else may move under an open hatch;
then the order of design domain §14: heads, chain, lifts.
"""

HATCH, HEADS, CHAIN, LIFTS, DONE = range(5)


class Homing:
    """Runs the stages one after the other."""

    def __init__(self, table):
        self.table = table
        self.stage = DONE

    def begin(self):
        """Start with the first stage."""
        self.stage = HATCH
        self.table.hatch.fire("home")

    def step(self):
        """One scan; True when everything is home."""
        table = self.table
        if self.stage == HATCH and table.hatch.state == "shut":
            self._next(table.lines)
        if self.stage == HEADS and self._rested(table.lines, "idle"):
            self._next(table.chains)
        if self.stage == CHAIN and table.chain_parked:
            self._next(table.lifts)
        if self.stage == LIFTS and self._rested(table.lifts, "down"):
            self.stage = DONE
            return True
        return False

    def _next(self, charts):
        self.stage += 1
        for chart in charts:
            chart.fire("home")

    def _rested(self, charts, state):
        for chart in charts:
            if chart.state != state:
                return False
        return True
