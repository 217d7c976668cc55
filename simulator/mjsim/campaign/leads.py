"""Which fault of the catalogue a wrong must lead to, and how soon.

The time is the catalogue's (`firmware/tables/faults.toml`), and what a row
here adds says why. Another fault counts in its place only where the row names it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mjsim.campaign import uses as u
from mjsim.generated import constants as C
from mjsim.generated.fault_rows import WITHIN_MS

LATE_MS = 2 * C.SCAN_REACT_MS + C.SCAN_PERIOD_MS
"""Of every limit: the scan that sees it first is late, and so is the one in which its time is up;
each has its work done, and was due a scan ago."""
LANDING_MS = 2 * C.COAST_MAX_MS[C.M_LIFT] + C.DIR_SETTLE_MS
"""A lift that has come down is looked at when it stands, and does no more than that; so has a
hatch, which also turns round."""
MOVES = ("E902", "E605", "E523", "E803", "E405")
"""What a motor that runs by itself may meet before its current is told: an interlock, a limit."""
BY_ITSELF = ((r"lift_.", ("E602", *MOVES)), (r"head_.", ("E524", *MOVES)),
             (r"(?!lift_|head_)\w+", MOVES))  # fmt: skip
"""Motors, and that: a lift is past its lower end, a head past MID."""


ONCE_A_ROLL = "E701"
"""Told, the dice roll on, and it is not told again before they lie still."""


@dataclass(frozen=True)
class Lead:
    """A wrong (a pattern of its whole text) whose part is used: it must be told as one of `codes`;
    `others` may come first. `nth` of the row's times, else its longest. `in_a_row`: on end; else
    all uses together. `restarted`: it is looked at when the program begins, so it counts behind a
    start alone. `hidden`: once this was so while it lasts, nothing shows it any more. `theirs`: in
    service mode it is somebody's hand."""

    pattern: str
    codes: tuple[str, ...]
    used: u.Used
    others: tuple[str, ...] = ()
    more_ms: int = 0
    why: str = ""
    nth: int | None = None
    in_a_row: bool = True
    restarted: bool = False
    hidden: u.Used = u.never
    theirs: bool = False

    @property
    def limit_ms(self) -> int:
        """After so much use it has been told."""
        times = [ms for code in self.codes for ms in WITHIN_MS.get(code, (0,))]
        return (max(times) if self.nth is None else times[self.nth]) + LATE_MS + self.more_ms

    @property
    def allowed(self) -> tuple[str, ...]:
        """Faults that tell of it."""
        return self.codes + self.others


LEADS = (
    Lead(r"jam drum", ("E301",), u.held),
    Lead(r"jam ring", ("E302",), u.held),
    Lead(r"jam hatch", ("E801", "E802"), u.held),
    Lead(r"jam chain", ("E405",), u.held),
    Lead(r"jam lift_.", ("E601", "E602", "E603"), u.held, ("E605",)),
    Lead(r"lift pinch lift_.", ("E601", "E602", "E603"), u.held, ("E605",)),
    Lead(r"jam head_.", ("E521",), u.held),
    Lead(r"jam dice", (ONCE_A_ROLL,), u.held, hidden=u.told_once),
    Lead(r"jam belt_.", ("E401", "E403"), u.loaded, ("E402", "E404", "E407"),
         WITHIN_MS["E403"][0] + LATE_MS, "a count that was wrong is put right once before",
         hidden=u.recounted),
    Lead(r"open \w+", ("E204",), u.asked),
    *(Lead("short " + motor, ("E203",), u.alone, meets) for motor, meets in BY_ITSELF),
    *(Lead("short " + motor, ("E204",), u.unasked, ("E203", *meets))
      for motor, meets in BY_ITSELF),
    Lead(r"half-wave \w+", ("E203",), u.half_seen),
    Lead(r"running on \w+ \d+", ("E203",), u.lingers, MOVES),
    Lead(r"lid open", ("E806",), u.opened),
    Lead(r"loop open", ("E205",), u.always, ("E806",)),
    Lead(r"fuse blown", ("E206",), u.always),
    Lead(r"hot 900", ("E207",), u.always),
    Lead(r"hot 1900", ("E208",), u.always),
    Lead(r"mains hz (47|60)", ("E202",), u.always),
    Lead(r"mains cut \d+", ("E201",), u.dark),
    Lead(r"relay open", ("E209",), u.unpowered),
    Lead(r"relay welded", ("E908",), u.live_unarmed, restarted=True),
    Lead(r"store missing", ("E910",), u.always, restarted=True),
    Lead(r"relay stuck hatch", ("E801", "E802"), u.wrong_way, ("E803", "E902")),
    Lead(r"chain signature off", ("E901",), u.always),
    Lead(r"chain frozen", ("E901",), u.always),
    Lead(r"dead cable .", ("E604",), u.always,
         ("E902", "E605", "E523", "E524", "E522", "E404")),
    Lead(r"stuck drum_rot \w+", ("E301",), u.of("drum")),
    Lead(r"stuck ring_rot \w+", ("E302",), u.of("ring")),
    Lead(r"stuck dice_rot \w+", (ONCE_A_ROLL,), u.of("dice"), (),
         WITHIN_MS[ONCE_A_ROLL][0], "sticking once more it may show an edge", hidden=u.told_once),
    Lead(r"stuck (sig1 off|sig0 on)", ("E901",), u.lies),
    Lead(r"stuck lid on", ("E806",), u.lies),
    Lead(r"stuck loop_raw off", ("E205",), u.lies),
    Lead(r"stuck safe_fb off", ("E205",), u.lies_armed),
    Lead(r"stuck lmot_fb off", ("E209",), u.lies_armed, ("E205",)),
    Lead(r"stuck fuse_ok off", ("E206",), u.lies),
    Lead(r"stuck pfail on", ("E201",), u.lies),
    Lead(r"stuck hatch_(up|dn) on", ("E803",), u.both("hatch_up", "hatch_dn"),
         ("E902", "E802")),
    Lead(r"(stuck|limit lost) hatch_(up|dn)( off)?", ("E801", "E802"), u.lies_at_hatch, ("E902",)),
    Lead(r"stuck lift_(up|dn)_. on", ("E604",), u.both("lift_up_", "lift_dn_"),
         ("E902", "E605")),
    Lead(r"(stuck|limit lost) lift_dn_.( off)?", ("E605",), u.lies_at_rest, ("E902", "E602"),
         LANDING_MS, "it waits to start, or has just landed", theirs=True),
    Lead(r"(stuck|limit lost) lift_(up|dn)_.( off)?", ("E601", "E602", "E603"), u.asked_lift,
         ("E604", "E605", "E902")),
    Lead(r"stuck (park|mid)_. on", ("E523",), u.both("park_", "mid_")),
    Lead(r"stuck jam_. on", ("E404",), u.lies, ("E402",)),
    Lead(r"stuck cnt_. on", ("E402",), u.lies_at_belt, ("E401", "E403", "E404", "E407"),
         WITHIN_MS["E402"][0], "the belt runs back once, and is tried again", 0, False),
    Lead(r"stuck (elevator|mark) on", ("E805",), u.lies),
)  # fmt: skip
"""Every row whose part is used must be told by it."""


UNLED = {
    "E211": "a half-cycle is over before its time and a late scan's are",
    "E406": "whether a corner was due depends on where the rods set out",
    "E407": "whether a tile is to be given back, the program alone knows",
    "E431": "its time is the rate's, which the machine learns",
    "E432": "a tile too many may stay in the drum",
    "E433": "its time is the rate's, which the machine learns",
    "E522": "told where a push ends: whether one was due, the program alone knows",
    "E524": "told where a head rests with one tile, which no sensor sees",
    "E702": "no numbers are drawn in a campaign",
    "E804": "told when the hatch is up again, which people may hinder",
    "E807": "what people do",
    "E902": "an interlock has held a motor back: which wish was refused, no pin shows",
    "E903": "how scans come is the trunk's, not a wrong",
    "E904": "whether both copies of a record are torn is chance",
    "E905": "whether a set was being built is known to the record alone",
    "E906": "nobody starts the self-test",
    "E907": "each mechanism's own limit comes before its motor's",
    "E909": "three restarts in ten seconds each: more than a run's wrongs make by plan",
    "E911": "told after two sets; an evening's wrongs are (`evening.py`)",
    "E912": "told after three sets; an evening's wrongs are (`evening.py`)",
    "E913": "whether the table's record is among the lost ones is chance",
}  # fmt: skip
"""Faults that no row must lead to, and why; each has its test in the catalogue, which fails
without its rule (`tests/faults/test_no_rule_is_spare.py`)."""


@cache
def leads_of(text: str) -> tuple[Lead, ...]:
    """The rows of a wrong; none where it may stay untold."""
    return tuple(lead for lead in LEADS if re.fullmatch(lead.pattern, text))
