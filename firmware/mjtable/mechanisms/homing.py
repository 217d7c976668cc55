"""Homing after power-on or a fault: hatch shut, lifts down, heads to a flag, chain to zero.

The hatch comes first when it is not shut, because nothing else may move under an open hatch; then
the lifts, because heads and chain may not move before they are down. A hatch that seems open over
a lift that is not down waits for a person: a pinch would open it into that lift.
"""

from mjtable.scan.places import CYCLE

TOUCHES = {
    "reads": "chains hatch.state lines",
    "calls": "hatch.at_bottom hatch.fire is_chain_parked lifts.at_bottom lifts.stray",
    "writes": "asked",
}

HATCH, LIFTS, HEADS, CHAIN, DONE = range(5)


class Homing:
    """Runs the stages one after the other."""

    STATE = ("stage", "_sent")

    def __init__(self, table):
        self.table = table
        self.stage = DONE
        self.of_stage = ()  # of this stage
        self._sent = 0  # of them, sent home: one a scan

    def begin(self):
        """Start with the first stage."""
        if not self.table.hatch.at_bottom():
            for lift in self.table.lifts:
                if not lift.at_bottom():
                    lift.stray()
                    return
        self.stage = HATCH
        self.of_stage = ()
        self._sent = 0
        self.table.hatch.fire("home")

    def step(self):
        """One scan; True when everything is home."""
        table = self.table
        stage = self.stage
        if self._sent < len(self.of_stage):
            self.of_stage[self._sent].fire("home")
            self._sent += 1
            table.asked |= CYCLE
        elif stage == HATCH:
            if table.hatch.state == "shut":
                self._next(table.lifts)
        elif stage == LIFTS:
            if self._rested(table.lifts, "down"):
                self._next(table.lines)
        elif stage == HEADS:
            if self._rested(table.lines, "idle"):
                self._next(table.chains)
        elif stage == CHAIN and table.is_chain_parked():
            self.stage = DONE
            return True
        return False

    def _next(self, charts):
        self.stage += 1
        self.of_stage = charts
        self._sent = 0
        self.table.asked |= CYCLE

    def _rested(self, charts, state):
        for chart in charts:
            if chart.state != state:
                return False
        return True
