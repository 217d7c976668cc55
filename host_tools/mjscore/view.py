"""A hand as the rules look at it: its tiles, and one reading of them as sets and pairs.

A view shows one reading at a time (`read`); what the tiles are made of is found once.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from mjscore.hand import CHOW, DISCARD, KONG, PUNG, Hand, Request, Set, Win
from mjscore.shapes import PUNGS, alone, splits
from mjscore.tiles import CODES, DRAGON, ENDS, HONOUR, KINDS, NUMBERED, SUITS, WIND

IDS = ("ENG-07", "ENG-09")  # rules computed here
_OPEN_PUNGS = tuple(Set(PUNG, tile, True, False) for tile in range(KINDS))
_HELD_KONGS = tuple(Set(KONG, tile, False, False) for tile in range(KINDS))
NOBODY = Win(-1, -1, DISCARD)  # the win as a loser's hand sees it
TWICE = tuple(f"{code}*2" for code in CODES)  # pairs in the compact notation
Read = tuple[tuple[Set, ...], tuple[int, ...]]  # sets, tiles of the pairs


class View:
    """What rows ask about. Set by `read`: sets, pairs, triplets, chows."""

    __slots__ = (
        "request", "options", "hand", "seat", "win", "round_wind", "winner", "bonus", "counts",
        "suits", "one_suit", "honours", "simples", "terminals", "sets", "pairs", "triplets",
        "chows", "scored",
    )  # fmt: skip

    def __init__(self, request: Request, hand: Hand, bonus: list[int] | None = None) -> None:
        self.request = request
        self.options = request.options
        self.hand = hand
        self.seat = hand.seat
        self.round_wind = request.round_wind
        self.bonus = hand.bonus if bonus is None else bonus
        win = request.win
        self.winner = win is not None and win.seat == hand.seat
        self.win = win if self.winner and win is not None else NOBODY
        self.counts = hand.counts  # concealed tiles, the winning tile among them
        self.scored = 0  # points counted so far, for rows that ask whether there are any
        if self.winner:
            if self.win.tile >= 0:
                self.counts = hand.counts[:]
                self.counts[self.win.tile] += 1
            self.look()

    def look(self) -> None:
        """What the tiles are: suits, honours, simples, terminals; no row of a loser's asks it."""
        traits = self.hand.traits(self.win.tile)
        self.suits = traits & SUITS
        self.one_suit = self.suits in (1, 2, 4)
        self.honours = traits & HONOUR
        self.simples = traits & NUMBERED
        self.terminals = traits & ENDS

    def read(self, sets: tuple[Set, ...], pairs: tuple[int, ...]) -> None:
        """Show this reading: every set of the hand, melds too, and the tiles of its pairs."""
        self.sets = sets
        self.pairs = pairs
        self.triplets: Sequence[int] = (
            [one.tile for one in sets if one.kind != CHOW] if sets else ()
        )
        self.chows = len(sets) - len(self.triplets)

    def readings(self) -> Iterator[Read]:
        """Every reading of a complete hand; none when the tiles are no sets and a pair.

        A tile from another player opens the pung it completes (ENG-07). Where it fits a chow or
        the pair as well, that reading of it is never worth less, so it is taken.
        """
        taken = self.win.tile if self.win.from_player else -1
        for sets, pair in splits(self.counts):
            if taken >= 0 and pair != taken:
                sets = _opened(sets, taken)
            yield self.hand.melds + sets, (pair,)

    def declared_and_held(self, kong_held: bool = False) -> Read:
        """A loser's reading: melds, concealed triplets and pairs (ENG-09).

        Four identical tiles in the hand are a pung, or with `kong_held` a kong (rules MH-Q21).
        """
        sets, counts, pairs = self.hand.melds, self.counts, []
        for tile in set(self.hand.concealed):
            held = counts[tile]
            if held == 2:
                pairs.append(tile)
            elif held > 2:
                sets += ((_HELD_KONGS if kong_held and held == 4 else PUNGS)[tile],)
        pairs.sort()
        return sets, tuple(pairs)

    @property
    def concealed(self) -> bool:
        """True when no set lies open; a kong laid down closed stays concealed."""
        return not any(meld.open for meld in self.hand.melds)

    @property
    def kongs(self) -> int:
        """Kongs, open and closed."""
        return len([one for one in self.sets if one.kind == KONG])

    @property
    def dragon_sets(self) -> int:
        """Pungs and kongs of dragons."""
        return len([tile for tile in self.triplets if tile >= DRAGON])

    @property
    def wind_sets(self) -> int:
        """Pungs and kongs of winds."""
        return len([tile for tile in self.triplets if WIND <= tile < DRAGON])

    @property
    def source(self) -> int:
        """Where the winning tile came from (hand.SOURCES)."""
        return self.win.source

    @property
    def single_wait(self) -> bool:
        """True when exactly one kind completed the hand: as the request says, else computed."""
        win = self.win
        if win.tile < 0:
            return False
        if win.single_wait is not None:
            return win.single_wait
        before = self.counts[:]
        before[win.tile] -= 1
        return alone(before, win.tile, self.held(before))

    def held(self, concealed: list[int]) -> list[int]:
        """Tiles of each kind that the player holds, melds included."""
        if not self.hand.melds:
            return concealed
        held = concealed[:]
        for tile in self.hand.meld_tiles:
            held[tile] += 1
        return held


def _opened(sets: tuple[Set, ...], taken: int) -> tuple[Set, ...]:
    at = -1
    for place, one in enumerate(sets):
        if one.kind == CHOW:
            if one.tile <= taken <= one.tile + 2:
                return sets
        elif one.tile == taken:
            at = place
    return sets if at < 0 else sets[:at] + (_OPEN_PUNGS[taken],) + sets[at + 1 :]


@cache
def _word(one: Set) -> str:
    if one.kind == CHOW:
        tiles = CODES[one.tile] + "".join(CODES[one.tile + more][1] for more in (1, 2))
    else:
        tiles = f"{CODES[one.tile]}*{4 if one.kind == KONG else 3}"
    if one.open:
        return f"({tiles})"
    return f"{{{tiles}}}" if one.kind == KONG else tiles


def notation(read: Read) -> str:
    """The reading in the compact notation, open sets in brackets: "(D1*3) C678 DR*2"."""
    sets, pairs = read
    return " ".join([*map(_word, sets), *map(TWICE.__getitem__, pairs)])
