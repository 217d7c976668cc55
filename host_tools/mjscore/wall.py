"""Break and deal: which tile of which wall everybody takes, from the dice (rules ENG-02..05).

The wall is one row of stacks, walked to the left from the dealer's right end and turned until the
head lies in front; tiles are then taken from it as people take them. The table's own firmware
computes the same places another way; a test compares the two for every throw.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from mjtable.game import profiles

from .errors import ScoreError, nearest, shown
from .registry import GAMES, SYSTEM_OF, SYSTEMS, entry_of
from .tiles import SEATS

IDS = (
    "ENG-02", "ENG-03", "ENG-04", "ENG-05",
    "SA-T03", "SA-T05", "SA-T06", "SA-Q01",
    "SB-T03", "SB-T05", "SB-T06", "SB-Q18", "SB-Q23",
    "MJ-T01", "MJ-Q09",
    "YEE-T02", "YEE-T03", "YEE-T04", "YEE-T05", "YEE-T06", "YEE-Q02", "YEE-Q20",
    "MH-T02", "MH-T03", "MH-Q11", "LASFS-T02", "LASFS-Q09",
)  # fmt: skip
SIDES = "ABCD"
PROFILES = tuple(str(row[profiles.NAME]) for row in profiles.PROFILES)
ROUNDS, BLOCK = 3, 4  # three times round the table, two stacks each time
# Which of the tiles then lying in front is East's second single: the next top, or the third's.
NEXT_TOP, THIRD_TOP = 1, 3


class Place(NamedTuple):
    """A tile on the wall: its seat and side, the stack from their right, half "t" or "b"."""

    seat: str
    side: str
    stack: int
    half: str

    def by_seat(self) -> str:
        """As the rules write it: `E8t`."""
        return f"{self.seat}{self.stack}{self.half}"

    def by_side(self) -> str:
        """As it is read on the machine: `A8t`."""
        return f"{self.side}{self.stack}{self.half}"


class Deal(NamedTuple):
    """Break and deal of one hand; `hands` in the order in which the tiles are taken."""

    profile: str
    dice: tuple[int, ...]
    dealer_side: str
    break_wall: str
    counted: int
    order: tuple[Place, ...]  # the whole wall, head first
    hands: dict[str, tuple[Place, ...]]
    next_draw: Place
    left: int

    def as_dict(self) -> dict[str, Any]:
        """The answer by seat, and under `sides` the same places by side letter."""
        answer: dict[str, Any] = {"break_wall": self.break_wall, "counted": self.counted}
        answer.update(self._places(Place.by_seat))
        answer["left"] = self.left
        break_side = next(p.side for p in self.order if p.seat == self.break_wall)
        answer["sides"] = {"dealer": self.dealer_side, "break_wall": break_side}
        answer["sides"].update(self._places(Place.by_side))
        return answer

    def _places(self, text: Any) -> dict[str, Any]:
        return {
            "first_stack": text(self.order[0])[:-1],
            "tail_stack": text(self.order[-1])[:-1],
            "first_replacement": text(self.order[-2]),
            "hands": {seat: [text(place) for place in self.hands[seat]] for seat in SEATS},
            "next_draw": text(self.next_draw),
        }


def row_of(profile: str) -> Any:
    """Row of the profile table that a game is dealt by; ScoreError with the nearest name."""
    return profiles.PROFILES[index_of(profile)]


def index_of(profile: str) -> int:
    """Number of that row."""
    if not isinstance(profile, str) or profile not in GAMES:
        words = f"there is no table profile {shown(profile)}{profile_hint(profile)}"
        raise ScoreError(words, "profile", "ENG-04")
    return int(profiles.index_of(GAMES[profile]))


def stacks(profile: str) -> tuple[int, ...]:
    """Stacks of the sides A, B, C, D; ScoreError for a profile that is none."""
    return tuple(row_of(profile)[profiles.STACKS])


def profile_hint(wrong: object) -> str:
    """The end of a sentence on a profile that is none; a system's name gives its profiles."""
    system = wrong.upper() if isinstance(wrong, str) else ""
    own = [name for name in GAMES if name.startswith(f"{system}-")] if system in SYSTEMS else []
    if own:
        return f"; the profiles of {system} are {', '.join(own)}"
    return nearest(wrong, tuple(GAMES))


def system_of(profile: str) -> str:
    """System played on a profile: `SHOP-B-144` -> `SHOP-B`."""
    index_of(profile)
    return SYSTEM_OF[profile]


def rounds_of(profile: str) -> int:
    """Rounds of a whole game, 0 where it is open: the system's own, else the profile's."""
    own = entry_of(system_of(profile)).rounds
    return int(profiles.ROTATIONS[row_of(profile)[profiles.ROTATION]][profiles.ROT_END]
               if own is None else own)  # fmt: skip


def deal(
    profile: str, dice: Sequence[int], dealer_side: str = "A", *, east_hop: bool = False
) -> Deal:
    """Break the wall and deal.

    `dice` are the pips thrown (two, YEE three), `dealer_side` the side A..D at which East sits.
    With `east_hop` East's last two tiles are the first and the third top tile (SA-Q01); the others
    then take what lies foremost: S 25b, W 26t, N 26b, and the next draw is 27b as without it.
    ScoreError names the field `profile`, `dice`, `dealer_side` or `east_hop`.
    """
    row = row_of(profile)
    _check(row, dice, dealer_side, east_hop)
    counted = sum(dice)
    by_count = row[profiles.WALL] == profiles.WALL_COUNTED
    broken = (SEATS * 6)[counted - 1] if by_count else SEATS[0]  # East counts himself as one
    order = _draw_order(row[profiles.STACKS], SIDES.index(dealer_side), broken, counted)
    lying = list(order)
    hands = _take(lying, row[profiles.DEAL], east_hop)
    return Deal(
        row[profiles.NAME], tuple(dice), dealer_side, broken, counted, order,
        {seat: tuple(hands[seat]) for seat in SEATS}, lying[0], len(lying),
    )  # fmt: skip


def _draw_order(
    stacks: Sequence[int], dealer: int, broken: str, counted: int
) -> tuple[Place, ...]:
    ring: deque[tuple[str, str, int]] = deque()
    for step, seat in enumerate("ENWS"):  # to the left: clockwise, against the turn
        side = (dealer - step) % 4
        ring.extend((seat, SIDES[side], number) for number in range(1, stacks[side] + 1))
    while ring[0][:1] + ring[0][2:] != (broken, 1):
        ring.rotate(-1)
    ring.rotate(-counted)
    return tuple(Place(*stack, half) for stack in ring for half in "tb")


def _take(lying: list[Place], way: int, east_hop: bool) -> dict[str, list[Place]]:
    hands: dict[str, list[Place]] = {seat: [] for seat in SEATS}
    for _ in range(ROUNDS):
        for seat in SEATS:
            hands[seat] += [lying.pop(0) for _ in range(BLOCK)]
    if way == profiles.DEAL_YEE:
        for seat in SEATS + SEATS[0]:
            hands[seat].append(lying.pop(0))
        return hands
    hands["E"] += [lying.pop(0), lying.pop(THIRD_TOP if east_hop else NEXT_TOP)]
    for seat in SEATS[1:]:
        hands[seat].append(lying.pop(0))
    return hands


def _check(row: Any, dice: Sequence[int], dealer_side: str, east_hop: bool) -> None:
    name, number = row[profiles.NAME], row[profiles.DICE]
    rule = _break_rule(name)
    if len(dice) != number:
        words = f"{name} throws {number} dice, not {len(dice)}."
        raise ScoreError(words, "dice", rule)
    for pips in dice:
        if type(pips) is not int or not 1 <= pips <= 6:
            raise ScoreError(f"a die shows 1 to 6, not {shown(pips)}.", "dice", rule)
    if not isinstance(dealer_side, str) or len(dealer_side) != 1 or dealer_side not in SIDES:
        hint = nearest(str(dealer_side).upper(), list(SIDES))
        words = f"the table has no side {shown(dealer_side)}{hint}"
        raise ScoreError(words, "dealer_side", "ENG-03")
    if east_hop and row[profiles.DEAL] == profiles.DEAL_YEE:
        words = f"in {name} East takes single tiles in wall order, so there is nothing to hop."
        raise ScoreError(words, "east_hop", "YEE-T06")


def _break_rule(name: str) -> str:
    rules = {"SHOP-A": "SA-T05", "SHOP-B": "SB-T05", "MJG": "MJ-T01", "YEE": "YEE-T03"}
    rules |= {"HANDS": "MH-T03", "LASFS": "LASFS-T02"}
    return rules.get(system_of(name), "ENG-04")
