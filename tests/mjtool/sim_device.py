"""The simulated machine at a TCP port; its time runs while a host is connected."""

import threading

from mjsim.table.session import SimTable
from tests.mjtool.device import Device

STEP_MS = 20  # of the machine's time in each scan of the link


class SimDevice(Device):
    """A whole simulated table behind the real link."""

    def __init__(self, **options):
        self.sim = SimTable(**options)
        self._hand = threading.Lock()
        super().__init__(self.sim.table)
        self.each_scan = self._scan

    def _scan(self, device):
        with self._hand:
            self.sim.runner.wake()
            self.sim.run_for(STEP_MS)

    def do(self, act):
        """Let somebody do something at the table."""
        with self._hand:
            return act(self.sim)

    @property
    def marker(self):
        """What the marker shows, as the link says it."""
        marker = self.sim.table.marker
        return {"dealer": "ABCD"[marker.dealer], "wind": "ESWN"[marker.wind],
                "streak": marker.streak, "hand": marker.hand, "round": marker.round}
