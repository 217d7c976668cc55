"""When a failed run was lost: the moment after which no key, no person and no repair saves it.

The run is gone through again. From a moment copies go on in which everything is mended and one
rescue after another is tried; between a moment that could be saved and one that could not a copy
stands half way, and so on down to a look of the judge.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mjsim.campaign.fork import Lost, elsewhere
from mjsim.campaign.halves import LOOK_MS, Result, Session
from mjsim.campaign.options import Options
from mjsim.campaign.tree import CPU_S, trunk_at
from mjsim.people.remedies import CHAIN, DOWN, LIFT_OUT, PUSH
from mjsim.table.session import NotReached, SimTable
from mjsim.words.names import UsageError

LID_MS, ACT_MS, OFF_MS = 3_000, 1_000, 3_000
SEARCH_S = 600.0


def _remedies(_table: SimTable) -> None:
    """People do as the pages say; nothing more is needed."""


def _plug(table: SimTable) -> None:
    """The plug is pulled and put in again."""
    with suppress(NotReached):
        table.power_off()
    table.run_for(OFF_MS)
    table.power_on()


def _hands(table: SimTable) -> None:
    """Lid open, everything turned home, every tile that is under way back into the drum."""
    table.set_lid(True)
    table.run_for(LID_MS)
    lines = "abcd"[: len(table.plant.heads)]
    acts = [*CHAIN, *DOWN, *(act.format(line) for line in lines for act in (*PUSH, *LIFT_OUT))]
    for act in acts:
        verb, place, *count = act.split()
        with suppress(UsageError):
            table.mend(verb, place, int(count[0]) if count else 1)
        table.run_for(ACT_MS)
    table.set_lid(False)
    table.run_for(LID_MS)


RESCUES: dict[str, Callable[[SimTable], None]] = {
    "mending and the remedies": _remedies,
    "switching off and on": _plug,
    "hands under the lid": _hands,
}


def lost_at(options: Options, result: Result) -> str:
    """A sentence: until when the run could be saved and by what, and when it was lost."""
    def search() -> list[Any]:
        table = trunk_at(options)
        session = Session(table, options)
        hi = min(result["failed"][0][2], session.end_ms())
        hi = session.begun_ms + (hi - session.begun_ms) // LOOK_MS * LOOK_MS
        how = saved(session)
        if not how:
            return [session.begun_ms, ""]
        return latest(session, hi, how)

    try:
        at_ms, how = elsewhere(search, SEARCH_S)
    except Lost:
        return "the search for the moment ended without a result"
    if not how:
        return "lost when it forked, at %.1f s: nothing that was tried saves it" % (at_ms / 1000)
    return "could be saved until %.1f s, by %s; after that nothing that was tried saves it" % (
        at_ms / 1000, how)  # fmt: skip


def saved(session: Session) -> str:
    """Which rescue saves the run as it stands here, "" when none does."""
    for name, rescue in RESCUES.items():
        def future(rescue: Callable[[SimTable], None] = rescue) -> bool:
            session.mend()
            rescue(session.table)
            return not session.result(session.liveness())["failed"]

        with suppress(Lost):
            if elsewhere(future, CPU_S):
                return name
    return ""


def latest(session: Session, hi: int, how: str) -> list[Any]:
    """The last moment up to `hi` from which the run is saved, and by what; here it is, by `how`.

    The session stands at the lower end; copies of it go to the middle.
    """
    while True:
        lo = session.table.now_ms
        middle = lo + (hi - lo) // (2 * LOOK_MS) * LOOK_MS
        if middle <= lo:
            return [lo, how]

        def future(middle: int = middle, hi: int = hi) -> list[Any]:
            session.safety(middle)
            then = saved(session)
            return latest(session, hi, then) if then else []

        found = elsewhere(future, SEARCH_S)
        if found:
            return list(found)
        hi = middle


def first_of_each_rule(failures: list[tuple[Options, Result]]) -> dict[int, str]:
    """For the first failure of each rule, by run: when it was lost."""
    seen: dict[str, int] = {}
    said = {}
    for options, result in failures:
        rule = result["failed"][0][0]
        if rule not in seen and result["failed"][0][0] not in ("hung", "traceback"):
            seen[rule] = options.number
            said[options.number] = lost_at(options, result)
    return said


