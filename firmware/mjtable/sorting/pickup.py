"""Learnt pick-up rate: how long the next tile may take before it must be missing.

A loose tile is lifted at the slow rate of the two-state facing law (design hardware §3); with p
of four ports open that is LAMBDA_PER_KS[p] per 1000 s. After k mean waits without a tile the
rest of the set is not coming (design domain §14: a fixed 80 s limit has many false alarms).
"""

from mjtable.generated.timing import PICK_MU_PER_KS, PICK_PHI_PER_KS, PICK_PSI_PER_KS

FLOOR_MS = 20000  # belts stand part of the time: never judge faster than this
RATE_MIN_PCT = 30
RATE_MAX_PCT = 100  # a run of luck must not make the table impatient
TYPICAL_MS = 20000  # waits of the last TAIL tiles together, by the model
WEIGHT = 16  # one set moves the learnt rate by a sixteenth
TAIL = 8  # the rate is learnt from the last tiles, when belts wait for tiles and not heads


def _root(value):
    """Integer square root by Newton's steps."""
    guess = value
    better = (guess + 1) // 2
    while better < guess:
        guess = better
        better = (guess + value // guess) // 2
    return guess


def _lambda_per_ks(ports):
    mu = PICK_MU_PER_KS * ports // 4
    total = mu + PICK_PHI_PER_KS + PICK_PSI_PER_KS
    return (total - _root(total * total - 4 * mu * PICK_PHI_PER_KS)) // 2


LAMBDA_PER_KS = tuple([_lambda_per_ks(ports) for ports in range(5)])


class PickUp:
    """Watches the gaps between tiles. `rate_pct` is this table's speed against the model."""

    STATE = ("rate_pct", "seen_ms", "expected_ms", "seen_avg_ms", "expected_avg_ms")

    def __init__(self):
        self.rate_pct = 100
        self.seen_ms = 0  # waits of this set's last tiles
        self.expected_ms = 0  # what the model gives for them
        self.seen_avg_ms = TYPICAL_MS
        self.expected_avg_ms = TYPICAL_MS

    def restore(self, rate_pct):
        """Go on with a rate learnt before the power went."""
        self.rate_pct = min(max(rate_pct, RATE_MIN_PCT), RATE_MAX_PCT)
        self.expected_avg_ms = TYPICAL_MS * self.rate_pct // 100

    def patience_ms(self, tiles_left, ports, patience_pct):
        """Longest believable wait for the next of `tiles_left` tiles at `ports` open ports."""
        if tiles_left <= 0 or ports <= 0:
            return FLOOR_MS
        mean_ms = 1000000 // (LAMBDA_PER_KS[ports] * tiles_left)
        wait_ms = mean_ms * patience_pct // self.rate_pct
        return wait_ms if wait_ms > FLOOR_MS else FLOOR_MS

    def learn(self, gap_ms, tiles_left, ports):
        """A tile came `gap_ms` after the one before, when `tiles_left` were loose."""
        if 0 < tiles_left <= TAIL and ports:
            self.seen_ms += gap_ms
            self.expected_ms += 1000000 // (LAMBDA_PER_KS[ports] * tiles_left)

    def close(self):
        """A set is complete: its tail counts. Sums are compared, not rates, to stay unbiased."""
        if self.seen_ms:
            self.seen_avg_ms += (self.seen_ms - self.seen_avg_ms) // WEIGHT
            self.expected_avg_ms += (self.expected_ms - self.expected_avg_ms) // WEIGHT
            rate = self.expected_avg_ms * 100 // max(self.seen_avg_ms, 1)
            self.rate_pct = min(max(rate, RATE_MIN_PCT), RATE_MAX_PCT)
        self.seen_ms = self.expected_ms = 0
