"""Fu: what sets, pair, wait and the way of winning bring, before they are rounded up to tens."""

from operator import attrgetter
from typing import Any

from mjscore.hand import CHOW, KONG
from mjscore.rows import Need, Row
from mjscore.ruleset import builtin
from mjscore.systems.riichi.readings import NO_CHOW, SEVEN, Hand
from mjscore.tiles import DRAGON, IS_MAJOR, WIND

_ROW = builtin("RIICHI").row
SIMPLE, MAJOR = False, True
# rule when open, rule when concealed, kong, terminals and honours
SETS_OF = (
    ("RI-F04", "RI-F05", False, SIMPLE),
    ("RI-F06", "RI-F07", False, MAJOR),
    ("RI-F08", "RI-F09", True, SIMPLE),
    ("RI-F10", "RI-F11", True, MAJOR),
)


def _sets(kong: bool, major: bool, is_open: bool) -> Need:
    def count(v: Any) -> int:
        return len([one for one in v.sets if one.kind != CHOW and (one.kind == KONG) == kong
                    and IS_MAJOR[one.tile] == major and one.open == is_open])  # fmt: skip

    name = f"{'open' if is_open else 'concealed'} {'kong' if kong else 'pung'}"
    return Need(count, f"there is no {name} of {'terminals or honours' if major else '2 to 8'}")


def valued_pair(v: Any) -> int:
    """How often the pair is of value: dragons, own wind, round wind; 2 for a wind that is both."""
    pair = v.pairs[0]
    return (pair >= DRAGON) + (pair == WIND + v.seat) + (pair == WIND + v.round_wind)


def _closed_wait(v: Any) -> bool:
    """The middle tile of a chow, the 3 of 1-2-3, the 7 of 7-8-9, or the pair."""
    chow = v.reading.chow
    if chow == NO_CHOW:
        return bool(v.reading.pair_wait)
    place, low = v.win.tile - chow, chow % 9
    return place == 1 or (low == 0 and place == 2) or (low == 6 and place == 0)


OF_SETS = Need(attrgetter("reading.sets"), "the hand is not read as four sets and a pair")
PAIR = Need(valued_pair, "the pair is of no value")
WAIT = Need(_closed_wait, "the wait was open, or on a pung")
_TIMES = [row for on_table, in_hand, kong, major in SETS_OF
          for row in ((on_table, _sets(kong, major, True)), (in_hand, _sets(kong, major, False)))]
ROWS: tuple[Row, ...] = (
    *(_ROW(id, (OF_SETS, need), need.test) for id, need in _TIMES),
    _ROW("RI-F12", (OF_SETS, PAIR), valued_pair),
    _ROW("RI-F13", (OF_SETS, WAIT)),
)
BASES = (
    _ROW("RI-F01", ()), _ROW("RI-F02", ()), _ROW("RI-F03", ()), _ROW("RI-F14", ()),
    _ROW("RI-F15", ()),
)  # fmt: skip


def fu_of(v: Hand, rows: dict[str, int]) -> dict[str, int]:
    """All fu lines of a reading, from those of sets, pair and wait (`rows`)."""
    points, options = v.request.rules.points, v.options
    if v.reading.shape == SEVEN:
        return {"RI-F03": points["RI-F03"]}
    found = dict(rows)
    if v.drawn and (found or options["pinfu_drawn_fu"]):
        found["RI-F14"] = points["RI-F14"]
    if not v.closed and not found and options["open_pinfu_fu"]:
        found["RI-F15"] = points["RI-F15"]
    base = "RI-F02" if v.closed and not v.drawn else "RI-F01"
    return {base: points[base]} | found

