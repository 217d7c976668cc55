"""Lamps, display and buzzer: what people see of the table's state."""

from mjtable.game.cycle import AT_EASE
from mjtable.generated.fault_codes import HATCH_SHUT_EARLY
from mjtable.generated.iomap import (
    AUX_DICE_SLEEP_N,
    AUX_FAN,
    AUX_LAMP_FAULT,
    AUX_LAMP_READY,
    AUX_LED_ARM,
    AUX_LED_FLT,
    AUX_LED_RUN,
    AUX_LOOP_LAMP,
    BIT_LOOP_RAW,
    BYTE_LOOP_RAW,
    M_DICE,
)
from mjtable.generated.timing import TEMPERATURE_WARN_DC
from mjtable.people import display, lamps
from mjtable.scan.clock import MASK, reached
from mjtable.scan.places import P_SIGNALS, SIGNALS

TOUCHES = {
    "reads": "armed cycle.state cycle.unsorted inputs.level inputs.temp_bay_dc "
             "inputs.temp_hs_dc marker now power.on power.relays selftest.item sets.change "
             "shown.what",
    "calls": "dice.is_displayed faults.active_code played_profile service.is_dark shown.draw "
             "shown.signs sorter.is_unfinished sorter.progress supervision.arming "
             "supervision.watch_until tiles_short",
    "writes": "asked beep due outputs.arm outputs.aux outputs.beep outputs.emit",
}

SIDES = 4
RELAYS = 0xF  # the four direction relays are the lowest bits of `aux`
UNARMED = ("power_on", "fault", "maintenance")
TUMBLE_MS = 100  # how often electronic dice change their faces


class Signals:
    """Writes everything but the motors. `stale`: what lamps and display show has changed.

    They are drawn in the scans after that, the digits first, then one side's lamps a scan.
    """

    STATE = ("stale", "_digits", "_side", "_picture")

    def __init__(self, table):
        self.table = table
        self.stale = True
        self._digits = False  # the digits are to be drawn
        self._side = SIDES  # the side whose lamps are drawn next; SIDES: all are
        self._picture = -1  # what the lamps show, or are about to

    def run(self, now):
        """Lamps and beeps, when something of them has changed or is not drawn yet."""
        self._light(self.table)
        self._draw(now)
        if self._digits or self._side < SIDES or self.table.outputs.beep:
            self.table.asked |= SIGNALS

    def _light(self, table):
        """Beep, lights, direction relays and arming; the dice driver awake."""
        outputs = table.outputs
        outputs.beep = table.beep
        table.beep = 0
        state = table.cycle.state
        aux = self._state_lights(state) | table.power.relays & RELAYS
        if table.power.on >> M_DICE & 1:
            aux |= AUX_DICE_SLEEP_N
        outputs.aux = table.shown.signs(aux)
        arm = 0 if state in UNARMED else 1
        if arm and not outputs.arm:
            table.supervision.watch_until(table.now)  # motor power must come in time
            table.supervision.arming()
        outputs.arm = arm
        # dark sensors would miss tiles that are still coasting
        outputs.emit = 0 if table.service.is_dark() else 1

    def _draw(self, now):
        """Take note that something changed, or draw one part of it."""
        due = self.table.due[P_SIGNALS]
        if self.stale:
            self.stale = False
            self._digits = True
        elif self._digits or reached(now, due):
            self._digits = False
            self._draw_digits(self.table.outputs, self.table.cycle.state)
        elif self._side < SIDES:
            self._draw_side(self.table.outputs)
        if self.table.shown.what:
            self.table.shown.draw(self.table.outputs)

    def forget(self):
        """The lamps show something else than they should: they are drawn again."""
        self._picture = -1

    def _state_lights(self, state):
        table = self.table
        inputs = table.inputs
        aux = AUX_LED_RUN  # the firmware runs; each motor has a light of its own
        if state == "fault":
            aux |= AUX_LAMP_FAULT | AUX_LED_FLT
        elif state in AT_EASE and not (table.sorter.is_unfinished() or table.cycle.unsorted):
            aux |= AUX_LAMP_READY
        if table.armed:
            aux |= AUX_LED_ARM
        if not inputs.level[BYTE_LOOP_RAW] & BIT_LOOP_RAW:
            aux |= AUX_LOOP_LAMP
        if max(inputs.temp_hs_dc, inputs.temp_bay_dc) >= TEMPERATURE_WARN_DC:
            aux |= AUX_FAN
        return aux

    def _draw_digits(self, outputs, state):
        table = self.table
        table.due[P_SIGNALS] = (table.now + TUMBLE_MS) & MASK if table.dice.is_displayed() else -1
        lamps.show_digits(table.marker, table.dice, table.played_profile(), outputs.digits)
        self._overlay(outputs.digits, state)
        if state == "selftest":
            self._picture = -1
            self._side = SIDES
            lamps.show_number(outputs.lamps, table.selftest.item & 15)
        else:
            picture = lamps.picture(table.marker, table.dice, table.played_profile())
            if picture != self._picture:
                self._picture = picture
                self._side = 0

    def _overlay(self, digits, state):
        """What is more urgent than the dice: a fault, missing tiles, a change of sets."""
        table = self.table
        if state == "fault":
            display.fault(digits, table.faults.active_code())
        elif table.tiles_short():
            display.short(digits, table.tiles_short(), table.sorter.progress.neediest())
        elif state == "loading" and table.sets.change:
            display.change(digits, table.sets.change)
        elif state in AT_EASE and table.cycle.unsorted:
            display.fault(digits, HATCH_SHUT_EARLY)

    def _draw_side(self, outputs):
        table = self.table
        lamps.show_side(
            table.marker, table.dice, table.played_profile(), self._side, outputs.lamps
        )
        self._side += 1
