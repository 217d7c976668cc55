"""The flight recorder: what went into the last minutes' scans, and what the table was before.

A scan that may change something leaves a record in a ring: when, which inputs, some bits of a
check over everybody's deadlines, wishes and all outputs. What comes to the table from elsewhere
(the link, a scan that took too long) leaves one, too. So whoever has the ring can run the same
firmware again and see whether it does the same (docs/RECORDER.md, `mjsim replay`).
"""

from mjtable.memory import packing as p
from mjtable.memory.checkpoint import Checkpoint
from mjtable.memory.packing import begin, kinds, lay_bytes, lay_edges, sum_up
from mjtable.scan.image import BYTES

TOUCHES = {
    "reads": "asked due events.next events.now_ms inputs.board_fault inputs.edges "
             "inputs.entropy inputs.fell inputs.late_ms inputs.level inputs.now_ms inputs.rose "
             "inputs.wrote_ms outputs.arm outputs.aux outputs.beep outputs.digits outputs.emit "
             "outputs.lamps outputs.motors wants",
}

COMMAND, OVERRUN, HEARD = 0, 1, 2  # what comes from elsewhere
PROFILE, SETTING = 3, 16  # by a simulated person's hand; settings from here on
FILED = 4  # at rest: the chronicle


class Recorder(Checkpoint):
    """The records; `ring` has a power of two of bytes."""

    def scan(self):
        """End of a scan that was not quiet."""
        table = self.table
        inputs = table.inputs
        outputs = table.outputs
        n = self.n
        n[p.NOW] = inputs.now_ms
        n[p.WROTE] = inputs.wrote_ms
        n[p.WORD] = inputs.entropy
        n[p.FAULT] = inputs.board_fault
        n[p.LATE] = inputs.late_ms
        if self.store.failed != self.refused:
            self.refused = self.store.failed
            n[p.LATE] |= p.REFUSED
        n[p.EDGES] = inputs.edges
        n[p.ASKED] = self.asked
        n[p.MOTORS] = outputs.motors
        n[p.AUX] = outputs.aux
        n[p.BEEP] = outputs.beep << 2 | outputs.arm << 1 | outputs.emit
        n[p.NEWS] = table.events.next
        sum_up(n, table.due, table.wants, outputs.lamps, outputs.digits)
        kinds(n, inputs.level, self.before, inputs.rose, inputs.fell)
        begin(self.ring, n)
        if n[p.KINDS] & p.EDGE:
            lay_edges(self.ring, n, inputs.level, self.before)
        if n[p.KINDS] & p.MORE:
            self._more(inputs, n, n[p.KINDS] >> 8)
        n[p.ASKED_THEN] = table.asked

    def _more(self, inputs, n, found):
        """What few scans have."""
        ring = self.ring
        if found & p.PULSE:
            lay_bytes(ring, n, inputs.rose, BYTES)
            lay_bytes(ring, n, inputs.fell, BYTES)
        if found & p.MEASURED:
            self._lay_one(inputs.mains_gap_ms)
            self._lay_one(inputs.mains_dhz)
            self._lay_one(inputs.amps_a_ma)
            self._lay_one(inputs.amps_b_ma)
            self._lay_one(inputs.temp_hs_dc)
            self._lay_one(inputs.temp_bay_dc)
        if found & p.RANDOM:
            n[p.WORD_THEN] = n[p.WORD]
            self._lay_one(n[p.WORD])
        if found & p.OUTSIDE:
            self._lay_one(n[p.ASKED])
        if found & p.FOUND:
            n[p.FAULT_THEN] = n[p.FAULT]
            self._lay_one(n[p.FAULT])
            self._lay_one(inputs.board_detail)

    def call(self, kind, value, buf):
        """The table has been told something between two scans; `value`: a number, or the size of
        what `buf` says."""
        n = self.n
        n[p.NOW] = self.table.events.now_ms
        n[p.KINDS] = p.MORE | p.CALL << 8
        begin(self.ring, n)
        self._lay_one(kind)
        self._lay_one(value)
        if buf is not None:
            lay_bytes(self.ring, n, buf, value)
        n[p.ASKED_THEN] = self.table.asked
