"""Who saw the table before its power went, and judges it afterwards.

Beside the rules of every campaign (`rules.py`) these hold after a cut. The witness reads plant and
output pins, remembers which keys people pressed, and asks the firmware only what it tells people.
"""

from __future__ import annotations

from typing import Any

from mjsim.board import decode
from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Live
from mjsim.generated import constants as C
from mjsim.table.hearing import STATE
from mjtable.generated.iomap import BIT_INLET

LIMIT_MS = {"four_port": 420_000, "single_port": 720_000, "row_port": 480_000}
"""From the first key until the next hand's dice lie still: twice what is usual."""
GESTURE_MS = 1_000
"""A key let go so shortly before may not count yet: the table waits for a second press."""
TAKEN_MS = (330, 450)
"""So long after a press the deal passes: the lamps show it a scan later."""
SAVED_MS = 200
"""What happened so shortly before the controller died at once may not be kept."""
SETTLE_MS = C.DICE_PLATE_SETTLE_MS
LOOKED_AT = ("E402", "E523")
"""For these people look into a head."""
UNDER_THE_LID = {*LOOKED_AT, "E806"}
"""A person had to open the lid, or had it open. Where the firmware could save, none is allowed."""
ALLOWED = {"E433", "E904", "E905"}
"""What may be told: tiles that came late by chance, a record that was being written, and the tiles
that were under way."""
FAULT = decode.NAMES.index("fault")


class Witness:
    """Rules about a cut; `breaches` as the judge's: rule, what happened, when."""

    waiting = False

    def __init__(self, live: Live) -> None:
        self.live = live
        self.table, self.plant = live.table, live.table.plant
        self.scene = live.judge.scene
        self.breaches: list[tuple[str, str, int]] = []
        self.silent = True  # no key since the power came back
        self.counted = False
        self.at_once = self.doubted = False  # the controller died at once; a head is told of since
        self.merged: dict[str, int] = {}  # of each line: tiles that the inlet took for one
        self.lacks: dict[int, tuple[int, int]] = {}  # by time: tiles called short, tiles missing
        self._since = 0
        self.hand = 0  # number of the one under way when the power went

    # the marker, at the cut

    def power_goes(self, cut: Cut) -> None:
        """What people saw in that moment is what they expect to see again."""
        scene, now = self.scene, self.table.now_ms
        lit, at_once = scene.dealers(), cut.at_once
        since_ms = now - scene._passed_ms
        if since_ms <= GESTURE_MS:  # the table may have taken it, or not yet
            scene.may_deal = scene.may_deal | {(side - 1) & 3 for side in scene.may_deal}
        if len(lit) == 1 and not at_once:
            late = TAKEN_MS[0] <= since_ms <= TAKEN_MS[1]  # taken, and not shown yet
            scene.may_deal = scene.may_deal & {lit[0], (lit[0] + late) & 3}
        self.at_once = at_once
        for line in self.table.table.lines:
            told, found = self._line(line)  # with the head: one may be past the beam, not booked
            over = sum(found[:-1]) - sum(told[:-1])
            self.merged[line.name] = max(0, over - self._comes(line))
        self.live.rolls.power_goes(SETTLE_MS + SAVED_MS)
        self.hand = max(0, len(scene.deals) - 1)

    def power_comes(self) -> None:
        """What is told from now on is told of the table as people find it."""
        self._since = len(self.table.hearing.raw)
        self.live.rolls.power_comes()
        self.table.runner.links.append(self)
        self.table.hearing.listen(self._short, ("set",))

    # after each scan

    def poll(self, _now_ms: int) -> bool:
        """Among a runner's links, from the power's return on."""
        plant = self.plant
        if self.silent and (plant.motors or plant.armed or self.scene.on):
            self.note("nobody pressed", "motors or motor power are on before any key")
        if not self.counted and self.table.state not in ("power_on", "homing", "off", "fault"):
            self.counted = True
            self._count()
        return False

    def _short(self, event: dict[str, Any]) -> None:
        """Tiles are called short, a side at a time."""
        if event["did"] == "short":
            now = self.plant.now
            told = self.lacks.get(now, (0, 0))[0] + event["n"]
            lacking = len(self.table.forgotten_tiles()) + len(self.plant.loose)  # none came up
            self.lacks[now] = told, lacking

    def note(self, rule: str, text: str) -> None:
        """A rule is broken; only its first time counts."""
        if all(rule != seen[0] for seen in self.breaches):
            self.breaches.append((rule, text, self.table.now_ms))

    def _count(self) -> None:
        """Everything is home: each belt, head and lane holds what the table says."""
        brain: Any = self.table.table
        lit = self.scene.dealers()
        if len(lit) != 1 or lit[0] not in self.scene.may_deal:
            self.note("marker", "dealer lamps of sides %s, expected %s"
                      % (lit, sorted(self.scene.may_deal)))  # fmt: skip
        if not brain.sorter.is_unfinished():
            return
        for line in brain.lines:
            told, found = self._line(line)
            over = found[0] - told[0]
            if told[1:] != found[1:] or not 0 <= over <= self.merged[line.name]:
                self.note("counts", "%s: tiles of belt, head, lane are %s, told %s"
                          % (line.name, found, told))  # fmt: skip

    def _comes(self, line: Any) -> bool:
        """A tile stands at the inlet, which has not counted it yet."""
        level = self.table.table.inputs.level[line.side]
        return bool(level & BIT_INLET and not line.inlet.counted)

    def _line(self, line: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Tiles on belt, in head and on the lane: what the table believes, what is so."""
        plant = self.plant
        belt, head = plant.belts[line.side], plant.heads[line.side]
        past = int(belt.front_phase == 3)  # in the head's mouth
        pushed = line.stacks * line.tiles_a_push
        lane = sum(len(stack) for stack in plant.lane_of(line.side))
        if plant.chained and not lane and line.stacks == line.stack_quota:
            lane = pushed  # the chain has carried the row away
        told = [line.tiles_on_belt(), line.in_head, pushed]
        found = [len(belt.tiles) - past, len(head.held) + past, lane]
        if line.tiles_a_push == 1:  # an empty head that goes round once more changes no sum
            told[1:], found[1:] = [sum(told[1:])], [sum(found[1:])]
        return tuple(told), tuple(found)

    # at the end

    def finish(self, in_time: bool) -> None:
        """The next hand was dealt, or was not."""
        if not in_time:
            self.note("finished", "no hand was dealt: " + self.table.summary())
        if not self.counted:
            self.note("homed", "it never was home: " + self.table.summary())
        for told, missing in self.lacks.values():
            if told != missing:
                self.note("short", "%d tiles were called short, %d are missing" % (told, missing))
        rolls = self.live.rolls.wrong(self.hand)
        if rolls:
            self.note("dice", rolls)
        for raw in self.table.hearing.raw[self._since :]:
            if raw[2] == FAULT:
                self._heard(decode.event(raw), raw[1])
        self.breaches += [(breach.rule, breach.text, breach.at_ms)
                          for breach in self.live.judge.finish()]  # fmt: skip

    def _heard(self, event: dict[str, Any], at_ms: int) -> None:
        code = event["code"]
        lack = self.lacks and code == "E431"
        # after a sudden end nobody can believe in a head (decision 123); for it the lid is opened
        self.doubted = self.doubted or self.at_once and code in LOOKED_AT
        doubt = self.doubted and code in UNDER_THE_LID
        if code not in ALLOWED and not lack and not doubt:
            self.note("faults", "%s at %s, at %.3f s" % (event["code"], event["at"],
                                                        at_ms / 1000))  # fmt: skip

    def faults(self) -> list[str]:
        """Codes told since the power is back."""
        told = [decode.event(raw) for raw in self.table.hearing.raw[self._since :]
                if raw[2] == FAULT]  # fmt: skip
        return [event["code"] for event in told]

    def states(self) -> int:
        """Changes of charts since the power is back."""
        return sum(raw[2] == STATE for raw in self.table.hearing.raw[self._since :])
