"""When a motion has arrived: its sensor has come again, not only bounced as it was left."""

from mjtable.scan.clock import MASK

TOUCHES = {
    "reads": "inputs.fell inputs.level inputs.rose now",
}

RELEASE_MS = 70  # a flag that was left bounces: only one that was off for longer has come again


class Arrival:
    """Mixed into a chart that drives a motor to a sensor."""

    def depart(self, byte, mask):
        """The motor starts; byte -1: no sensor ends its motion."""
        table = self.table
        on = byte < 0 or table.inputs.level[byte] & mask
        self.left_at = -1 if on else (table.now - RELEASE_MS) & MASK

    def has_arrived(self, byte, mask):
        """Once a scan: the sensor came in it, after it was off for long enough."""
        table = self.table
        inputs = table.inputs
        free_ms = table.now - self.left_at & MASK
        if self.left_at >= 0 and free_ms >= RELEASE_MS and inputs.rose[byte] & mask:
            return True
        if byte >= 0 and inputs.fell[byte] & mask:
            self.left_at = table.now
        return False
