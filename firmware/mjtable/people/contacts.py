"""Which keys are down: the table's own contacts, and presses that come over the link.

The two-key panel has elevator and marker on pins of the board; the six-key panel adds a second
elevator key and four dice keys on the I/O chain (design hardware §1.7, §1.8, domain §5).
"""

from array import array

from mjtable.generated.iomap import BIT_DICE_A, BIT_ELEVATOR, BIT_ELEVATOR2, BIT_MARK, BIT_SVC
from mjtable.generated.iomap import BYTE_DICE_A, BYTE_ELEVATOR, BYTE_SVC
from mjtable.scan.clock import MASK, NEVER, passed, sooner

KEYS = ("elevator", "marker", "elevator2", "dice_a", "dice_b", "dice_c", "dice_d", "service")
ELEVATOR, MARKER, ELEVATOR2, DICE_A, DICE_B, DICE_C, DICE_D, SERVICE = range(8)
# bytes with keys in them, and their bits there
KEY_INPUTS = (
    (BYTE_SVC, BIT_SVC),
    (BYTE_DICE_A, BIT_ELEVATOR2 | 15 * BIT_DICE_A),
    (BYTE_ELEVATOR, BIT_ELEVATOR | BIT_MARK),
)
PRESS_MS = 30  # shortest press over the link: longer than the panel's bounce time


class Contacts:
    """Masks of keys, bit = index in KEYS. `due` is when a press over the link ends."""

    STATE = ("down", "pressed", "service_held", "due", "_linked", "_fresh", "_until")

    def __init__(self):
        self.down = 0  # held now, by a person or the link
        self.pressed = 0  # held now or touched since the read before
        self.service_held = False  # by a person; over the link only on a simulated board
        self.due = NEVER
        self._linked = 0  # held by the link
        self._fresh = 0  # those of them not yet read
        self._until = array("i", [0] * len(KEYS))

    def press(self, key, ms):
        """Hold `key` (index) down for ms from the next read on; False when it is down already."""
        if (self._linked | self.down) >> key & 1:
            return False
        self._linked |= 1 << key
        self._fresh |= 1 << key
        self._until[key] = max(ms, PRESS_MS)
        return True

    def release(self):
        """Let go of all that the link holds."""
        self._linked = self._fresh = 0

    def read(self, inputs, now, six_keys):
        """Bring the masks up to date; `now` is the logic time of `inputs`."""
        self.due = NEVER
        if self._linked:
            self._let_go(now)
        real = self._mask(inputs.level, six_keys)
        self.down = real | self._linked
        self.pressed = self.down | self._mask(inputs.rose, six_keys)
        service = self.down if inputs.sim else real
        self.service_held = service >> SERVICE & 1 == 1

    def _mask(self, image, six_keys):
        """Keys in one array of the process image."""
        byte = image[BYTE_ELEVATOR]
        mask = (byte & BIT_ELEVATOR != 0) << ELEVATOR | (byte & BIT_MARK != 0) << MARKER
        if six_keys:
            byte = image[BYTE_DICE_A]
            mask |= (byte & BIT_ELEVATOR2 != 0) << ELEVATOR2
            mask |= (byte // BIT_DICE_A & 15) << DICE_A
        return mask | (image[BYTE_SVC] & BIT_SVC != 0) << SERVICE

    def _let_go(self, now):
        """Start the time of fresh presses, end those whose time is over."""
        for key in range(len(KEYS)):
            if self._linked >> key & 1:
                if self._fresh >> key & 1:
                    self._until[key] = (now + self._until[key]) & MASK
                due = self._until[key]
                if passed(now, due):
                    self._linked &= ~(1 << key)
                else:
                    self.due = sooner(self.due, due)
        self._fresh = 0
