"""Replays a recording and compares every scan; or with other settings, to see what they change.

The firmware's own recorder runs while it is played: what it writes must be what was recorded, byte
for byte. The difference is named by time, scan, and what the firmware did there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mjsim.board import decode
from mjsim.board.tapping import tap
from mjsim.replay.player import Player
from mjsim.replay.reader import CALL, MORE, WHOLE, Broken, Reader
from mjsim.replay.record_file import AGAIN, Recording
from mjsim.words.names import UsageError
from mjtable.generated.iomap import MOTORS, OUTPUTS
from mjtable.generated.setting_table import NAMES
from mjtable.scan.clock import MASK

AUX_FIRST = 16
PATIENCE_MS = 15
"""Between a deadline and the scan that is for it: a period, and one that took long."""
CHECK_BITS = 0xF0
Event = dict[str, Any]


@dataclass
class Difference:
    """Where the firmware parted from the recording, and in which way."""

    scan: int
    t_ms: int
    what: str

    def __str__(self) -> str:
        return "scan %d, %.3f s: %s" % (self.scan, self.t_ms / 1000, self.what)


@dataclass
class Moment:
    """What one record brought about."""

    scan: int
    t_ms: int
    events: list[Event]
    outputs: dict[str, int]
    difference: str = ""


@dataclass
class Played:
    """A whole recording played: what happened, and the first difference, if there is one."""

    begin_ms: int = 0
    end_ms: int = 0
    scans: int = 0
    moments: list[Moment] = field(default_factory=list)
    difference: Difference | None = None

    @property
    def events(self) -> list[Event]:
        """All events in order."""
        return [event for moment in self.moments for event in moment.events]


def play(recording: Recording, settings: dict[str, int] | None = None) -> Played:
    """Play it to the end, or to the first difference when nothing is changed."""
    found = Played()
    try:
        player = Player(recording.wired, recording.data)
        found.begin_ms = found.end_ms = player.now_ms
        for name, value in (settings or {}).items():
            player.table.settings.value[NAMES.index(name)] = value
        for moment in _moments(player):
            found.moments.append(moment)
            found.end_ms, found.scans = moment.t_ms, moment.scan
            if moment.difference and settings is None:
                found.difference = Difference(moment.scan, moment.t_ms, moment.difference)
                break
    except Broken as problem:
        at, why = problem.args
        raise UsageError("the recording cannot be followed from its byte %d on: %s. Its firmware "
                         "was another one, or it was forged; %s" % (at, why, AGAIN)) from problem
    except (IndexError, KeyError, OverflowError, ValueError) as problem:
        raise UsageError("the recording says what cannot be (%s): its firmware was another one, "
                         "or it was forged; %s" % (problem, AGAIN)) from problem
    return found


def _moments(player: Player) -> Iterator[Moment]:
    table = player.table
    told: list[Event] = []
    tap(table.events, lambda slot: told.append(_event(table.events, slot, player.now_ms)))
    shown = outputs(player)
    while player.reader.at < len(player.reader.data):
        told.clear()
        kinds = player.reader.data[player.reader.at]
        due, asked = table._next_due, table.asked
        recorded, made = player.step()
        after = outputs(player)
        changed = {name: value for name, value in after.items() if shown[name] != value}
        shown = after
        moment = Moment(player.scans, player.now_ms, list(told), changed)
        if recorded != made:
            moment.difference = _what(player, moment, recorded, made)
        elif not kinds & MORE or not recorded[_third(recorded)] & (CALL | WHOLE):
            moment.difference = _missed(player, due, asked)
        yield moment


def _third(recorded: bytes) -> int:
    """Where a record's further kinds are."""
    reader = Reader(recorded)
    reader.passed(reader.byte())
    return reader.at


def _event(ring: Any, slot: int, now_ms: int) -> Event:
    return decode.event((ring.next - 1, now_ms, ring.kind[slot], ring.s1[slot], ring.s2[slot],
                         ring.i1[slot], ring.i2[slot], ring.i3[slot]))


def outputs(player: Player) -> dict[str, int]:
    """Motors and other outputs by name."""
    out = player.outputs
    found = {name: out.motors >> i & 1 for i, name in enumerate(MOTORS)}
    found.update((name, out.aux >> i & 1) for i, name in enumerate(OUTPUTS[AUX_FIRST:]) if name)
    found["beep"] = out.beep
    found["motor power"] = out.arm
    return found


def _missed(player: Player, due: int, asked: int) -> str:
    """A deadline that was due long before this scan, "" when none was."""
    late = player.inputs.late_ms
    over = (player.now_ms - due) & MASK
    if over < MASK >> 1 and over > PATIENCE_MS + late and not asked:
        return ("a deadline was due %d ms before, and no scan is recorded for it" % over)
    return ""


def _what(player: Player, moment: Moment, recorded: bytes, made: bytes) -> str:
    """The difference in the firmware's words."""
    if player.others:
        i, name, was, here = player.others[0]
        return "%s.%s was %s when it was recorded, is %s here%s" % (
            part_name(player.parts[i]), name, was, here,
            "" if len(player.others) == 1 else "; %d more differ" % (len(player.others) - 1))
    if not made:
        return "when it was recorded this scan had something to do, and here it has not"
    if recorded[1:] != made[1:] or (recorded[0] ^ made[0]) & ~CHECK_BITS:
        return "what was recorded of this scan's inputs is not what they are: %s, here %s" % (
            recorded.hex(" "), made.hex(" "))
    return "states and outputs are not those recorded; here %s" % did(moment)


def did(moment: Moment) -> str:
    """What the firmware did in a scan, in a few words."""
    said = [" ".join(decode.as_text(event).split()[2:]) for event in moment.events]
    said += ["%s %s" % (name, "on" if value else "off") for name, value in moment.outputs.items()]
    return ", ".join(said) or "nothing of it shows"


def part_name(part: Any) -> str:
    """What a part of the table is called."""
    return getattr(part, "name", "") or type(part).__name__.lower()
