"""Hands with one defect of a stated size, and how many studies of so many hands show it."""

import random

from mjstudy.real import family, measures, power
from mjstudy.real.deck import deck_of
from mjstudy.real.header import Header, finish
from mjstudy.real.places import places
from mjstudy.real.practice import Defect, shuffle


class Table:
    """A deck and the places it goes to, with a source of chance of its own."""

    def __init__(self, load="sorted", machine="four_port", profile="SHOP-B-136", seed=1, dots=0):
        made = Header(profile, machine, load, dots)
        finish(made, fails, fails)
        self.deck, self.places = deck_of(made), places(made.machine, made.stacks)
        self.source = random.Random(f"defects {load} {machine} {profile} {seed}")
        self.tests = {test.key: test for test in family.tests(self.deck, self.places)}

    def hand(self, cling=0.0, layer=0.0, apart=False):
        return shuffle(self.deck, self.places, Defect(cling, layer, apart), self.source)

    def values(self, line):
        return measures.values(self.deck, self.places, line)

    def sees(self, key, hands):
        return power.sees(self.tests[key], self.deck, self.places, hands, len(self.tests))

    def shown(self, lines):
        """Keys of the tests that find order in these hands."""
        verdicts = family.judge(self.deck, self.places, [self.values(line) for line in lines])
        return {verdict.test.key for verdict in verdicts if not verdict.passed}

    def caught(self, key, hands, studies, make):
        """In how many studies of so many hands the test `key` shows what `make` does."""
        return sum(key in self.shown([make() for _ in range(hands)]) for _ in range(studies))

    def prefer(self, classes, share, moved=False):
        """A hand in which each group finds a class of its own with `share` more than fair.

        `classes`: the side or tier of each place. `moved`: other classes at every hand.
        """
        line, width = self.hand(), max(classes) + 1
        groups = self.deck.groups
        own = list(range(width)) * (4 // width)
        if moved:
            self.source.shuffle(own)
        wanted = share * self.deck.n / 4
        for _ in range(int(wanted) + (self.source.random() < wanted % 1)):
            step = self.source.randrange(1, width)
            for first in range(0, 4, width):
                self._turn(line, [(g, classes, (own[g] + step) % width)
                                  for g in range(first, first + width)], own, groups)
        return line

    def _turn(self, line, wanted, own, groups):
        """One tile of each group goes from where it is to the group's own class."""
        where = {}
        for group, classes, cls in wanted:
            places_of_it = [i for i, label in enumerate(line)
                            if groups[label] == group and classes[i] == cls]
            if not places_of_it:
                return
            where[cls] = self.source.choice(places_of_it)
        moving = {own[group]: line[where[cls]] for group, _, cls in wanted}
        for cls, label in moving.items():
            line[where[cls]] = label


def fails(what, todo):
    raise AssertionError(f"{what}; {todo}")
