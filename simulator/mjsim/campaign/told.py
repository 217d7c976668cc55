"""Was a wrong noticed? What its part was used for, and which fault was told how soon.

A row of `LIMITS` says after how much use of the part the table must have told a fault; `SILENT`
names the wrongs that nobody need notice, and why they harm nobody.
"""

from __future__ import annotations

import re
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.plant.inject import LEVELS

MOTOR = {name: 1 << index for index, name in enumerate(C.MOTORS)}
LIMITS = (
    (r"jam drum", 3_000), (r"jam ring", 6_000), (r"jam hatch", 7_000), (r"jam chain", 12_000),
    (r"jam lift_.", 6_000), (r"jam head_.", 6_000),
    (r"open ", 2_000),
    (r"lid open", 300), (r"loop open", 300), (r"fuse blown", 1_500),
    (r"hot (9|1)\d\d", 3_000), (r"mains hz (47|60)", 3_000), (r"chain signature off", 300),
    (r"mains cut (60|150)ms", 20), (r"mains cut (500ms|3s|10s)", 20),
    (r"relay open", 1_000), (r"chain frozen", 2_000),
)  # fmt: skip
"""Wrong (a pattern), ms of use after which it must have been told."""
SILENT = {
    "drift": "an edge that comes late by less than its mechanism allows moves nothing wrongly",
    "dim": "a tile that one beam misses the other counts; three in a row are E401 or E403",
    "swapped": "two inputs that are alike at the time show what is so; what a row then lacks or "
               "has too many is E431 or E432 at the end of the sort, and rows are made whole",
    "limit lost": "told by the mechanism that misses it, when it next moves",
    "dead cable": "told by what the side's sensors say of lift and head",
    "key storm": "presses are presses",
    "chain corrupted": "one wrong frame is left out, two in a row are E901",
    "half-wave": "while its motor runs it cannot be seen; with all off it is E203",
    "running on": "a coast; longer it is E203",
    "weak": "a start that fails is told by the mechanism's own time",
    "capacitor": "a start that fails is told by the mechanism's own time",
    "reversed": "a drum mixes either way; a hatch or a belt that goes the wrong way is told by "
                "its own time, or by what does not come",
    "motors swapped": "what does not move is told by its own time",
    "head phase": "within what a drawn cam has it is no fault",
    "lift pinch": "a lift that does not move meets nothing",
    "relay stuck": "a motor that turns the way it should, turns as it should",
    "relay welded": "while motors have power anyway it is not seen",
    "mains sag": "slow is no fault; what stands is told by its own time",
    "brown-out": "what the board's capacitors bridge nobody sees; longer it restarts",
    "clock": "3 % of all times are within every limit; the mains then seem wrong (E202)",
    "tile jammed": "the belt runs back once by itself",
    "tile doubled": "touching pairs are parted, or told at the head",
    "tile shingled": "told at the head",
    "foreign body": "what turns on by itself within its time is no fault",
    "slow": "what a mechanism's own time allows is no fault; 1.5 times the learnt in three sets "
            "in a row is E912, beyond its limit its own fault",
    "short": "a motor that is to run anyway runs; with all off it is E203",
    "stuck": "an input that shows what is so is not wrong; else the part's own row tells; a "
             "LIFT_DN that sticks on in the last third of a lift's way down is told when the lift "
             "next rises (E604): until then it stands a third of its stroke high at most, under "
             "the shut hatch where nobody reaches, and tiles pushed against its plate are a jam",
    "chatter": "contacts bounce: what a flag's hold covers is no fault",
    "jam": "a belt that has nothing to carry is not missed",
    "mains cut": "12 and 15 ms are ridden through, 25 ms may fall between two late scans",
    "mains half-cycle": "a warning alone",
    "mains hz": "51 Hz is within 2 %",
    "hot": "72 degrees are warm, the fan runs",
    "pinch": "only a closing hatch minds it",
    "random": "only electronic dice ask for chance",
    "tile weak": "it comes later", "tile dead": "tiles are short when the drum is empty",
    "tile missing": "tiles are short when the drum is empty",
    "tile extra": "more than the walls need: E432 at the end of the sort",
    "exception": "the board starts again by itself, and nothing moves until a key is pressed",
    "hang": "as an exception; three of them in a row are E909",
    "store": "read at the start alone: E904, without a chip E910, without a record E913",
    "host": "a port without a host, or with a mad one, is no fault of the table",
    "wrong set": "nobody sees colours; people count",
}  # fmt: skip
"""By kind, why it may stay untold."""
OF_PARTS = {
    "stuck elevator": "whoever presses sees that nothing happens; one held down is E805",
    "stuck mark": "whoever presses sees that nothing happens; one held down is E805",
    "stuck lid": "a lid that seems shut is E205, by the loop, when somebody opens it",
    "swapped elevator": "whoever presses sees what the other key does",
    "swapped mark": "whoever presses sees what the other key does",
}  # fmt: skip
"""By how a wrong begins, where its kind's reason says too little."""


def stands(plant: Any) -> bool:
    """The table stands with a fault already, and says so."""
    return bool(plant.aux & C.AUX_LAMP_FAULT)


def _outdone(plant: Any, text: str) -> bool:
    """Is this a level that a later one of its kind has the place of?"""
    levels = [cause.text for cause in plant.causes
              if cause.name in LEVELS and text.startswith(cause.name)]  # fmt: skip
    return bool(levels) and levels[-1] != text


def _awake(plant: Any) -> bool:
    """A program runs that could tell of something new."""
    return bool(plant.logic_ok and plant.has_program) and not stands(plant)


class Use:
    """One wrong while it lasts: how long its part was used, what was told."""

    def __init__(self, text: str, at_ms: int, noticed: bool = True) -> None:
        # there was a program without a fault to tell of what is over in a moment
        self._noticed = noticed
        self.text = text
        self.at_ms = at_ms
        self.used_ms = 0
        self.told_ms = -1
        self.code = ""
        self._seen_ms, self._was_awake = at_ms, noticed
        words = text.split()
        self._motor = MOTOR.get(words[1], 0) if len(words) > 1 else 0
        self._input = words[1] if len(words) > 1 and words[1] in INPUT else ""

    def look(self, plant: Any, now_ms: int) -> None:
        """Time has passed: was the part used in it, with somebody there to tell all the time?"""
        was, self._was_awake = self._was_awake, _awake(plant)
        if self.told_ms < 0 and was and self._uses(plant):
            self.used_ms += now_ms - self._seen_ms
        self._seen_ms = now_ms

    def _uses(self, plant: Any) -> bool:
        if not _awake(plant) or _outdone(plant, self.text):
            return False
        if self._motor:
            asked = bool(plant.motors & self._motor)
            return not asked if self.text.startswith("short") else asked and plant.has_mains
        if self.text.startswith("fuse"):
            return True
        if self.text == "lid open":
            return bool(plant.input_raw("lid"))  # people may have shut it before it is mended
        if self.text.startswith("mains cut"):
            return self._noticed
        if self.text.startswith("relay open"):
            return bool(plant.armed)
        return not self._input or plant.input(self._input) != plant.input_raw(self._input)

    def hear(self, code: str, at_ms: int) -> None:
        """A fault was told."""
        if self.told_ms < 0:
            self.told_ms, self.code = at_ms - self.at_ms, code

    @property
    def late(self) -> str:
        """It was used for longer than its limit, and nothing was told; a sentence, or ""."""
        for pattern, limit_ms in LIMITS:
            if re.fullmatch(pattern + (".*" if pattern.endswith(" ") else ""), self.text):
                if self.told_ms < 0 and self.used_ms > limit_ms:
                    return "%s: its part was used for %.1f s and no fault was told" % (
                        self.text, self.used_ms / 1000)  # fmt: skip
        return ""

    def as_row(self) -> list[Any]:
        """For the result: what, used, fault, after."""
        return [self.text, self.used_ms, self.code, self.told_ms]


def reason_of(text: str) -> str:
    """Why a wrong of this kind may stay untold, "": it may not."""
    for beginning, reason in OF_PARTS.items():
        if text.startswith(beginning):
            return reason
    words = text.split()
    return SILENT.get(" ".join(words[:2]), "") or SILENT.get(words[0], "")
