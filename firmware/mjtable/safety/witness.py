"""Inputs that show nothing: told before they stop the table.

Most of what breaks at a sensor is met by its mechanism at once. The rest would lie unseen until an
interlock needs it. Each input's column `edges` in hardware/machine.toml says when it must change.
"""

from mjtable.generated.fault_codes import INPUT_UNSEEN
from mjtable.generated.iomap import EDGES_OF, INPUTS, POWER_EDGES, POWER_LEVELS
from mjtable.scan.image import BYTES

TOUCHES = {
    "reads": "armed inputs.level lines.tile_quota machine",
    "calls": "raise_fault",
    "writes": "seen",
}


class Witness:
    """Mixed into Supervision: what did not come on in the last set, and what has been told."""

    def _expect(self):
        self.missed = bytearray(BYTES)
        self.told = bytearray(BYTES)

    def judge_inputs(self):
        """A set is whole: what was not seen in it nor in the one before is told, once."""
        tiles = 0
        for line in self.table.lines:
            tiles += line.tile_quota
        byte = 0
        while byte < BYTES:
            self._judge(byte, tiles)
            byte += 1
        if self.table.armed:
            self._power(0, tiles)

    def _judge(self, byte, tiles):
        """One byte of inputs; those of a side's line saw its own tiles."""
        table = self.table
        if byte < len(table.lines):
            tiles = table.lines[byte].tile_quota
        self.told[byte] &= ~table.seen[byte]
        missing = EDGES_OF[table.machine * BYTES + byte] & ~table.seen[byte]
        table.seen[byte] = 0
        self.unseen(byte, missing & self.missed[byte], 2 * tiles)
        self.missed[byte] = missing

    def arming(self):
        """Motor power was off until now: its witnesses have to say so."""
        self._power(255, 0)

    def _power(self, off, tiles):
        byte = 0
        while byte < BYTES:
            self.unseen(byte, self._wrong(byte) ^ off & POWER_EDGES[byte], tiles)
            byte += 1

    def _wrong(self, byte):
        """Inputs that do not show that there is motor power."""
        return (self.table.inputs.level[byte] ^ POWER_LEVELS[byte]) & POWER_EDGES[byte]

    def unseen(self, byte, bits, tiles):
        """Tell of these inputs, once until they are seen again."""
        bits &= ~self.told[byte]
        self.told[byte] |= bits
        byte *= 8
        while bits:
            if bits & 1:
                self.table.raise_fault(INPUT_UNSEEN, INPUTS[byte], tiles)
            bits >>= 1
            byte += 1
