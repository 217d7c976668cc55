"""A cut from its moment to the end: in a copy of the process, so that the evening goes on."""

from __future__ import annotations

from typing import Any

from mjsim.campaign.fork import Lost, elsewhere
from mjsim.campaign.powercut.cut import Cut
from mjsim.campaign.powercut.evening import Live
from mjsim.campaign.powercut.likeness import likeness
from mjsim.campaign.powercut.witness import LIMIT_MS, Witness
from mjsim.words.stumble import where

LOOK_MS = 500
REST_MS = 20_000
"""Longer than dice roll and settle."""
CPU_S = 120.0
Result = dict[str, Any]


def branch(live: Live, cut: Cut, seen: set[str]) -> Result:
    """What came of one cut; one that hangs or dies is a result as well."""
    try:
        result: Result = elsewhere(lambda: play(live, cut, seen), CPU_S)
    except Lost as lost:
        rule = "hung" if lost.hung else "traceback"
        result = _result([(rule, "signal %d" % lost.signal, live.table.now_ms)])
    if result["like"]:
        seen.add(result["like"])
    return result


def play(live: Live, cut: Cut, seen: set[str]) -> Result:
    """The power goes and comes back, people play on; whatever the program does, a result."""
    try:
        witness = Witness(live)
        witness.power_goes(cut)
        cut.go(live)
        like = likeness(live)
        if like and like in seen:
            return _result([], like, again=True)
        return {**_play_on(live, cut, witness), "like": like}
    except Exception as problem:  # noqa: BLE001 - a traceback is what is looked for
        return _result([("traceback", where(problem), live.table.now_ms)])


def _play_on(live: Live, cut: Cut, witness: Witness) -> Result:
    table, scene = live.table, live.judge.scene
    witness.power_comes()
    cut.come_back(live)
    witness.silent = False
    begun, deals = table.now_ms, len(scene.deals)
    end_ms = begun + LIMIT_MS[table.machine]
    while len(scene.deals) == deals and table.now_ms < end_ms:
        table.run_for(LOOK_MS)
    in_time = len(scene.deals) > deals
    took_ms = table.now_ms - begun
    if in_time:
        table.run_for(REST_MS)
    witness.finish(in_time)
    return _result(witness.breaches, took_ms=took_ms, faults=witness.faults())


def _result(failed: list[tuple[str, str, int]], like: str = "", *, again: bool = False,
            took_ms: int = 0, faults: list[str] | None = None) -> Result:  # fmt: skip
    return {"failed": [list(breach) for breach in failed], "like": like, "again": again,
            "took_ms": took_ms, "faults": faults or []}  # fmt: skip
