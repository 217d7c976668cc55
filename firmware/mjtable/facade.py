"""What the serial link may ask of the table. Answers are "" or the code of a link error."""

from mjtable.game import profiles
from mjtable.denials import Denials
from mjtable.generated.command_table import KEY_DICE, KEY_HELD, KEY_JOG, KEY_SETTING, KEY_STEP
from mjtable.generated.command_table import RULE_DICE_ROLLING, RULE_KEY_DOWN
from mjtable.generated.command_table import RULE_MOVING, RULE_SIMULATED
from mjtable.generated.iomap import BIT_K1_MIR, BYTE_K1_MIR
from mjtable.generated.setting_table import KEYED
from mjtable.kit.hosted import for_host
from mjtable.mechanisms import causes
from mjtable.memory.recorder import HEARD
from mjtable.memory.stats import CALIBRATED, RATE_PCT, STARTS
from mjtable.people.panel import KEYS
from mjtable.safety.selftest import END
from mjtable.scan.loops import all_of
from mjtable.scan.places import PANEL, PLACES
from mjtable.sorting.rows import ROWS

SHUT_STATES = ("closing", "raising", "homing", "fault", "selftest")
WALLS_STATES = ("closing", "raising", "rolling")  # from the hatch's way down to the dice
STILL_STATES = ("power_on", "maintenance")  # nothing moves before a key


class Facade(Denials):
    """Mixed into Table: questions and requests, no machine logic."""

    def state_name(self):
        """The table's state as one word, the sorting included."""
        state = self.cycle.state
        if state == "ready" or state == "playing":
            if self.sorter.is_busy():
                return "sorting"
            if self.sorter.state == "short":
                return "short"
        elif state == "parking" or state == "add_closing":
            return "adding"
        return state

    state = for_host(state_name)

    def mode_name(self):
        """ "run", "service" or "maintenance"."""
        state = self.cycle.state
        return state if state in ("service", "maintenance") else "run"

    mode = for_host(mode_name)

    def played_profile(self):
        """Profile of the set in play; the chosen one when none is."""
        sets = self.sets
        return sets.profile_of[sets.on_table] if sets.on_table else self.profile

    profile_on_table = for_host(played_profile)

    def played_set(self):
        """Name of the set in play."""
        return self.sets.name(self.sets.on_table)

    set_on_table = for_host(played_set)

    def waiting_set(self):
        """Name of the set whose walls wait inside."""
        return self.sets.name(self.sets.waiting)

    set_waiting = for_host(waiting_set)

    def tiles_short(self):
        """Tiles that the set in the works lacks, 0 while it does not know."""
        return self.sorter.tiles_short()

    short = for_host(tiles_short)

    def stacks_on(self, side):
        """Stacks that side 0..3 has of the set in the works, or of the one that waits."""
        rows = self.sorter.rows
        if not self.sorter.is_unfinished() and self.sets.waiting:
            return profiles.stacks(self.sets.profile_of[self.sets.waiting], side)
        if not rows.is_single():
            return self.lines[side].whole_stacks()
        row = ROWS - 1 - side  # side D's row is built first
        if row < rows.started:
            sets = self.sets
            return profiles.stacks(sets.profile_of[sets.sorting or sets.waiting], side)
        return self.lines[0].stacks if row == rows.started else 0

    def singles_on(self, side):
        """Tiles that lie singly on side 0..3 of the set in the works: a lower row, built first."""
        if self.sorter.rows.is_single() or not self.sorter.is_unfinished():
            return 0
        return self.lines[side].single_tiles()

    def set_profile(self, index):
        """Choose a game; it applies when a set is next sorted."""
        if not 0 <= index < len(profiles.TILES_OF):
            return "range"
        self.profile = index
        self.show()
        return ""

    def marker_set(self, dealer, wind, streak, hand, round_number):
        """Set the marker; not while walls are on their way."""
        if self.cycle.state in SHUT_STATES:
            return self.deny(self.course())
        result = self.marker.set(dealer, wind, streak, hand, round_number)
        if result == "":
            self.marker_changed()
        return result

    def set_setting(self, index, value):
        """Change a setting; not while walls are on their way, so that no host times them."""
        if self.cycle.state in WALLS_STATES:
            return self.deny(self.course())
        self.wake()
        return self.settings.set(index, value)

    def roll(self):
        """Roll the dice again; not while walls are on their way."""
        if self.cycle.state in SHUT_STATES or self.cycle.state in STILL_STATES:
            return self.deny(self.course())
        rolls = self.dice.roll(profiles.dice(self.played_profile()))
        return "" if rolls else self.later(RULE_DICE_ROLLING)

    def press(self, key, ms):
        """Press a key for the host; on a real table only in service mode."""
        if not self.inputs.sim and self.mode_name() != "service":
            return "mode"
        self.asked |= PANEL
        for index in range(len(KEYS)):
            if KEYS[index] == key:
                return "" if self.panel.press(index, ms) else self.later(RULE_KEY_DOWN)
        return "unknown"

    def ack(self):
        """Clear the latched faults; refused while a cause stands."""
        if not self.faults.count:
            self.faults.noted = 0  # the warnings have been read
            return ""
        if causes.standing(self):
            return "fault"
        causes.put_right(self)
        self.acknowledge()
        return ""

    def lacks_key(self, rule, value):
        """By `rule` of the command table the service key has to be held, and is not."""
        if not rule or self.panel.is_service_held():
            return False
        if rule == KEY_DICE:
            return not (self.inputs.sim and self.hatch.at_bottom())
        if rule == KEY_SETTING:
            return KEYED >> value[0] & 1
        if rule == KEY_JOG:
            return value[2]
        if rule == KEY_STEP:
            return 0 <= value[0] < END
        return rule == KEY_HELD or self.armed or self.outputs.arm or not (
            self.inputs.level[BYTE_K1_MIR] & BIT_K1_MIR
        )

    def heard(self, now_ms):
        """The host has asked something: service mode goes on."""
        if self.cycle.state == "service":
            self.heard_ms = now_ms
            if self.recorder is not None:
                self.recorder.call(HEARD, 0, None)

    def service_enter(self):
        """Service mode: with everything at rest."""
        if self.mode_name() == "service":
            return ""
        return "" if self.cycle.fire("serve") else self.later(self.course())

    def service_leave(self):
        """Back to power-on: the next key homes the machine."""
        if self.cycle.state == "service":  # a self-test ends by its own keys
            self.service.stop()
            self.cycle.fire("leave")
        return ""

    def restart(self, to):
        """Restart the board, at rest only; a simulated one has no program to start."""
        if self.inputs.sim:
            return self.deny(RULE_SIMULATED)
        if all_of(self.wants, PLACES) or self.power.relays or self.sorter.is_busy():
            return self.later(RULE_MOVING)
        self.outputs.restart = 1 + to
        return ""

    def boots(self):
        """How often this board has started, modulo 256."""
        return self.journal.boots if self.journal is not None else 1

    def refresh_stats(self):
        """Bring the counters that live elsewhere into `stats`."""
        self.stats[STARTS] = self.power.starts
        self.stats[CALIBRATED] = self.inputs.calibrated
        self.stats[RATE_PCT] = self.sorter.progress.pickup.rate_pct
