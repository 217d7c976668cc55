"""The exchange of tiles before an American hand: passes of three, blind passes, no jokers.

First exchange right, across, left, for everybody; second left, across, right, when all four agree.
All four pass at the same time. A step takes what everybody passes and gives the new state; the old
one stays as it was. East holds fourteen tiles throughout.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mjscore.errors import ScoreError
from mjscore.tiles import CODES, JOKER, SEATS

IDS = ("SA-F02", "SA-F03", "SA-F04", "SA-F05", "SA-F06", "SA-Q15")
TILES = 3
STEPS = ("right", "across", "left", "left", "across", "right")
PLACES = {"right": 1, "across": 2, "left": 3}  # seats on in the order of play
FIRST = 3  # steps of an exchange
FIRST_EXCHANGE, SECOND_EXCHANGE = STEPS[:FIRST], STEPS[FIRST:]
BLIND = None  # passes on, unseen, what was just received


class Charleston(NamedTuple):
    """Hands by seat; `received` what each got in the last step, not yet looked at if passed on."""

    hands: tuple[tuple[int, ...], ...]
    received: tuple[tuple[int, ...], ...] = ((), (), (), ())
    step: int = 0
    agreed: bool | None = None  # to the second exchange; None: not yet asked

    @property
    def complete(self) -> bool:
        """True when play may begin: after three steps without a second exchange, or after six."""
        return self.step == len(STEPS) or self.step == FIRST and self.agreed is False

    @property
    def direction(self) -> str:
        """Where the next three tiles go: `right`, `across` or `left`; "" when all is done."""
        return "" if self.complete or self._undecided else STEPS[self.step]

    @property
    def _undecided(self) -> bool:
        return self.step == FIRST and self.agreed is None

    def agree(self, wishes: Mapping[str, bool]) -> "Charleston":
        """Who wants the second exchange, by seat letter: it takes place when all four do."""
        if not self._undecided:
            words = "the second exchange is agreed on after the first, and once"
            raise ScoreError(words, "agree", "SA-F03")
        if set(wishes) != set(SEATS):
            raise ScoreError("all four players are asked", "agree", "SA-F03")
        return self._replace(agreed=all(wishes[seat] is True for seat in SEATS))

    def passed(self, tiles: Mapping[str, Sequence[int] | None]) -> "Charleston":
        """All four pass three tiles at once; BLIND hands on the three just received."""
        if self.complete:
            raise ScoreError("the exchange is over", "tiles", "SA-F04")
        if self._undecided:
            words = "the second exchange takes place only if all four agree first"
            raise ScoreError(words, "tiles", "SA-F03")
        if set(tiles) != set(SEATS):
            raise ScoreError("all four players pass at the same time", "tiles", "SA-F02")
        given = [self._given(seat, tiles[letter]) for seat, letter in enumerate(SEATS)]
        on = PLACES[STEPS[self.step]]
        got = tuple(given[(seat - on) % 4] for seat in range(4))
        hands = tuple(_without(self.hands[seat], given[seat]) + got[seat] for seat in range(4))
        return self._replace(hands=hands, received=got, step=self.step + 1)

    def _given(self, seat: int, tiles: Sequence[int] | None) -> tuple[int, ...]:
        field = f"tiles.{SEATS[seat]}"
        if tiles is BLIND:
            if not self.received[seat]:
                words = "nothing has been received yet that could be passed on unseen"
                raise ScoreError(words, field, "SA-Q15")
            return self.received[seat]
        if len(tiles) != TILES:
            words = f"every pass is {TILES} tiles, not {len(tiles)}"
            raise ScoreError(words, field, "SA-F04")
        if JOKER in tiles:
            raise ScoreError("jokers are not passed", field, "SA-F05")
        missing = Counter(tiles) - Counter(self.hands[seat])
        if missing:
            words = f"{SEATS[seat]} has no {CODES[next(iter(missing))]} to pass"
            raise ScoreError(words, field, "SA-F02")
        return tuple(tiles)


def _without(hand: Sequence[int], given: Sequence[int]) -> tuple[int, ...]:
    left = list(hand)
    for tile in given:
        left.remove(tile)
    return tuple(left)
