"""Turns keys into gestures (design domain §4.2, §5). The times are the settings `panel.*`.

Gestures act on release; a marker short waits for a second press (double_ms). Two of elevator,
marker and elevator2 pressed within both_window_ms are a pair: held for both_hold_ms they are
"both", let go before that nothing, and until both are up they give no gesture of their own.
A press counts from its first edge and must outlast BOUNCE_MS, or it is contact bounce or noise.
"""

from array import array

from mjtable.generated.setting_table import S_PANEL_BOTH_HOLD_MS, S_PANEL_BOTH_WINDOW_MS
from mjtable.generated.setting_table import S_PANEL_DOUBLE_MS
from mjtable.generated.setting_table import S_PANEL_REROLL_MS, S_PANEL_SIX_KEYS, S_PANEL_STUCK_MS
from mjtable.generated.setting_table import S_PANEL_UNDO_MS
from mjtable.kit.hosted import for_host
from mjtable.people.contacts import DICE_A, DICE_D, KEYS, SERVICE  # noqa: F401 (also the panel's)
from mjtable.people.contacts import ELEVATOR, ELEVATOR2, MARKER, Contacts
from mjtable.scan.clock import MASK, passed, sooner

GESTURES = ("short", "double", "hold", "long", "both", "stuck")
SHORT, DOUBLE, HOLD, LONG, BOTH, STUCK = range(6)

BOUNCE_MS = 20
IDLE_MS = 1 << 27  # 37 h: how often the panel looks at the clock when at rest
NONE = -1

_DECODED = 7  # keys that give gestures: all but the service key
_CAN_PAIR = (ELEVATOR, MARKER, ELEVATOR2)
# States of a key; just up and just down ignore the contact for BOUNCE_MS, used gives nothing.
_UP, _JUST_UP, _JUST_DOWN, _DOWN, _USED, _STUCK = range(6)


class Panel:
    """One decoder; times are logic time, `due` is the next deadline (NONE: no)."""

    STATE = (
        "at_power_on", "due", "count", "_now", "_queue", "_state", "_since", "_tap_due", "_pair",
        "_pair_due",
    )

    def __init__(self, settings):
        self.value = settings.value
        self.contacts = Contacts()
        self.at_power_on = NONE  # mask of keys held in the first step
        self.due = NONE
        self.count = 0  # gestures waiting for `pop`
        self._now = 0  # of the step before
        self._queue = bytearray(8)
        self._state = bytearray(_DECODED)
        self._since = array("i", [0] * _DECODED)
        self._tap_due = NONE  # a marker short waits for its second press until then
        self._pair = 0  # mask of the pair
        self._pair_due = NONE

    def is_service_held(self):
        """The service key is held; over the link that counts on a simulated board only."""
        return self.contacts.service_held

    service_held = for_host(is_service_held)

    def press(self, key, ms):
        """Press `key` over the link for ms from the next step on; False when it is down."""
        self.due = self._now
        return self.contacts.press(key, ms)

    def forget(self):
        """The table changed its mode: no press from before acts in it, none by the link stays.

        Each is one more gesture at once, for `Keys.refuse`.
        """
        if self._tap_due >= 0:
            self._report(MARKER, SHORT)
        self._tap_due = self._pair_due = NONE
        self.contacts.release()
        for key in range(_DECODED):
            if _JUST_DOWN <= self._state[key] <= _DOWN:
                if self._state[key] == _DOWN:
                    self._report(key, SHORT)
                self._state[key] = _USED

    def pop(self):
        """The oldest gesture as `gesture << 4 | key`, NONE when there is none."""
        if self.count == 0:
            return NONE
        oldest = self._queue[0]
        self.count -= 1
        for index in range(self.count):
            self._queue[index] = self._queue[index + 1]
        return oldest

    def step(self, inputs):
        """Read the keys: when a key has an edge, or `due` has come."""
        now = self._now = inputs.now_ms & MASK
        keys = self.contacts
        keys.read(inputs, now, self.value[S_PANEL_SIX_KEYS])
        self.due = keys.due
        if self.at_power_on < 0:
            self._begin(now, keys.down)
        if self._pair:
            self._step_pair(now)
        for key in range(_DECODED):
            self._look(now, key)
        if self._tap_due >= 0:
            self._end_tap(now)
        if self.due < 0:
            self.due = (now + IDLE_MS) & MASK

    def _look(self, now, key):
        """At one key."""
        if self._state[key] != _UP:
            self._step_key(now, key, self.contacts.down >> key & 1)
        if self._state[key] == _UP and self.contacts.pressed >> key & 1:
            self._went_down(now, key)

    def _begin(self, now, down):
        """The first step: what is held now gives no gesture."""
        self.at_power_on = down
        for key in range(_DECODED):
            self._since[key] = now
            self._state[key] = _USED if down >> key & 1 else _UP

    def _end_tap(self, now):
        """A marker short whose second press did not come."""
        down = _JUST_DOWN <= self._state[MARKER] <= _DOWN
        if not down and self._reached(now, self._tap_due):
            self._report(MARKER, SHORT)
            self._tap_due = NONE

    def _step_pair(self, now):
        """The pair being held: report it in time, forget it when all its keys are up."""
        held = False
        for key in _CAN_PAIR:
            held = held or self._pair >> key & 1 and self._state[key] > _JUST_UP
        if not held:
            self._pair = 0
        elif self._pair_due >= 0 and self._reached(now, self._pair_due):
            self._report(ELEVATOR, BOTH)
            self._pair_due = NONE

    def _step_key(self, now, key, down):
        """One key that is not at rest: bounce time over, released, stuck."""
        state = self._state[key]
        if state < _DOWN or state == _USED:
            if not self._reached(now, (self._since[key] + BOUNCE_MS) & MASK):
                return
            if state == _JUST_UP:
                self._state[key] = _UP
                return
            if state == _JUST_DOWN and down:
                self._state[key] = _DOWN
        if not down:
            self._let_go(now, key, state == _DOWN)
        elif state != _STUCK:
            stuck_ms = self.value[S_PANEL_STUCK_MS] + 1
            if self._reached(now, (self._since[key] + stuck_ms) & MASK):
                self._state[key] = _STUCK
                self._report(key, STUCK)

    def _let_go(self, now, key, was_down):
        """The key is up; one that `was_down` for itself gives its gesture."""
        age_ms = (now - self._since[key]) & MASK
        self._state[key] = _JUST_UP
        self._since[key] = now
        self._reached(now, (now + BOUNCE_MS) & MASK)
        if self._pair >> key & 1:
            self._pair_due = NONE
        if was_down:
            self._went_up(now, key, age_ms)

    def _went_down(self, now, key):
        """A press begins; with another one just before it, a pair."""
        self._state[key] = _USED if self._pair >> key & 1 else _JUST_DOWN
        self._since[key] = now
        self._reached(now, (now + BOUNCE_MS) & MASK)
        if key > ELEVATOR2:
            return
        for other in _CAN_PAIR:
            apart_ms = (now - self._since[other]) & MASK
            fresh = other != key and _JUST_DOWN <= self._state[other] <= _DOWN
            if fresh and not self._pair and apart_ms <= self.value[S_PANEL_BOTH_WINDOW_MS]:
                self._pair = 1 << key | 1 << other
                self._pair_due = (now + self.value[S_PANEL_BOTH_HOLD_MS]) & MASK
                self._state[key] = self._state[other] = _USED
                self._tap_due = NONE

    def _went_up(self, now, key, age_ms):
        """A press of age_ms ends: its gesture."""
        value = self.value
        marker = key == MARKER
        waits = marker and self._tap_due >= 0
        if age_ms > value[S_PANEL_STUCK_MS]:
            self._report(key, STUCK)
        elif age_ms >= value[S_PANEL_REROLL_MS]:
            if waits:
                self._report(MARKER, SHORT)
                self._tap_due = NONE
            self._report(key, LONG if age_ms >= value[S_PANEL_UNDO_MS] else HOLD)
        elif waits:
            self._report(MARKER, DOUBLE)
            self._tap_due = NONE
        elif marker:
            self._tap_due = (now + value[S_PANEL_DOUBLE_MS]) & MASK
        else:
            self._report(key, SHORT)

    def _report(self, key, gesture):
        if self.count < len(self._queue):
            self._queue[self.count] = gesture << 4 | key
            self.count += 1

    def _reached(self, now, due):
        """True when `due` has come; otherwise it counts towards the next deadline."""
        if passed(now, due):
            return True
        self.due = sooner(self.due, due)
        return False
