"""To which stage of `bench all` each item belongs, and what of it a visit has left untried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .parts import Parts
from .verdict import LEFT, Verdict

if TYPE_CHECKING:
    from .visit import Visit

STAGES = ("bare", "12v", "mains")
NEED_MAINS = ("TP11", "TP12", "TP13")
WITH_POWER = ("k1_mir", "lmot_fb", "safe_fb")  # they are tried by a motor's run
WITH_LOOP = ("lid", "loop_raw", "pfail")  # they need lid and stop plugged in
WITH_MOTOR = ("dir_hatch", "dir_chain", "dir_drum", "dir_belts", "dice_sleep_n")
OF_KIND = {"board": "bare", "panel": "12v", "plug": "12v"}


def stage_of(item: str, parts: Parts) -> str:
    """The first stage in which it can be tried."""
    kind, _, name = item.partition(" ")
    if kind == "point":
        return "mains" if name in NEED_MAINS else "bare"
    if kind == "output":
        return "mains" if name in WITH_MOTOR else "12v"
    if kind == "sensor":
        if name in WITH_POWER:
            return "mains"
        return "12v" if name in WITH_LOOP or parts.inputs[name].plug else "bare"
    return OF_KIND.get(kind, "mains")


def items(parts: Parts) -> Iterator[str]:
    """Every item of the I/O map."""
    for kind, names in (("point", parts.testpoints), ("sensor", parts.inputs),
                        ("output", parts.outputs), ("motor", parts.motors)):
        yield from (f"{kind} {name}" for name in names)


def is_later(visit: Visit, item: str) -> bool:
    """It comes in a stage behind this visit's."""
    its = stage_of(item, visit.session.parts)
    return STAGES.index(its) > STAGES.index(visit.stage)


def leave_the_rest(visit: Visit) -> None:
    """What was not tried is said to be left, so that nothing is missing in the report."""
    for item in items(visit.session.parts):
        if item not in visit.done:
            its = stage_of(item, visit.session.parts)
            text = (f"not in stage {visit.stage}: it comes with stage {its}"
                    if is_later(visit, item) else "nobody came to it")
            visit.tell(Verdict(item, LEFT, LEFT, text))


def missed(visit: Visit) -> list[str]:
    """Items of this visit's stage that were not tried."""
    return [v.item for v in visit.verdicts if v.grade == LEFT and not is_later(visit, v.item)]


def later(visit: Visit) -> dict[str, int]:
    """By later stage, how many items it has."""
    parts = visit.session.parts
    count = Counter(stage_of(v.item, parts) for v in visit.verdicts
                    if v.grade == LEFT and is_later(visit, v.item))
    return {stage: count[stage] for stage in STAGES if count[stage]}


def sentences(visit: Visit) -> Iterator[str]:
    """What was left, counted, for people."""
    if behind := later(visit):
        told = " and ".join(f"{count} in stage {stage}" for stage, count in behind.items())
        yield (f"Later stages have the rest: {told}; the report's files name each.")
    if left := missed(visit):
        yield (f"{_items(len(left))} of this stage {'was' if len(left) == 1 else 'were'} not "
               "tried: without them this is no acceptance (--complete makes it exit code 5).")


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
