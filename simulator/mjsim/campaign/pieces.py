"""What the commands have alike: numbers within limits, a campaign of pieces, each one result."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from mjsim.campaign import show
from mjsim.campaign.halves import Result
from mjsim.campaign.store import Kept
from mjsim.campaign.workers import carry_out, ended_once
from mjsim.plant.inject_words import InjectError
from mjsim.words.names import UsageError

JOBS, SEED = (1, 256), (0, 1 << 62)
"""From, to."""


ONES = ("only", "at", "torn")


def within(asked: Any, limits: dict[str, tuple[int, int]]) -> None:
    """Numbers within their limits, or a sentence; ONES may be left out (-1)."""
    for name, (least, most) in limits.items():
        value = getattr(asked, name)
        if not (least <= value <= most or name in ONES and value == -1):
            raise UsageError("--%s %d: give a number from %d to %d" % (name, value, least, most))


def known(
    words: tuple[str, ...], spelled: Callable[[str], str]
) -> tuple[tuple[str, ...], list[str]]:
    """Kinds, or wrongs written out, that can be; a sentence for each other, the rest goes on."""
    good, wrong = set(), []
    for word in words:
        try:
            good.add(spelled(word))
        except InjectError as problem:
            wrong.append(word)
            print("mjsim campaign: --kind %s: %s; it is left out" % (word, problem),
                  file=sys.stderr)  # fmt: skip
    if words and not good:
        raise UsageError("--kind: none of those named can go wrong; name a kind as jam, or a "
                         "whole wrong as 'jam head_b'")  # fmt: skip
    return tuple(sorted(good)), wrong


OnStep = Callable[[object], None]
"""Hears of each step of a long piece; what failed in it, if anything."""


def unheard(_failed: object) -> None:
    """Nobody counts."""


@dataclass
class Work:
    """Of any campaign: which chance, who carries it out, where its results go."""

    seed: int = 1
    jobs: int = 1
    as_json: bool = False
    keep: str = ""
    scheduler: str = ""


class Pieces(ABC):
    """A plan whose pieces are each carried out alone: a tree of one run."""

    @property
    @abstractmethod
    def runs(self) -> int:
        """How many pieces there are."""

    @abstractmethod
    def as_object(self) -> dict[str, Any]:
        """For JSON."""

    @property
    @abstractmethod
    def shape(self) -> dict[str, type]:
        """What a result has besides its number."""

    @property
    def trees(self) -> list[int]:
        """Numbers of the pieces."""
        return list(range(self.runs))

    def numbers(self, tree: int) -> list[int]:
        """A piece is one result."""
        return [tree]

    def is_whole(self, result: Result) -> bool:
        """A result that was kept is all that is asked for."""
        return True


def carried(plan: Pieces, asked: Work, how: Callable[..., Iterator[Result]], what: str = "runs",
            inside: tuple[int, str] | None = None) -> dict[int, Result]:  # fmt: skip
    """All results of a plan: those kept, and those that are missing carried out and kept.

    `inside`: of how many steps a long piece is, and of what; when this process carries it out the
    bar counts these, and `how` is given what to call for each.
    """
    steps, what = inside if inside and asked.jobs == 1 and not asked.scheduler else (0, what)
    with (ended_once(), Kept(asked.keep, plan) as kept,
          show.progress(asked.as_json, plan.runs * max(1, steps), what) as bar):  # fmt: skip
        bar.start(len(kept.results) * max(1, steps))
        how = partial(how, on_step=bar.step) if steps else how
        for result in carry_out(plan, asked.jobs, set(kept.results), asked.scheduler, how):
            kept.add(result)
            if steps:
                bar.start(len(kept.results) * steps)
            else:
                bar.step(result["failed"])
        return kept.results
