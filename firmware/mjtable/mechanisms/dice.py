"""The dice: a turning plate that nobody reads, or numbers from the hardware's random source.

`motor`: the plate turns for `dice.roll_ms`, the dice come to rest, pips stay 0 = unread (design
domain §10). `electronic`: the same time on the display, then pips by rejection from 3-bit groups
of fresh random words. A source that repeats itself is not used: the plate turns instead.
"""

from mjtable.generated.fault_codes import DICE_PLATE, ENTROPY_WEAK
from mjtable.generated.iomap import BIT_DICE_ROT, BYTE_DICE_ROT, M_DICE
from mjtable.generated.setting_table import S_DICE_MODE, S_DICE_ROLL_MS
from mjtable.generated.timing import DICE_PLATE_SETTLE_MS, DICE_PLATE_STALL_MS
from mjtable.kit.hosted import for_host
from mjtable.scan import events
from mjtable.scan.clock import MASK, reached, sooner
from mjtable.scan.statechart import Statechart

TOUCHES = {
    "reads": "granted inputs.fell inputs.rose now settings.value",
    "calls": "events.add raise_fault random_word",
    "writes": "due",
}

GRANT_MS = 30000  # how long the plate waits for its share of the power
LONGEST_MS = 6000  # motor time-out (design hardware §4.2 row 43)
SHOW_MS = 30000  # how long electronic dice stay on the display
TICK_MS = 100  # how often a word is taken and tested while the numbers tumble
REPEATS = 5  # equal words in a row: a good source does that once in 2^64 words
GROUPS = 5  # 3-bit groups of a 16-bit word


class Dice(Statechart):
    """Two or three dice; `faces` is what the display shows, `pips` what was rolled (0 unread)."""

    STATE = (
        "state", "since", "limit_due", "want", "count", "mode", "pips", "faces", "_extra_due",
        "_word", "_equal", "_found",
    )

    NAME = "dice"
    STATES = (
        ("rest", (), 0, 0),
        ("rolling", ("plate",), LONGEST_MS, "spun"),
        ("settling", (), DICE_PLATE_SETTLE_MS, "settled"),
        ("tumbling", (), LONGEST_MS, "draw"),
        ("drawing", (), 0, 0),
        ("showing", (), SHOW_MS, "fade"),
    )
    TRANSITIONS = (
        ("roll", ("rest", "showing"), "tumbling", "electronic"),
        ("roll", ("rest", "showing"), "rolling", None),
        ("spun", "rolling", "settling", None),
        ("settled", "settling", "rest", None),
        ("draw", "tumbling", "drawing", None),
        ("drawn", "drawing", "showing", None),
        ("distrust", ("tumbling", "drawing"), "rolling", None),
        ("fade", "showing", "rest", None),
        ("halt", "*", "rest", None),
    )

    def __init__(self, table):
        Statechart.__init__(self, table, {"plate": 1 << M_DICE})
        self.watch = 1 << BYTE_DICE_ROT
        self.mask = BIT_DICE_ROT
        self.count = 2
        self.mode = "motor"
        self.pips = bytearray(3)
        self.faces = bytearray(3)
        self._extra_due = -1  # plate must have moved, next word
        self._word = -1
        self._equal = 0  # words equal to it so far
        self._found = 0  # dice drawn

    def is_rolling(self):
        """True until the dice are at rest."""
        return self.state != "rest" and self.state != "showing"

    rolling = for_host(is_rolling)

    def is_displayed(self):
        """True while the display belongs to the dice."""
        return self.state == "tumbling" or self.state == "drawing" or self.state == "showing"

    displayed = for_host(is_displayed)

    def roll(self, count):
        """Roll `count` dice (2 or 3); False while they still roll."""
        if self.is_rolling():
            return False
        self.count = count
        self._clear()
        return self.fire("roll")

    def _clear(self):
        for index in range(3):
            self.pips[index] = self.faces[index] = 0

    def electronic(self):
        """The setting asks for numbers instead of dice."""
        return self.table.settings.value[S_DICE_MODE] == 1

    def entered(self, state):
        self._extra_due = -1
        if state == "rolling":
            self.mode = "motor"
            self._clear()
            if self.limit_due < 0:
                self.arm(GRANT_MS)
            else:
                self._spin()
        elif state == "tumbling":
            self.mode = "electronic"
            self.arm(self.table.settings.value[S_DICE_ROLL_MS])
            self._extra_due = self.table.now
        elif state == "drawing":
            self._found = 0
            self._extra_due = self.table.now
        self.refresh()

    def granted(self):
        Statechart.granted(self)
        self._spin()
        self.refresh()

    def _spin(self):
        """The plate turns from now on; it has to show it."""
        self.arm(self.table.settings.value[S_DICE_ROLL_MS])
        self._extra_due = (self.table.now + DICE_PLATE_STALL_MS) & MASK

    def timeout(self):
        if self.state == "rolling" and not self.table.granted >> M_DICE & 1:
            self.table.raise_fault(DICE_PLATE, "dice", 0)
        settled = self.state == "settling"
        Statechart.timeout(self)
        if settled:
            self._report()

    def refresh(self):
        self.table.due[self.place] = sooner(self.limit_due, self._extra_due)

    def step(self):
        now = self.table.now
        inputs = self.table.inputs
        come = reached(now, self._extra_due)
        if self.state == "rolling":
            turned = inputs.rose[BYTE_DICE_ROT] | inputs.fell[BYTE_DICE_ROT]
            if turned & BIT_DICE_ROT and self._extra_due >= 0:
                self._extra_due = (now + DICE_PLATE_STALL_MS) & MASK
            elif come:
                self._extra_due = -1
                self.table.raise_fault(DICE_PLATE, "dice", DICE_PLATE_STALL_MS)
        elif come:
            self._take(now)

    def _take(self, now):
        """One random word: test it, then show it or draw from it."""
        word = self.table.random_word()
        self._equal = self._equal + 1 if word == self._word else 1
        self._word = word
        if self._equal >= REPEATS:
            self.table.raise_fault(ENTROPY_WEAK, "dice", word)
            self._equal = 0
            self.fire("distrust")
        elif self.state == "tumbling":
            for index in range(3):
                self.faces[index] = 1 + (word >> 5 * index & 31) % 6
            self._extra_due = (now + TICK_MS) & MASK
        else:
            self._extra_due = (now + 1) & MASK
            self._draw(word)

    def _draw(self, word):
        """Dice from the groups 0..5 of `word`; 6 and 7 are thrown away, so none is favoured."""
        for _ in range(GROUPS):
            group = word & 7
            word >>= 3
            if group < 6 and self._found < self.count:
                self.pips[self._found] = self.faces[self._found] = group + 1
                self._found += 1
        if self._found == self.count and self.fire("drawn"):
            self._report()

    def _report(self):
        pips = self.pips
        third = pips[2] if self.count == 3 else -1
        self.table.events.add(events.DICE, self.mode, "", pips[0], pips[1], third)
