"""What must hold, as a table.

The judge reads plant and output pins and shares no code with the firmware; a test shows that every
rule fires.

`when`: START when a motor gets current; LASTS when it holds for longer than `ms`; SAID when the
plant says a sentence; DEALT when a hand is dealt; END when a run is over. A rule is not asked
while one of its `inputs` tells the controller what is not so: nobody could know.
"""

from __future__ import annotations

from typing import NamedTuple

from mjsim.campaign import motions, outcomes
from mjsim.campaign.motions import LETTERS, Broken, says, says_else, start, together
from mjsim.campaign.scene import BELTS, CHAIN, HATCH, HEADS, INSIDE, LIFTS, RING

START, LASTS, SAID, DEALT, END = "start", "lasts", "said", "dealt", "end"
REACT_MS = 60
"""The slowest answer that a late scan allows (docs/HOW_IT_RUNS.md), and a step of the judge."""
LEAVE_MS = 920
"""As long as a hatch that turns the wrong way, or not at all, looks like one that sets out: the
flag's 6 % of 2.5 s on the slowest table, with room, and two answers."""
LIFT_DOWN = tuple("lift_dn_" + letter for letter in LETTERS)
PUSH_HOME = tuple("push_home_" + letter for letter in LETTERS)
SENTENCES = {
    "hand in the drum": "hand in the drum",
    "sets mixed": "sets mixed",
    "relay": "direction relay",
    "tile twice": r"tile \d+ is",
    "power": r" W (running|starting), limit |ms after another motor",
    "moved together": "(moved|pushed) while|was not down",
    "one place": "two things in one place|full lane",
    "half a stack": "half a stack",
    "tile in the way": "driven into|tile half in it",
}
"""By rule, what the plant says when it is broken."""


class Rule(NamedTuple):
    """One rule; `broken` says how, "" when it holds."""

    name: str
    when: str
    sentence: str
    broken: Broken
    ms: int = 0
    inputs: tuple[str, ...] = ()


def _said(name: str, sentence: str) -> Rule:
    return Rule(name, SAID, sentence, says(SENTENCES[name]))


RULES = (
    Rule("nobody began", START, "no motor starts unless a key moved since power-on, stop or fault",
         motions.unasked),
    Rule("open hatch", START, "nothing inside starts under an open hatch",
         start(INSIDE, lambda s: not s.shut), 0, ("hatch_dn",)),
    Rule("lift not down", START, "no head and no chain starts while a lift is not down",
         start(HEADS | CHAIN, motions.lift_not_down), 0, LIFT_DOWN),
    Rule("pusher out", START, "no lift and no chain starts while a pusher is out",
         start(LIFTS | CHAIN, motions.pusher_out), 0, PUSH_HOME),
    Rule("chain away", START, "no lift starts while the chain is not parked",
         start(LIFTS, motions.chain_away), 0, ("chain_zero",)),
    Rule("chain and head", START, "chain and heads have no current together",
         together(CHAIN, HEADS)),
    Rule("lift and under", START, "no lift has current together with what is under it",
         together(LIFTS, BELTS | HEADS | CHAIN | RING)),
    Rule("hatch and inside", START, "the hatch has no current together with anything inside",
         together(HATCH, INSIDE)),
    Rule("belt and head", START, "belt and head of a line have no current together",
         motions.line),
    Rule("lid", LASTS, "no motor has current with the lid open", motions.lid, REACT_MS),
    Rule("stop", LASTS, "no motor has current with the stop loop open", motions.stop, REACT_MS),
    Rule("pinch", LASTS, "the hatch is not driven down on a pinch", motions.pinched, REACT_MS,
         ("pinch",)),
    Rule("hatch at its top", LASTS, "the hatch is not driven on at its upper end",
         motions.past_top, 2 * REACT_MS, ("hatch_up",)),
    Rule("hatch at its bottom", LASTS, "the hatch is not driven on when it is shut",
         motions.past_bottom, 2 * REACT_MS, ("hatch_dn",)),
    Rule("hatch against its top", LASTS, "the hatch is not driven up from its upper end",
         motions.against_top, LEAVE_MS, ("hatch_up",)),
    Rule("hatch against its bottom", LASTS, "the hatch is not driven down from its lower end",
         motions.against_bottom, LEAVE_MS, ("hatch_dn",)),
    Rule("lift at both ends", LASTS, "no lift runs while both its ends are reported",
         motions.both_ends, REACT_MS),
    Rule("fault lamp", LASTS, "no motor is asked for while the fault lamp is lit",
         motions.under_lamp, REACT_MS),
    Rule("dead board", LASTS, "no motor has current from a controller without supply",
         motions.no_board, REACT_MS),
    _said("hand in the drum", "nothing moves inside an open drum"),
    _said("sets mixed", "the sets stay apart"),
    _said("relay", "a direction relay moves at standstill"),
    _said("tile twice", "every tile is in one place"),
    Rule("power", SAID, "the supply is never asked for more than it has",
         motions.overload(SENTENCES["power"])),
    _said("moved together", "nothing moves that would meet another"),
    _said("one place", "no two things are pushed into one place"),
    _said("half a stack", "no half stack is pushed"),
    _said("tile in the way", "no tile is driven into a head, and no head into a tile"),
    Rule("physics", SAID, "no other law of physics is broken",
         says_else(tuple(SENTENCES.values()))),
    Rule("stacks", DEALT, "the walls have the stacks of the game", outcomes.stacks),
    Rule("twos", DEALT, "a stack is two tiles", outcomes.twos),
    Rule("faces", DEALT, "all tiles lie face down", outcomes.faces),
    Rule("one set", DEALT, "a hand is of one set", outcomes.one_set),
    Rule("alternates", DEALT, "the two sets take turns", outcomes.alternates),
    Rule("marker", DEALT, "one dealer is shown, the one whose turn it is", outcomes.marker),
    Rule("tiles", END, "every tile is in exactly one place", outcomes.tiles),
    Rule("beside", END, "a dealt set has no tile beside its walls", outcomes.beside),
)  # fmt: skip
"""Every rule, in the order they are asked."""
