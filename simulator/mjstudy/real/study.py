"""From a typed sheet to its verdicts: the whole hands, measured and judged."""

from dataclasses import dataclass, field

from mjstudy.real import family, measures, power
from mjstudy.real.deck import Deck, deck_of, names_of
from mjstudy.real.family import Verdict
from mjstudy.real.hands import Hand, begun, hands
from mjstudy.real.places import Places, places
from mjstudy.real.problem import Problem
from mjstudy.real.sheet import Sheet


@dataclass(frozen=True)
class Study:
    """What a file tells: `sorted_hands` were loaded in order, `pairs` follow one another."""

    sheet: Sheet
    deck: Deck
    places: Places
    begun: int
    lines: list[list[int]]  # labels by place, of the hands that were loaded in order
    pairs: list[float]
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def problems(self) -> list[Problem]:
        """What was wrong in the file."""
        return self.sheet.problems

    @property
    def used(self) -> int:
        """Hands loaded in order, and hands that follow one."""
        return len(self.lines) + len(self.pairs)

    def sees(self, verdict: Verdict) -> float:
        """Smallest defect that the verdict's test finds 9 times in 10 with these hands."""
        count = len(self.verdicts)
        return power.sees(verdict.test, self.deck, self.places, verdict.count, count)

    def verdict(self, key: str) -> Verdict | None:
        """The verdict of that test, if these hands bear it."""
        return next((v for v in self.verdicts if v.test.key == key), None)


def study(sheet: Sheet) -> Study:
    """Judge the whole hands of a sheet; without any, there are no verdicts."""
    deck, where = deck_of(sheet.header), places(sheet.header.machine, sheet.header.stacks)
    number = {name: label for label, name in enumerate(names_of(sheet.header))}
    whole = hands(sheet)
    lines = [[number[tile] for tile in where.line(hand.walls)] for hand in whole]
    loaded = [line for hand, line in zip(whole, lines, strict=True) if not hand.played]
    pairs = _pairs(deck, where, whole, lines)
    verdicts = family.judge(deck, where, [measures.values(deck, where, x) for x in loaded], pairs)
    return Study(sheet, deck, where, begun(sheet), loaded, pairs, verdicts)


def _pairs(deck: Deck, where: Places, whole: list[Hand], lines: list[list[int]]) -> list[float]:
    """Serial correlations; marks alone bear none: they tell no tile from another."""
    if deck.dots:
        return []
    return [
        measures.serial(len(deck.counts), lines[i - 1], lines[i], where)
        for i, hand in enumerate(whole)
        if i and hand.follows
    ]
