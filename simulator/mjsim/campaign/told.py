"""Was a wrong told in time? How long its part was used, and which fault came how soon.

What it must lead to, and within which time, is `leads.py`, from the fault catalogue.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from mjsim.campaign.leads import Lead, leads_of
from mjsim.campaign.uses import part_of, recounted, told_once
from mjsim.generated import constants as C
from mjsim.generated.fault_rows import WARNINGS
from mjsim.plant.inject import Cause, outdoes, parse

ONCE = (recounted, told_once)
"""What may have hidden a wrong before it began."""


def stands(plant: Any) -> bool:
    """The table stands with a fault already, and says so."""
    return bool(plant.aux & C.AUX_LAMP_FAULT)


def _outdone(plant: Any, wrong: Cause) -> bool:
    """Is this a level that a later one of its kind has the place of?"""
    levels = [cause.text for cause in plant.causes if outdoes(cause, wrong)]
    return bool(levels) and levels[-1] != wrong.text


def _runs(plant: Any) -> bool:
    """There is a program."""
    return bool(plant.logic_ok and plant.has_program)


class Watch:
    """One row of `leads.py` while its wrong lasts."""

    def __init__(self, lead: Lead, text: str) -> None:
        self.lead = lead
        self.most_ms = 0  # of use, until it was told
        self.late = ""
        self.is_told = False
        self._text = text
        self._row_ms = 0
        self.was_used = False
        self.is_hidden = False

    def look(self, used: bool, ms: int) -> None:
        """So much time has passed; what is used at two looks was used between them."""
        if used and self.was_used:
            self.add(ms)
        elif self.lead.in_a_row:
            self._row_ms = 0
        self.was_used = used

    def add(self, ms: int) -> None:
        """Its part was used on."""
        if self.is_told:
            return
        self._row_ms += ms
        self.most_ms = max(self.most_ms, self._row_ms)
        if self.most_ms > self.lead.limit_ms and not self.late:
            self.late = "%s: its part was used for %.2f s, and %s was due within %.2f s" % (
                self._text, self.most_ms / 1000, " or ".join(self.lead.codes),
                self.lead.limit_ms / 1000)  # fmt: skip

    def hear(self, code: str, ms: int, by_it: bool) -> None:
        """A fault was told, `ms` after the last look; `by_it`: nothing else can have led to it."""
        if self.was_used:
            self.add(ms)
        if code in self.lead.allowed:
            self.is_told = True
        elif by_it and self.was_used and not (self.is_told or self.late or code in WARNINGS):
            self.late = "%s: told as %s, which is none of %s" % (
                self._text, code, ", ".join(self.lead.allowed))  # fmt: skip


class Use:
    """One wrong while it lasts: how long its part was used, what was told."""

    def __init__(self, text: str, at_ms: int, noticed: bool = True,
                 forgotten: Container[str] = ()) -> None:  # fmt: skip
        # there was a program without a fault to tell of what is over in a moment; `forgotten`:
        # belts that carry no more than what they were to give back, and did not: those that came
        # since are counted, but as many others arrive for them; or dice told of in this roll
        self.text = text
        self.at_ms = at_ms
        self.used_ms = 0
        self.told_ms = -1
        self.late_ms = -1  # when it was first too late
        self.code = ""
        cause = parse(text)
        self._wrong, self._part = cause, part_of(cause.args)
        self.watches = [Watch(lead, text) for lead in leads_of(cause.text)]
        self._seen_ms, self._was_used = at_ms, noticed
        self._restarted = False
        for watch in self.watches:
            watch.was_used = noticed
            watch.is_hidden = watch.lead.hidden in ONCE and self._part in forgotten

    def look(self, plant: Any, now_ms: int, served: bool = False) -> None:
        """After each scan, and when it comes or goes; `served`: the table is in service mode."""
        runs = _runs(plant) and not _outdone(plant, self._wrong)
        awake = runs and not stands(plant)  # else there is nobody to tell of something new
        self._restarted |= not plant.has_program
        ms, self._seen_ms = now_ms - self._seen_ms, now_ms
        used = awake and not self.watches
        for watch in self.watches:
            lead = watch.lead
            heard = runs and self._restarted if lead.restarted else awake
            heard = heard and not (served and lead.theirs)
            watch.is_hidden |= lead.hidden(plant, self._part)
            watch.look(heard and not watch.is_hidden and lead.used(plant, self._part), ms)
            used |= watch.was_used
        self._note(now_ms)
        was, self._was_used = self._was_used, used
        if was and used and self.told_ms < 0:
            self.used_ms += ms

    def roll_over(self) -> None:
        """The dice lie still: in the next roll it is told once more."""
        for watch in self.watches:
            watch.is_hidden &= watch.lead.hidden is not told_once

    def hear(self, code: str, at_ms: int, by_it: bool = False) -> None:
        """A fault was told."""
        ms, self._seen_ms = at_ms - self._seen_ms, at_ms
        for watch in self.watches:
            watch.hear(code, ms, by_it)
        self._note(at_ms)
        if self.told_ms < 0:
            self.used_ms += ms if self._was_used else 0
            self.told_ms, self.code = at_ms - self.at_ms, code

    def _note(self, now_ms: int) -> None:
        if self.late_ms < 0 and self.late:
            self.late_ms = now_ms

    @property
    def late(self) -> str:
        """What its rows were not given in time, a sentence; "" when they were."""
        return next((watch.late for watch in self.watches if watch.late), "")

    def as_row(self) -> list[Any]:
        """For the result: what, used, fault, after."""
        return [self.text, self.used_ms, self.code, self.told_ms]
