"""Sensors judged: pure functions from what a hand did and the board saw to verdicts."""

from collections import defaultdict
from dataclasses import dataclass, field

from .parts import Input, Parts, severities
from .verdict import FAILED, LEFT, OK, UNSURE, WORN, Verdict

FOLLOW = frozenset(("loop_raw", "safe_fb", "lmot_fb", "k1_mir", "fuse_ok", "pfail"))
"""What changes by itself when the stop loop opens or a motor's power comes and goes."""
CABLE = 3  # inputs of one plug that are all silent: it is the cable
SURE = 12  # passes after which half of them missed is told from all seen, 3 in 1,000 wrong


@dataclass
class Touch:
    """A hand was at one sensor `passes` times; `seen` of them showed; `others` changed instead."""

    name: str
    rest: int
    passes: int = 0
    seen: int = 0
    others: dict[str, int] = field(default_factory=dict)
    bounced: bool = False
    stray: bool = False  # a beam sees something with its light off
    skipped: str = ""


def judge(touches: dict[str, Touch], parts: Parts) -> list[Verdict]:
    """A verdict for every sensor that was tried, and one for a plug whose cable is dead."""
    dead = dead_plugs(touches, parts)
    found = [Verdict(f"plug {plug}", FAILED, "dead cable",
                     f"none of its {len(names)} sensors shows what a hand does: "
                     + ", ".join(names),
                     "plug it in, look at its supply and ground wires")
             for plug, names in dead.items()]
    silent = {name: plug for plug, names in dead.items() for name in names}
    for name, touch in touches.items():
        if name in silent:
            found.append(Verdict(f"sensor {name}", UNSURE, UNSURE,
                                 f"the cable of {silent[name]} is dead"))
        else:
            found.append(judge_one(touch, parts.inputs[name], touches))
    return found


def dead_plugs(touches: dict[str, Touch], parts: Parts) -> dict[str, list[str]]:
    """Plugs of which no sensor changed at all."""
    by_plug: dict[str, list[Touch]] = defaultdict(list)
    for touch in touches.values():
        if parts.inputs[touch.name].plug and touch.passes:
            by_plug[parts.inputs[touch.name].plug].append(touch)
    return {plug: [touch.name for touch in its] for plug, its in by_plug.items()
            if len(its) >= CABLE and not any(t.seen or t.others or t.bounced for t in its)}


def judge_one(touch: Touch, part: Input, touches: dict[str, Touch]) -> Verdict:
    """One sensor."""
    item = f"sensor {touch.name}"
    figures = {"rest": touch.rest, "passes": touch.passes, "seen": touch.seen}
    for check in (_bouncing, _skipped, _swapped, _stuck, _stray, _dim):
        verdict = check(touch, part, touches)
        if verdict:
            grade, word, text, do = verdict
            return Verdict(item, grade, word, text, do, figures)
    return Verdict(item, OK, OK, "", "", figures)


Found = tuple[str, str, str, str] | None


def _bouncing(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    if not touch.bounced:
        return None
    return (FAILED, "bouncing", "it changes though nobody touches it",
            "look for a loose plug or wire, light from above, a worn contact")


def _skipped(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    if touch.passes:
        return None
    return LEFT, LEFT, touch.skipped or "nobody was at it", ""


def _swapped(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    """Another one showed in its place, most of the time."""
    if touch.seen > touch.passes // 4:
        return None
    often = [name for name, count in touch.others.items()
             if count * 2 > touch.passes and name not in FOLLOW
             and not (name in touches and touches[name].bounced)]
    if len(often) != 1:
        return None
    back = touches.get(often[0])
    sure = back is None or not back.passes or back.others.get(touch.name, 0) > 0
    return (FAILED if sure else UNSURE, "swapped", f"{often[0]} changed in its place",
            f"exchange the wires of {touch.name} and {often[0]}")


def _stuck(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    if touch.seen:
        return None
    level = "on" if touch.rest else "off"
    return (FAILED, f"stuck {level}", f"a hand was at it {times(touch.passes)}, it stayed "
            f"{touch.rest}", "look at wire, plug and the part itself")


def _stray(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    if not touch.stray:
        return None
    return (FAILED, "sees without its light", "it shows something with the emitters off",
            "look for light from above, a short of its wire")


def _dim(touch: Touch, part: Input, touches: dict[str, Touch]) -> Found:
    missed = touch.passes - touch.seen
    if missed <= 0 or not part.is_beam:
        return None
    share = missed * 100 // touch.passes
    text = f"it missed {missed} of {times(touch.passes)}"
    do = "clean its lens, look at its distance and its emitter's wire"
    if touch.passes < SURE and share < severities()["dim_pct"]:
        return UNSURE, "dim", text + "; more passes are needed", do
    return (FAILED if missed > 1 else WORN), "dim", text, do


def times(count: int) -> str:
    """`once`, `12 times`."""
    return "once" if count == 1 else f"{count} times"
