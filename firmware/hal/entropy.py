"""Random words from the ring oscillator: tested raw bits, bias taken out, a few words in store.

The tests follow NIST SP 800-90B §4.4 for a source of at least half a bit of entropy per raw bit;
the false-alarm rates are those of a source no better than that (of a fair one in brackets):

    repetition    61 equal bits in a row             2^-30 a bit      (2^-60)
    proportion    810 of 1024 bits are equal         2^-30 a window   (2^-270)
    period        64 bits that all equal the one     2^-45 a window   (2^-60)
                  k = 1..16 bits before them

The third finds what the other two let pass, such as 0101. Von Neumann's rule takes the bias
out: of two raw bits 10 gives 1, 01 gives 0, equal ones give nothing; on average
64 raw bits make a word.

After a failed test the store is emptied and `word` stands still, which the table sees as a source
that repeats itself (E702); 1024 bits in a row without a failure make the source good again.
"""

from array import array

REPETITION_CUTOFF = 61
PROPORTION_WINDOW = 1024
PROPORTION_CUTOFF = 810
PERIOD_WINDOW = 64
PERIODS = 0xFFFF  # a bit for each of 1..16
STARTUP_BITS = 1024  # tested and thrown away before the first word
STORE = 16  # words; the dice take a few scan after scan, else one in 100 ms is asked for
STEP_BITS = 4  # raw bits a scan, two pairs: a word in 80 ms
START_LIMIT = 8192  # raw bits the start waits for, a third of a second at most
WORD_BITS = 16


class Entropy:
    """`read_bit()` answers 0 or 1. `word` 0..65535 is fresh until `taken()` is called.

    `healthy` while no test has failed lately; `failures` counts failed tests.
    """

    def __init__(self, read_bit):
        self._read_bit = read_bit
        self.word = 0
        self.failures = 0
        self.healthy = False
        self._words = array("H", [0] * STORE)
        self._first = 0
        self._count = 0
        self._begin()
        for _ in range(START_LIMIT // STEP_BITS):
            if self._count == STORE:
                break
            self._feed()
        self.taken()

    def _begin(self):
        """Forget everything; the source has to prove itself."""
        self._count = 0
        self._proof = STARTUP_BITS  # bits still to be tested before one is used
        self._run = 0  # equal bits so far
        self._seen = 0  # bits of the proportion's window
        self._ones = 0  # of these
        self._past = 0  # the last 16 bits, newest lowest
        self._alive = 0  # periods that fit the window so far; the first one only fills _past
        self._part = 0  # bits of the next word
        self._bits = 0

    def taken(self):
        """The word has been used: the next one, or the same when there is none to trust."""
        if self._count:
            self.word = self._words[self._first]
            self._first = (self._first + 1) % STORE
            self._count -= 1

    def step(self):
        """Once a scan: a few raw bits while the store is not full."""
        if self._count < STORE:
            self._feed()

    def _feed(self):
        """Read and test STEP_BITS bits; use them when the source is good."""
        good = self._sample()
        if not self._window() or not good:
            self.failures = self.failures + 1 & 0x3FFFFFFF
            self.healthy = False
            self._begin()
        elif self._proof:
            self._proof -= STEP_BITS
            self.healthy = self._proof == 0
        else:
            self._pair(self._past >> 2)
            self._pair(self._past)

    def _sample(self):
        """Read STEP_BITS bits; False when one was the last of too many equal ones."""
        past = self._past
        run = self._run
        alive = self._alive
        good = True
        for _ in range(STEP_BITS):
            bit = self._read_bit() & 1
            run = run + 1 if past & 1 == bit else 1
            if run >= REPETITION_CUTOFF:
                good = False
            alive &= past if bit else ~past
            past = (past << 1 | bit) & PERIODS
            self._ones += bit
        self._past = past
        self._run = run
        self._alive = alive
        return good

    def _window(self):
        """Proportion and period: judge, and begin a new window where one ends."""
        seen = self._seen + STEP_BITS
        self._seen = seen
        ones = self._ones
        good = ones < PROPORTION_CUTOFF and seen - ones < PROPORTION_CUTOFF
        if seen & PERIOD_WINDOW - 1 == 0:
            good = good and self._alive == 0
            self._alive = PERIODS
        if seen == PROPORTION_WINDOW:
            self._seen = 0
            self._ones = 0
        return good

    def _pair(self, bits):
        """Von Neumann: of the two lowest bits, if they differ, the first."""
        if bits & 3 == 1:
            self._keep(0)
        elif bits & 3 == 2:
            self._keep(1)

    def _keep(self, bit):
        """One unbiased bit; sixteen make a word, the first one highest."""
        self._part = self._part << 1 | bit
        self._bits += 1
        if self._bits == WORD_BITS:
            self._words[(self._first + self._count) % STORE] = self._part
            self._count += 1
            self._bits = 0
            self._part = 0
