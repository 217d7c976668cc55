"""Wrongs that nobody need notice, and why they harm nobody.

Of an input that is stuck its own text says so (hardware/machine.toml, docs/IO.md).
"""

from __future__ import annotations

import re

from mjsim.generated.stuck import STUCK

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
    "service": "nothing is wrong: a motor is run by hand",
    "wrong set": "nobody sees colours; people count",
}  # fmt: skip
"""By kind, why it may stay untold."""
OF_PARTS = {
    "swapped elevator": "whoever presses sees what the other key does",
    "swapped mark": "whoever presses sees what the other key does",
}  # fmt: skip
"""By how a wrong begins, where its kind's reason says too little."""


STUCK_INPUTS = "by input, as docs/IO.md says"
"""The reason for all inputs that are stuck, in one line."""
TOLD = re.compile(r"E\d{3}")
"""How the row of a stuck input begins that a fault tells of, and the faults in it."""


def reason_of(text: str) -> str:
    """Why a wrong of this kind may stay untold, "": it may not."""
    if text.startswith("stuck "):
        return reason_stuck(*text.split()[1:3])
    for beginning, reason in OF_PARTS.items():
        if text.startswith(beginning):
            return reason
    words = text.split()
    return SILENT.get(" ".join(words[:2]), "") or SILENT.get(words[0], "")


def reason_stuck(name: str, level: str) -> str:
    """Why an input that is stuck on or off may stay untold, "" where its text names a fault."""
    why = row_of_stuck(name, level)
    return "" if TOLD.match(why) else why


def row_of_stuck(name: str, level: str) -> str:
    """What an input's own row says of it when it is stuck on or off."""
    return (STUCK.get(name) or STUCK[name[:-2]])[level == "off"]
