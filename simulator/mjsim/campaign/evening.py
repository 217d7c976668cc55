"""What may tell of a wrong that lasts for an evening: the faults that look at its mechanism.

The catalogue says what each fault looks at (`io`); a motor and the inputs that it moves are one
mechanism. What has no part of its own is listed by its kind. Whatever else is told for a wrong is
told in its place, and the run is not good.
"""

from __future__ import annotations

import re

from mjsim.campaign.leads import leads_of
from mjsim.campaign.silent import TOLD, row_of_stuck
from mjsim.campaign.uses import MOTOR
from mjsim.generated.fault_rows import LOOKS_AT
from mjsim.plant import INPUT
from mjsim.plant.inject import parse

MECHANISMS = (
    ("belt_", "cnt_", "inlet_", "jam_"), ("head_", "park_", "mid_", "push_home_"),
    ("lift_", "lift_up_", "lift_dn_"), ("hatch", "hatch_up", "hatch_dn"),
    ("chain", "chain_zero", "chain_corner"), ("drum", "drum_rot"), ("ring", "ring_rot"),
    ("dice", "dice_rot"), ("safe_fb", "lmot_fb", "k1_mir"),
)  # fmt: skip
"""A motor and what it moves; the names that end in `_` are those of one side."""
TILES = "E401 E402 E403 E404 E431 E432 E433"
OF_KIND = {
    "mains cut": "E201 E211 E905", "mains half-cycle": "E211", "mains hz": "E202",
    "brown-out": "E201 E905", "clock": "E202", "hot": "E207 E208", "fuse blown": "E206",
    "mains sag": "E204 E301 E302 E405 E403 E521 E601 E602 E603 E701 E801 E802 E912",
    "random": "E702", "tile missing": TILES, "tile extra": TILES, "tile weak": TILES,
    "tile dead": TILES, "tile jammed": TILES, "tile doubled": TILES, "tile shingled": TILES,
    "wrong set": TILES, "exception": "E905 E909", "hang": "E905 E909",
    "store": "E904 E905 E910 E913", "loop": "E205", "lid": "E806", "pinch": "E804",
    "chain signature": "E901",
    "chain frozen": "E901", "relay welded": "E908 E911",
    "relay open": "E209", "relay stuck": "E404 E407", "key storm": "E805 E807",
}  # fmt: skip
"""By kind, what tells of it beside the faults of its part."""
ANYWHERE = "chain corrupted"
"""Its wrong bits may be those of any input, which alone is looked at then."""
INTERLOCK = "E902"
"""Every input may be one that an interlock looks at."""
MUST: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"slow (drum|ring|hatch) 60", ("E912",)), (r"slow lift_. 60", ("E912", "E603")),
    (r"slow head_. 40", ("E912", "E521")),
    (r"stuck inlet_. \w+", ("E401",)), (r"stuck cnt_. off", ("E404",)),
    (r"stuck push_home_. on", ("E911",)), (r"stuck push_home_. off", ("E522",)),
    (r"stuck (park|mid)_. off", ("E523",)), (r"stuck lift_up_. off", ("E601", "E603")),
    (r"pinch on", ("E804",)),
)  # fmt: skip
"""Wrongs (patterns) whose part every hand uses, so that an evening brings one of these."""


def may_tell(text: str) -> frozenset[str]:
    """Codes of the faults that tell of a wrong."""
    cause = parse(text)
    found = set(OF_KIND.get(cause.name, "").split())
    if cause.name == ANYWHERE:
        found.update(LOOKS_AT)
    for lead in leads_of(cause.text):
        found.update(lead.allowed)
    if cause.name == "stuck":
        found.update(TOLD.findall(row_of_stuck(*cause.args[:2])))
    for word in cause.args:
        if word in MOTOR or word in INPUT:
            parts = mechanism(word)
            found |= {code for code, its in LOOKS_AT.items() if parts & set(its.split())}
            found |= {INTERLOCK}
    return frozenset(found)


def mechanism(part: str) -> set[str]:
    """The names of a part's mechanism."""
    side = part[-1] if part[-2:-1] == "_" and part[-1] in "abcd" else ""
    for names in MECHANISMS:
        mine = {name + side if name.endswith("_") else name for name in names}
        if part in mine:
            return mine
    return {part}


def must_tell(text: str) -> tuple[str, ...]:
    """Codes one of which an evening must bring, () where it need not."""
    wrong = parse(text).text
    return next((codes for pattern, codes in MUST if re.fullmatch(pattern, wrong)), ())
