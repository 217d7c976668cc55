"""Two motors start 150 ms apart at the outputs, however long the scans take that start them.

A scan reads its time when it begins, and its outputs go out with the first frame after its end.
"""

import random
from types import SimpleNamespace

import pytest

from mjtable.generated.setting_table import NAMES
from mjtable.memory.settings import Settings
from mjtable.safety import motor_groups, power

GAP_MS = Settings().value[NAMES.index("power.start_gap_ms")]
SCAN_US, FRAME_US = 5_000, 1_000
SHORTEST_US, LONGEST_US = 1_000, 9_000
"""Of a scan, from its time to its outputs; a longer one is E903."""


class Board:
    """A power budget whose scans take time; `starts` at the outputs, us."""

    def __init__(self, seed, tells):
        self.chance = random.Random(seed)
        self.tells = tells
        self.inputs = SimpleNamespace(wrote_ms=-1)
        table = SimpleNamespace(
            settings=Settings(), now=0, armed=True, inputs=self.inputs,
            motor_granted=lambda motor: None, motor_stopped=lambda motor: None)  # fmt: skip
        self.table, self.power = table, power.Power(table)
        self.us = self.chance.randrange(FRAME_US)
        self.on = 0
        self.starts = []

    def scan(self, want):
        """One scan, as late as the one before has made it."""
        self.table.now = self.us // 1_000
        self.power.step(self.table.now, want)
        ends_us = self.us + self.chance.randrange(SHORTEST_US, LONGEST_US)
        if self.power.on != self.on:
            if self.power.on & ~self.on:
                self.starts.append(-(-ends_us // FRAME_US) * FRAME_US)
            if self.tells:
                self.inputs.wrote_ms = ends_us // 1_000
            self.on = self.power.on
        self.us = max(self.us + SCAN_US, ends_us)

    def shortest_ms(self):
        """Least time between two starts, for wishes that change twice a second."""
        for turn in range(4_000):
            if turn % 100 == 0:
                want = self.chance.getrandbits(motor_groups.MOTOR_BITS.bit_length())
            self.scan(want)
        gaps = [b - a for a, b in zip(self.starts, self.starts[1:], strict=False)]
        assert len(gaps) > 100
        return min(gaps) / 1_000


@pytest.mark.parametrize("seed", range(5))
def test_starts_keep_their_gap_at_the_outputs_in_scans_of_any_length(seed):
    assert Board(seed, tells=True).shortest_ms() >= GAP_MS


def test_gap_counted_from_the_beginning_of_a_scan_would_be_too_short():
    assert Board(0, tells=False).shortest_ms() < GAP_MS
