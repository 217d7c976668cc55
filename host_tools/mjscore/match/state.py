"""Where a match stands: deal, chairs, totals, and what was entered for the hand to come."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .deal import Deal
from .events import Event
from .seats import seated
from .setup import Setup


@dataclass(frozen=True)
class State:
    """Where the match stands before an entry, or now."""

    deal: Deal
    chairs: tuple[str, ...]  # who sits at sides A, B, C, D
    bench: str | None  # who does not
    totals: Mapping[str, int]
    bet: str | None = None  # the player the bettor backs in this hand (rule SA-S05)
    bet_shown: bool = False  # bets are cancelled (rule SA-X11)
    dice: tuple[int, ...] = ()  # thrown for this hand
    events: tuple[Event, ...] = ()  # of this hand, entered before it

    @property
    def seats(self) -> dict[str, str]:
        """Seat letter -> person."""
        return seated(self.deal, self.chairs)


def begin(setup: Setup) -> State:
    """Before the first hand: side A deals, nobody has won anything."""
    return State(setup.first_deal(), setup.players, setup.fifth, dict.fromkeys(setup.people, 0))


def rises(state: State, side: int) -> State:
    """The person at `side` gives the chair to the one who waits."""
    assert state.bench is not None  # a match with a rotating fifth always has one waiting
    chairs = list(state.chairs)
    chairs[side], bench = state.bench, chairs[side]
    return replace(state, chairs=tuple(chairs), bench=bench)
