"""What must hold, as a table.

The judge reads plant and output pins and shares no code with the firmware; a test shows that every
rule fires.

`when`: START when a motor gets current; LASTS when it holds for longer than `ms`; SAID when the
plant says a sentence; DEALT when a hand is dealt; END when a run is over. A rule is not asked
while one of its `inputs` tells the controller what is not so: nobody could know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from mjsim.campaign.scene import (
    BELTS,
    CHAIN,
    HATCH,
    HEADS,
    INSIDE,
    LIFTS,
    RING,
    Scene,
)
from mjsim.generated import constants as C
from mjsim.plant.head import PUSHING

START, LASTS, SAID, DEALT, END = "start", "lasts", "said", "dealt", "end"
REACT_MS = 60
"""The slowest answer that a late scan allows (docs/HOW_IT_RUNS.md), and a step of the judge."""
LETTERS = "abcd"
LIFT_DOWN = tuple("lift_dn_" + letter for letter in LETTERS)
PUSH_HOME = tuple("push_home_" + letter for letter in LETTERS)


class Rule(NamedTuple):
    """One rule; `broken` says how, "" when it holds."""

    name: str
    when: str
    sentence: str
    broken: Callable[[Scene], object]
    ms: int = 0
    inputs: tuple[str, ...] = ()


# --- motors that start, or run


def _names(mask: int) -> str:
    return " ".join(name for i, name in enumerate(C.MOTORS) if mask >> i & 1)


def _start(motors: int, so: Callable[[Scene], object]) -> Callable[[Scene], object]:
    """One of these motors starts while something is so."""
    return lambda s: _names(s.starts & motors) if s.starts & motors and so(s) else ""


def _lift_not_down(s: Scene) -> bool:
    return any(lift.zone for lift in s.plant.lifts)


def _pusher_out(s: Scene) -> bool:
    return any(head.zone == PUSHING for head in s.plant.heads)


def _chain_away(s: Scene) -> bool:
    return s.plant.chain is not None and s.plant.chain.zone != 0


def _together(s: Scene, one: int, other: int) -> str:
    on = s.on & ~s.plant.shorted
    return _names(on & (one | other)) if s.starts and on & one and on & other else ""


def _line(s: Scene) -> str:
    both = (s.on & ~s.plant.shorted) >> C.M_BELT & (s.on >> C.M_HEAD) & 15
    return "lines " + " ".join(LETTERS[i] for i in range(4) if both >> i & 1) if both else ""


def _own(s: Scene) -> int:
    """Motors with current that the controller gave them."""
    return int(s.on & ~s.plant.shorted)


def _hatch(s: Scene, way: int) -> bool:
    return bool(_own(s) & HATCH and s.plant.hatch.way == way)


def _both_ends(s: Scene) -> str:
    raw = s.plant.input
    lifts = [i for i in range(4) if _own(s) >> C.M_LIFT + i & 1]
    return " ".join("lift_" + LETTERS[i] for i in lifts
                    if raw("lift_up_" + LETTERS[i]) and raw("lift_dn_" + LETTERS[i]))  # fmt: skip


# --- sentences of the plant


def _says(pattern: str) -> Callable[[Scene], object]:
    """The plant has said a sentence of this kind."""
    return lambda s: next((text for text in s.fresh if re.search(pattern, text)), "")


KNOWN = ("hand in the drum|hatch (opened|moved)", "sets mixed", "direction relay", "^.*tile \\d+ ",
         "limit|within .* of|peak", "two things|while|pushed|into|lane|turn")  # fmt: skip


def _other(s: Scene) -> str:
    return next((text for text in s.fresh if not re.search("|".join(KNOWN), text)), "")


# --- a hand that is dealt


def _stacks(s: Scene) -> str:
    found = tuple(len(wall) for wall in s.plant.raised)
    return "" if found == s.stacks else "stacks are %s, not %s" % (found, s.stacks)


def _twos(s: Scene) -> str:
    odd = sum(len(stack) != 2 for wall in s.plant.raised for stack in wall)
    return "%d stacks are not of two tiles" % odd if odd else ""


def _faces(s: Scene) -> str:
    up = sum(not s.plant.pick.back[tile] for tile in s.deals[-1])
    return "%d tiles show their faces" % up if up else ""


def _one_set(s: Scene) -> str:
    names = Counter(s.plant.tile_set[tile] for tile in s.deals[-1])
    return "" if len(names) == 1 else "sets are mixed: %s" % dict(names)


def _alternates(s: Scene) -> str:
    names = [s.plant.tile_set[tiles[0]] for tiles in s.deals[-2:] if tiles]
    return "the %s set came twice" % names[0] if names[1:] and names[0] == names[1] else ""


def _marker(s: Scene) -> str:
    shown = s.dealers()
    if s.excused or s.pins is None or len(shown) == 1 and shown[0] in s.may_deal:
        return ""
    return "dealer lamps of sides %s, expected %s" % (shown, sorted(s.may_deal))


# --- a run that is over


def _tiles(s: Scene) -> str:
    plant = s.plant
    lanes = [*plant.lanes, plant.head_lane] if plant.chained else plant.lanes
    found = [*plant.hand, *plant.pick.loose, *(tile for side in plant.table for tile in side)]
    found += [tile for part in (*plant.belts,) for tile in part.tiles]
    found += [tile for head in plant.heads for tile in head.held]
    found += [tile for lane in lanes for stack in lane for tile in stack]
    if sorted(found) == list(range(len(plant.tile_set))):
        return ""
    times = Counter(found)
    wrong = [tile for tile in range(len(plant.tile_set)) if times[tile] != 1]
    return "tiles %s are in %s places" % (wrong[:5], [times[tile] for tile in wrong[:5]])


def _away(s: Scene) -> str:
    """With everything mended, a dealt set has all its tiles and none beside them."""
    if not s.deals:
        return ""
    plant = s.plant
    name = plant.tile_set[s.deals[-1][0]]
    mine = [tile for tile, its in enumerate(plant.tile_set) if its == name]
    rest = [plant.place(tile) for tile in mine if tile not in s.deals[-1]]
    rest = [place for place in rest if place != "hand"]
    text = "%d %s tiles beside the walls, the first in %s"
    return text % (len(rest), name, rest[0]) if rest else ""


RULES = (
    Rule("nobody began", START, "no motor starts unless a key went down since power-on, stop or "
         "fault", lambda s: _names(s.starts) if not s.begun else ""),
    Rule("open hatch", START, "nothing inside starts under an open hatch",
         _start(INSIDE, lambda s: not s.shut), 0, ("hatch_dn",)),
    Rule("lift not down", START, "no head and no chain starts while a lift is not down",
         _start(HEADS | CHAIN, _lift_not_down), 0, LIFT_DOWN),
    Rule("pusher out", START, "no lift and no chain starts while a pusher is out",
         _start(LIFTS | CHAIN, _pusher_out), 0, PUSH_HOME),
    Rule("chain away", START, "no lift starts while the chain is not parked",
         _start(LIFTS, _chain_away), 0, ("chain_zero",)),
    Rule("chain and head", START, "chain and heads have no current together",
         lambda s: _together(s, CHAIN, HEADS)),
    Rule("lift and under", START, "no lift has current together with what is under it",
         lambda s: _together(s, LIFTS, BELTS | HEADS | CHAIN | RING)),
    Rule("hatch and inside", START, "the hatch has no current together with anything inside",
         lambda s: _together(s, HATCH, INSIDE)),
    Rule("belt and head", START, "belt and head of a line have no current together", _line),
    Rule("lid", LASTS, "no motor has current with the lid open",
         lambda s: _names(_own(s)) if s.plant.input_raw("lid") else "", REACT_MS),
    Rule("stop", LASTS, "no motor has current with the stop loop open",
         lambda s: "" if s.plant.input_raw("loop_raw") else _names(_own(s)), REACT_MS),
    Rule("pinch", LASTS, "the hatch is not driven down on a pinch",
         lambda s: _hatch(s, -1) and s.plant.input_raw("pinch"), REACT_MS, ("pinch",)),
    Rule("hatch at its top", LASTS, "the hatch is not driven on at its upper end",
         lambda s: _hatch(s, 1) and s.plant.input_raw("hatch_up"), 2 * REACT_MS, ("hatch_up",)),
    Rule("hatch at its bottom", LASTS, "the hatch is not driven on when it is shut",
         lambda s: _hatch(s, -1) and s.shut, 2 * REACT_MS, ("hatch_dn",)),
    Rule("lift at both ends", LASTS, "no lift runs while both its ends are reported", _both_ends,
         REACT_MS),
    Rule("fault lamp", LASTS, "no motor is asked for while the fault lamp is lit",
         lambda s: _names(s.plant.motors) if s.fault_lamp else "", REACT_MS),
    Rule("dead board", LASTS, "no motor has current from a controller without supply",
         lambda s: "" if s.plant.logic_ok else _names(_own(s)), REACT_MS),
    Rule("hand in the drum", SAID, "nothing moves inside an open drum", _says(KNOWN[0])),
    Rule("sets mixed", SAID, "the sets stay apart", _says(KNOWN[1])),
    Rule("relay", SAID, "a direction relay moves at standstill", _says(KNOWN[2])),
    Rule("tile twice", SAID, "every tile is in one place", _says(KNOWN[3])),
    Rule("power", SAID, "the power supply is never asked for more than it has", _says(KNOWN[4])),
    Rule("meeting", SAID, "no mechanism meets another, or a tile", _says(KNOWN[5])),
    Rule("physics", SAID, "no law of physics is broken", _other),
    Rule("stacks", DEALT, "the walls have the stacks of the game", _stacks),
    Rule("twos", DEALT, "a stack is two tiles", _twos),
    Rule("faces", DEALT, "all tiles lie face down", _faces),
    Rule("one set", DEALT, "a hand is of one set", _one_set),
    Rule("alternates", DEALT, "the two sets take turns", _alternates),
    Rule("marker", DEALT, "one dealer is shown, the one whose turn it is", _marker),
    Rule("tiles", END, "every tile is in exactly one place", _tiles),
    Rule("beside", END, "a dealt set has no tile beside its walls", _away),
)  # fmt: skip
"""Every rule, in the order they are asked."""
