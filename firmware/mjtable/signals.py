"""Lamps, display and buzzer: what people see of the table's state."""

from mjtable.iomap import AUX_DICE_SLEEP_N, AUX_LAMP_FAULT, AUX_LAMP_READY, AUX_LED_ARM
from mjtable.iomap import AUX_LED_FLT, AUX_LED_RUN, AUX_LOOP_LAMP, M_DICE

RELAYS = 0xF  # the four direction relays are the lowest bits of `aux`
UNARMED = ("power_on", "fault", "maintenance")


class Signals:
    """Writes everything but the motors."""

    def __init__(self, table):
        self.table = table
        self.due = -1

    def write(self, outputs):
        """One scan's lamps and beeps, from nothing."""
        table = self.table
        power = table.power
        aux = power.relays & RELAYS
        state = table.cycle.state
        if power.on:
            aux |= AUX_LED_RUN
            if power.on >> M_DICE & 1:
                aux |= AUX_DICE_SLEEP_N
        if state == "fault":
            aux |= AUX_LAMP_FAULT | AUX_LED_FLT
        elif (state == "ready" or state == "playing") and not table.sorter.busy:
            aux |= AUX_LAMP_READY
        if table.armed:
            aux |= AUX_LED_ARM | AUX_LOOP_LAMP
        outputs.aux = aux
        arm = 0 if state in UNARMED else 1
        if arm and not outputs.arm:
            table.supervision.watch_until(table.now)  # motor power must come in time
        outputs.arm = arm
        outputs.emit = 1  # dark sensors would miss tiles that are still coasting
        outputs.beep = table.beep
        table.beep = 0
