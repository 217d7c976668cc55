"""Where a hand stands: seats, wall, turn, the tile on offer. Every action reads and changes it.

A seat or a tile that is none, and what is not a player's to do now, are refused here; what an
action does is said in the module that does it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjscore import wall
from mjscore.errors import ScoreError, shown
from mjscore.flow.customs import custom_of, index_of, is_animal, is_aside
from mjscore.flow.wall_state import WallState
from mjscore.tiles import SEATS
from mjtable.game import profiles
from tests.score.flow.play import dealing
from tests.score.flow.play.claims import Claimant, Offer
from tests.score.flow.play.moments import (
    DISCARD,
    DRAW,
    EXCHANGE,
    OPENING,
    OVER,
    WAITING,
    Facts,
    Judge,
    Result,
)
from tests.score.flow.play.seat import Seat

IDS = (
    "SA-F01", "SA-F07", "SA-F17", "SB-F01", "SB-F02", "SB-F13",
    "YEE-F01", "YEE-F06", "MH-F02", "YEE-B01", "MH-S04",
)  # fmt: skip


class HandState:
    """State of one hand. Seats are 0..3 = E S W N, tiles indexes; codes are taken as well.

    `tiles` is the whole wall in draw order. `config` goes into the scoring request; options of the
    play: `reserve_per_kong` (SB-Q05), `beginners` (YEE-Q10), `east_hop` (SA-Q01). `judge` is asked
    whether a hand is complete (mjscore.engine.score); without it every declared win is believed.
    `bettor` is the seat that a fifth person backs in SHOP-A.
    """

    def __init__(
        self,
        profile: str,
        tiles: Sequence[Any],
        *,
        config: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        round_wind: str = "E",
        streak: int = 0,
        dice: Iterable[int] = (),
        judge: Judge | None = None,
        bettor: str | None = None,
    ) -> None:
        self.profile = profile
        self.system = wall.system_of(profile)
        self.custom = custom_of(profile)
        self.order = dealing.whole_set(profile, tiles)
        self.options = dealing.known_options(options, config)
        self.facts = Facts(dict(config or {}), round_wind, streak, tuple(dice), judge, bettor)
        self.bettor_shown = False  # rules SA-X11
        per_kong = self.options.get("reserve_per_kong")
        self.wall = WallState(profiles.index_of(profile), per_kong=per_kong)
        self.seats = dealing.dealt(profile, self.order, bool(self.options.get("east_hop")))
        self.turn = 0
        self.offer: Offer | None = None
        self.pond: list[int] = []  # discards that nobody took
        self.events: list[dict[str, Any]] = []
        self.result: Result | None = None
        self.undone: tuple[Offer, int, str] | None = None  # before a wrong claim (LASFS-Q08)
        self.phase = EXCHANGE if self.system == "SHOP-A" else OPENING
        if self.system == "YEE" and self.facts.dice == (6, 6, 6):
            self.note("triple_six", 0)
        self.open_turns()

    def seat(self, letter: Any) -> Seat:
        """The player at a seat, given by letter or by number."""
        if isinstance(letter, str) and len(letter) == 1 and letter in SEATS:
            return self.seats[SEATS.index(letter)]
        if type(letter) is int and 0 <= letter < 4:
            return self.seats[letter]
        raise ScoreError(f"must be one of E, S, W, N, not {shown(letter)}", "seat", "ENG-02")

    def tile(self, code: Any) -> int:
        """Index of a tile given by code or index."""
        index = index_of(code)
        if index is None:
            raise ScoreError(f"there is no tile {shown(code)}", "tile", "ENG-01")
        return index

    def claimant(self, seat: Seat) -> Claimant:
        """What decides whether this player may claim."""
        return Claimant(
            tuple(seat.concealed), seat.stopped, seat.passed,
            self.system == "LASFS" and self.count(seat) > 13, seat.goes_for, seat.open_pungs(),
        )  # fmt: skip

    def count(self, seat: Seat) -> int:
        """Tiles of the hand as this system counts them."""
        return seat.count(kongs_as_four=not self.custom.declares)

    def must_be(self, phase: str, seat: Seat) -> None:
        """Refuse what is not this player's to do now."""
        if self.phase == OVER:
            raise ScoreError("the hand is over", "do", self.custom.turn)
        if self.phase == phase and self.turn == seat.seat:
            return
        out_of_turn = "SA-X05" if self.system == "SHOP-A" and phase == DRAW else self.custom.turn
        now = WAITING[self.phase].format(seat=SEATS[self.turn])
        raise ScoreError(f"not {SEATS[seat.seat]}'s to do now: {now}", "seat", out_of_turn)

    def note(self, event: str, seat: int) -> None:
        """Remember an event of this hand for the scorer."""
        self.events.append({"event": event, "seat": SEATS[seat]})

    def next_active(self, seat: int) -> int:
        """The next player in turn who still plays; the next in turn when nobody does."""
        turns_on = [n % 4 for n in range(seat + 1, seat + 5)]
        return next((n for n in turns_on if self.seats[n].active), turns_on[0])

    def open_turns(self) -> None:
        """Dealt flowers are laid aside in turn order before East discards (rules LASFS-F02)."""
        if self.phase != OPENING:
            return
        for seat in self.seats:
            if any(is_aside(self.custom, t) and not is_animal(t) for t in seat.concealed):
                self.turn = seat.seat
                return
        self.turn, self.phase = 0, DISCARD

    def end(self, kind: str, winner: int | None, request: dict[str, Any],
            answer: dict[str, Any] | None = None) -> None:  # fmt: skip
        """The hand is over."""
        self.phase, self.offer = OVER, None
        self.result = Result(kind, winner, request, answer)
