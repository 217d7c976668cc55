"""The two halves of a run.

Safety: things go wrong as the options say, people do what they like; nothing unsafe, nothing lost.
Liveness: everything is mended, people follow the remedies as written; a hand must be finished.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mjsim.campaign import trace, uses, visits
from mjsim.campaign.games import STACKS
from mjsim.campaign.judge import Judge
from mjsim.campaign.leads import ONCE_A_ROLL
from mjsim.campaign.options import Options, Wrong
from mjsim.campaign.told import Use, stands
from mjsim.plant import inject
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError
from mjsim.words.stumble import where

LOOK_MS = 500
AFTER_MS = 5_000
"""How long the safety half goes on behind the last of what goes wrong."""
LIVE_MS = {"four_port": 900_000, "single_port": 1_200_000, "row_port": 900_000}
"""Within this time after everything was mended a hand is finished."""
LEFT_BY_SWITCHING, OFF_MS = {"maintenance", "selftest", "E908", "E909"}, 3_000
"""A key that was down as the board started, a board that stays safe: switched off and on."""
KEYS = {"mark", "elevator"}
SLOW_SCAN = "E903"
"""Told for late scans, whatever else is wrong."""
REST_MS = 15_000
"""Longer than dice roll."""

Result = dict[str, Any]


class Session:
    """One run on a live table: what goes wrong, and who judges it."""

    waiting = False

    def __init__(self, table: SimTable, options: Options) -> None:
        self.table = table
        self.options = options
        self.judge = Judge(table, STACKS[options.trunk.profile])
        table.runner.links += [self.judge, self]
        self.begun_ms = table.now_ms
        self.raw = len(table.hearing.raw)
        self.broken = True
        self.done: list[str] = []  # what really went wrong
        self.did: list[tuple[int, str]] = []  # that, and what was put right, with its times
        self.uses: list[Use] = []
        self._lasting: dict[str, Use] = {}
        self._forgotten: dict[str, int] = {}  # by belt: how many it did not give back
        self._roll_told = False  # E701, and the dice still turn
        self._heard = stands(table.plant)  # a fault, which may bring others
        table.hearing.listen(self._fault, ("fault",))
        for wrong in options.wrongs:
            for turn in range(wrong.times):
                self._plan(wrong, wrong.at_ms + turn * wrong.every_ms)

    def _plan(self, wrong: Wrong, at_ms: int) -> None:
        self.table.after(at_ms, lambda: self._go_wrong(wrong.text))
        self.table.after(at_ms + wrong.ms, lambda: self._go_right(wrong.text))

    def _go_wrong(self, text: str) -> None:
        """Now, when it can: a tile cannot get lost where none is."""
        if self.broken:
            known = self.table.plant.tile_set
            before = len(known)
            try:
                self.table.inject(text)
            except UsageError:
                return
            self.judge.scene.added.update(known[before:])
            if KEYS.intersection(text.split()):
                self.judge.scene.excused = True  # nobody knows what was pressed
            if text.startswith("store"):
                self.judge.scene.excused = self.judge.scene.forgot = True
            self.done.append(text)
            self._note(text)
            if text not in self._lasting:
                awake = self.table.table is not None and not stands(self.table.plant)
                forgotten = {belt for belt, tiles in self._forgotten.items()
                             if 0 < len(uses.carries(self.table.plant, belt)) <= tiles}
                if self._roll_told:
                    forgotten |= {"dice", "dice_rot"}
                self._lasting[text] = Use(text, self.table.now_ms, awake, forgotten)
                self.uses.append(self._lasting[text])

    def _go_right(self, text: str) -> None:
        if self.broken:
            self._look_at_uses()
            self._lasting.pop(text, None)
            self.table.inject("clear " + text)
            self._note("clear " + text)

    def _note(self, text: str) -> None:
        self.did.append((self.table.now_ms, text))

    def poll(self, _now_ms: int) -> bool:
        """After a scan."""
        self._look_at_uses()
        return False

    def _look_at_uses(self) -> None:
        """Time has passed for what is wrong; what people have mended is over."""
        plant, served = self.table.plant, self.table.state == "service"
        if self._roll_told and not plant.motors & uses.MOTOR["dice"]:
            self._roll_told = False
            for use in self._lasting.values():
                use.roll_over()
        for belt in uses.BELTS:
            if uses.runs_back(plant, belt):
                self._forgotten[belt] = len(uses.carries(plant, belt))
        wrong = {cause.text for cause in plant.causes}
        for text, use in list(self._lasting.items()):
            use.look(plant, self.table.now_ms, served)
            if inject.parse(text).text not in wrong:
                del self._lasting[text]

    def _fault(self, event: dict[str, Any]) -> None:
        self._roll_told |= event["code"] == ONCE_A_ROLL
        if event["code"] != SLOW_SCAN:
            by_it = len(self.uses) == 1 and not self._heard
            for use in self._lasting.values():
                use.hear(event["code"], self.table.plant.now, by_it)
            self._heard |= bool(self._lasting)

    def end_ms(self) -> int:
        """When the safety half is over."""
        return self.begun_ms + AFTER_MS + max(wrong.end_ms for wrong in self.options.wrongs)

    # the halves

    def safety(self, until_ms: int | None = None) -> None:
        """Break what was drawn."""
        end_ms = self.end_ms() if until_ms is None else until_ms
        while self.table.now_ms < end_ms:
            self.step(end_ms)

    def step(self, end_ms: int) -> None:
        """A little time, then a look."""
        self.table.run_for(min(LOOK_MS, end_ms - self.table.now_ms))
        self.judge.look()
        self._look_at_uses()

    def mend(self) -> None:
        """Everything is mended, and people do as the pages say from here on."""
        self.broken = False
        self._note("everything is mended")
        table = self.table
        table.inject("clear all")
        if LEFT_BY_SWITCHING.intersection((table.state, *table.faults)):
            table.power_off()
            table.run_for(OFF_MS)
        table.power_on()
        if table.people is not None:
            table.people.habits = replace(table.people.habits, clumsy=0.0, helpful=True,
                                          thorough=True)

    def liveness(self) -> int:
        """Until a hand is dealt and its dice lie still; ms it took, -1 when none came."""
        table, scene = self.table, self.judge.scene
        mended, before = table.now_ms, len(scene.deals)
        end_ms = mended + LIVE_MS[table.machine]
        while len(scene.deals) == before and table.now_ms < end_ms:
            self.step(end_ms)
        if len(scene.deals) == before:
            return -1
        took = table.now_ms - mended
        while table.plant.dice_rest_ms > table.now_ms and table.now_ms < mended + took + REST_MS:
            self.step(mended + took + REST_MS)
        return took

    # how it ended

    def result(self, took_ms: int) -> Result:
        """The run as its campaign keeps it."""
        breaches = [list(breach) for breach in self.judge.finish()]
        breaches += [["untold", use.late, use.late_ms] for use in self.uses if use.late]
        if took_ms < 0:
            where = "no hand was finished: " + self.table.summary()
            breaches.append(["way on", where, self.table.now_ms])
        return {
            "run": self.options.number,
            "failed": breaches,
            "done": [use.as_row() for use in self.uses],
            "kinds": sorted({inject.parse(text).name for text in self.done}),
            "took_ms": took_ms,
            "sim_ms": self.table.now_ms - self.begun_ms,
            "deals": len(self.judge.scene.deals),
            **visits.seen(self.table, self.raw),
        }


def play(table: SimTable, options: Options, tell: bool = False) -> Result:
    """Both halves, from the table as it stands; whatever the program does, a result."""
    phase = visits.stand(table)
    session = Session(table, options)
    try:
        session.safety()
        session.mend()
        result = session.result(session.liveness())
    except Exception as problem:  # noqa: BLE001 - a traceback is what is looked for
        result = crashed(options, problem, table.now_ms)
    result["phase"] = phase
    if tell:
        first = [breach[2] for breach in result["failed"][:1]] or [table.now_ms]
        result["log"] = trace.lines(session, first[0])
    return result


def crashed(options: Options, problem: Exception, now_ms: int) -> Result:
    """A run that ended in a traceback."""
    return empty(options, "traceback", where(problem), now_ms)


def empty(options: Options, rule: str, text: str, now_ms: int = 0) -> Result:
    """A run without a report of its own."""
    return {"run": options.number, "failed": [[rule, text, now_ms]], "done": [], "kinds": [],
            "took_ms": -1, "sim_ms": 0, "deals": 0, "states": {}, "rows": {}, "faults": {},
            "phase": ""}  # fmt: skip
