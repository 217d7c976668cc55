"""Commands of the serial link that a person would give, on top of those that look at the table.

One method a command, named as it, `_` for `.`. A method finds ` ok` already written, adds its
keys, and answers "" or the code of the link's error, which then replaces what it wrote.
"""

from mjtable.game.profiles import tiles
from mjtable.generated import command_table as rows
from mjtable.generated.iomap import SIDES
from mjtable.generated.setting_table import DEFAULTS, MAXS, MINS
from mjtable.kit.letters import lay_base64
from mjtable.kit.packed import count
from mjtable.link.arguments import PROFILES, SETTINGS
from mjtable.link.benching import Benching
from mjtable.link.pages import Pages
from mjtable.memory.packing import AT, LAST

TOUCHES = {
    "reads": "faults.count marker.dealer marker.hand marker.round marker.streak marker.wind "
             "profile recorder.n recorder.ring",
    "calls": "ack deny marker_set played_profile played_set press recorder.first restart roll "
             "service.jog service.keepalive service_enter service_leave set_profile set_setting "
             "settings.get",
}


class Handlers(Benching):
    """All commands. What the table does not want it refuses itself, through its facade."""

    def press(self):
        """Press a key for a time."""
        return self.table.press(rows.LIST_KEY[self.value[0]], self.value[1])

    def profile_get(self):
        """The chosen profile, and that of the set on the table."""
        table = self.table
        self.writer.name_of(b" name=", PROFILES, table.profile)
        self.writer.number_of(b" tiles=", tiles(table.profile))
        on_table = table.played_profile() if table.played_set() != "none" else -1
        self.writer.name_of(b" on_table=", PROFILES, on_table)
        return ""

    def profile_list(self):
        """All profiles."""
        return self._page(count(PROFILES), self.value[0], Pages.profile)

    def marker_get(self):
        """The auto-marker."""
        marker = self.table.marker
        self.writer.word_of(b" dealer=", SIDES[marker.dealer])
        self.writer.word_of(b" wind=", rows.LIST_WIND[marker.wind])
        self.writer.number_of(b" streak=", marker.streak)
        self.writer.number_of(b" hand=", marker.hand)
        self.writer.number_of(b" round=", marker.round)
        return ""

    def settings_get(self):
        """One setting with its limits, or a page of all."""
        index = self.value[0]
        if index < 0:
            return self._page(count(SETTINGS), self.value[1], Pages.setting)
        self.writer.name_of(b" name=", SETTINGS, index)
        self.writer.number_of(b" value=", self.table.settings.get(index))
        self.writer.number_of(b" min=", MINS[index])
        self.writer.number_of(b" max=", MAXS[index])
        self.writer.number_of(b" default=", DEFAULTS[index])
        return ""

    def marker_set(self):
        """Put the auto-marker right; what was not given stays."""
        value = self.value
        marker = self.table.marker
        return self.table.marker_set(
            value[0] if value[0] >= 0 else marker.dealer,
            value[1] if value[1] >= 0 else marker.wind,
            value[2] if value[2] >= 0 else marker.streak,
            value[3] if value[3] >= 0 else marker.hand,
            value[4] if value[4] >= 0 else marker.round,
        )

    def profile_set(self):
        """Choose a profile."""
        index = self.value[0]
        wrong = self.table.set_profile(index)
        if not wrong:
            self.writer.name_of(b" name=", PROFILES, index)
            self.writer.number_of(b" tiles=", tiles(index))
        return wrong

    def dice_roll(self):
        """Roll the dice again."""
        return self.table.roll()

    def fault_ack(self):
        """Acknowledge; says how many faults stay."""
        wrong = self.table.ack()
        if not wrong:
            self.writer.number_of(b" left=", self.table.faults.count)
        return wrong

    def settings_set(self):
        """Change a setting."""
        index = self.value[0]
        wrong = self.table.set_setting(index, self.value[1])
        if wrong == "range":
            self.answers.out_of_range(b"value", MINS[index], MAXS[index])
            return ""
        if not wrong:
            self.writer.name_of(b" name=", SETTINGS, index)
            self.writer.number_of(b" value=", self.table.settings.get(index))
        return wrong

    def service_enter(self):
        """Enter service mode."""
        return self.table.service_enter()

    def service_leave(self):
        """Leave service mode."""
        return self.table.service_leave()

    def restart(self):
        """Restart the board."""
        return self.table.restart(self.value[0])

    def motor_jog(self):
        """Run one motor for a time, or stop it."""
        wrong = self.table.service.jog(self.value[0], self.value[1], self.value[2])
        if wrong == "param":
            self.answers.not_for_this(b"dir")  # this motor turns one way only
            return ""
        return wrong

    def record(self):
        """Some of the flight recorder's bytes."""
        recorder = self.table.recorder
        if recorder is None:
            return self.table.deny(rows.RULE_NO_RECORDER)
        writer = self.writer
        at = recorder.first()
        writer.number_of(b" first=", at)
        if self.value[0] >= 0:
            at = self.value[0]
        writer.number_of(b" next=", recorder.n[AT])
        writer.text(b" data=")
        writer.n = lay_base64(writer.buf, writer.n, recorder.ring, at, recorder.n[LAST])
        return ""

    def keepalive(self):
        """The host is still there."""
        return self.table.service.keepalive()


# in the order of the command table
HANDLERS = (
    Handlers.hello,
    Handlers.status,
    Handlers.image,
    Handlers.events,
    Handlers.io_list,
    Handlers.press,
    Handlers.marker_get,
    Handlers.marker_set,
    Handlers.profile_get,
    Handlers.profile_set,
    Handlers.profile_list,
    Handlers.dice_roll,
    Handlers.faults,
    Handlers.fault_ack,
    Handlers.settings_get,
    Handlers.settings_set,
    Handlers.service_enter,
    Handlers.motor_jog,
    Handlers.keepalive,
    Handlers.service_leave,
    Handlers.restart,
    Handlers.stats,
    Handlers.record,
    Handlers.trends,
    Handlers.chronicle,
    Handlers.motor_test,
    Handlers.motor_result,
    Handlers.motor_edges,
    Handlers.measure,
    Handlers.samples,
    Handlers.emitters,
    Handlers.show_test,
    Handlers.selftest,
)
