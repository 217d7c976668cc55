"""Who sits where: all four throw dice, the highest total is East, those who tie throw again."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mjscore.errors import ScoreError, shown
from mjscore.tiles import SEATS

IDS = ("SA-T04", "SA-Q03", "SB-T04", "SB-T13", "YEE-T03")


class Throwing(NamedTuple):
    """Groups of players still level, best first; a group of one has its rank."""

    groups: tuple[tuple[str, ...], ...]

    @property
    def throwers(self) -> tuple[str, ...]:
        """Who throws next: the first group that is still level; empty when all is decided."""
        return next((group for group in self.groups if len(group) > 1), ())

    @property
    def east(self) -> str | None:
        """The first East, as soon as nobody ties with him."""
        return self.groups[0][0] if len(self.groups[0]) == 1 else None

    def thrown(self, totals: Mapping[str, int]) -> "Throwing":
        """The state after exactly those throw whose turn it is; totals of their dice."""
        level = self.throwers
        if set(totals) != set(level) or not level:
            told = ", ".join(level) or "nobody"
            words = f"{told} throws now, not {', '.join(totals) or 'nobody'}"
            raise ScoreError(words, "dice", "SA-Q03" if len(level) < 4 else "SA-T04")
        for total in totals.values():
            if type(total) is not int or not 2 <= total <= 18:
                raise ScoreError(f"no dice show {shown(total)}", "dice", "SA-T04")
        split = tuple(
            tuple(player for player in level if totals[player] == total)
            for total in sorted(set(totals.values()), reverse=True)
        )
        at = self.groups.index(level)
        return Throwing(self.groups[:at] + split + self.groups[at + 1 :])


def throwing(players: Sequence[str]) -> Throwing:
    """Before the first throw of four players."""
    if len(set(players)) != len(SEATS):
        raise ScoreError("four different players throw for East", "players", "SA-T04")
    return Throwing((tuple(players),))


def places_after(players: Sequence[str], state: Throwing) -> dict[str, str]:
    """Seat by player when all keep their chairs: East as thrown, the others in turn from him.

    `players` in the order in which they sit, counter-clockwise.
    """
    if state.east is None:
        raise ScoreError("those who tie throw again first", "dice", "SA-Q03")
    first = list(players).index(state.east)
    return {player: SEATS[(at - first) % 4] for at, player in enumerate(players)}


def new_seats(state: Throwing) -> dict[str, str]:
    """Seat by player when everybody changes chairs by the dice: highest E, then S, W, N."""
    if state.throwers:
        raise ScoreError("those who tie throw again first", "dice", "SB-T13")
    return {group[0]: seat for group, seat in zip(state.groups, SEATS, strict=True)}
