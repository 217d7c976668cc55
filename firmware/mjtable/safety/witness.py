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
        table = self.table
        lines = table.lines
        tiles = 0
        for line in lines:
            tiles += line.tile_quota
        for byte in range(BYTES):
            missing = EDGES_OF[table.machine * BYTES + byte] & ~table.seen[byte]
            self.told[byte] &= ~table.seen[byte]
            table.seen[byte] = 0
            moved = lines[byte].tile_quota if byte < len(lines) else tiles
            self.unseen(byte, missing & self.missed[byte], 2 * moved)
            self.missed[byte] = missing
        if table.armed:
            self._power(0, tiles)

    def arming(self):
        """Motor power was off until now: its witnesses have to say so."""
        self._power(255, 0)

    def _power(self, off, tiles):
        for byte in range(BYTES):
            wrong = self.table.inputs.level[byte] ^ POWER_LEVELS[byte] ^ off
            self.unseen(byte, wrong & POWER_EDGES[byte], tiles)

    def unseen(self, byte, bits, tiles):
        """Tell of these inputs, once until they are seen again."""
        bits &= ~self.told[byte]
        self.told[byte] |= bits
        for bit in range(8):
            if bits >> bit & 1:
                self.table.raise_fault(INPUT_UNSEEN, INPUTS[8 * byte + bit], tiles)
