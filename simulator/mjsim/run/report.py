"""What a hand took and what it brought: measured from the table's events and the plant.

Definitions (issue "mjsim run"), all times in seconds of virtual time:
sort_s   hatch shut (or walls up, if later) to the last head parked at its quota
raise_s  hatch shut to walls up and lifts down
total_s  first elevator press of the cycle that brings these walls up, to dice at rest
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mjtable.game import deal, profiles

if TYPE_CHECKING:
    from mjsim.table.session import SimTable

SIDES = "ABCD"


@dataclass
class Hand:
    """One hand, in the words of `mjsim run --json`."""

    sort_s: float
    raise_s: float
    total_s: float
    stacks: dict[str, int]
    tiles: int
    set: str
    dice: list[int]
    first_tile: str
    dealer: str
    faults: list[str]


class HandMeter:
    """Listens to one table; `hands` grows by one when walls are up and the dice at rest."""

    def __init__(self, table: SimTable) -> None:
        self.hands: list[Hand] = []
        self.wrong: list[str] = []
        self._table = table
        self._shut_ms = self._up_ms = self._down_ms = 0
        self._sort_from = table.now_ms  # a sort that goes on from an earlier evening
        self._sort_ms = {"green": 0, "blue": 0}
        self._last_stack = 0
        self._built = True
        self._rising = ""
        self._dice = False
        self._faults: list[str] = []
        hearing = table.hearing
        hearing.listen(self._hear, ("stack", "hatch", "walls", "set", "fault", "dice"))
        hearing.listen(self._sort_starts, machines=("sorter",))
        hearing.listen(self._lift_up, machines=("lift_a", "lift_b", "lift_c", "lift_d"))

    def _hear(self, event: dict[str, Any]) -> None:
        """One event of the firmware."""
        what, t_ms = event["event"], event["t_ms"]
        if what == "stack":
            self._last_stack = t_ms
        elif what == "hatch":
            if event["to"] == "shut":
                self._shut_ms = t_ms
        elif what == "walls":
            self._rising = event["set"]
            if event["to"] == "down":
                self._down_ms = t_ms
        elif what == "set" and event["did"] == "built":
            self._sort_ms[event["name"]] = self._last_stack - self._sort_from
            self._built = True
        elif what == "fault":
            self._faults.append(event["code"])
        elif what == "dice" and self._rising:
            self._dice = True

    def _lift_up(self, event: dict[str, Any]) -> None:
        if event["to"] == "up":
            self._up_ms = event["t_ms"]

    def _sort_starts(self, event: dict[str, Any]) -> None:
        """A set begins to be sorted (not: goes on after a pause)."""
        if event["to"] == "premix" and self._built:
            self._built = False
            self._sort_from = max(self._shut_ms, self._up_ms)

    def look(self) -> bool:
        """Close the hand whose dice have come to rest; True when there was one."""
        table = self._table
        if not self._dice or table.plant.dice_rest_ms > table.now_ms:
            return False
        self._dice = False
        self.hands.append(self._hand())
        self._faults = []
        self._rising = ""
        return True

    def _hand(self) -> Hand:
        table = self._table
        plant, brain = table.plant, table.table
        profile = brain.profile_on_table
        dice = list(brain.dice.pips[: profiles.dice(profile)])
        if not all(dice):
            dice = list(plant.dice)
        dealer = brain.marker.dealer
        rest_ms = max(plant.dice_rest_ms, table.dice_ms)
        started = table.people.started_ms if table.people else self._shut_ms
        hand = Hand(
            sort_s=self._sort_ms[self._rising] / 1000,
            raise_s=(self._down_ms - self._shut_ms) / 1000,
            total_s=(rest_ms - started) / 1000,
            stacks={SIDES[s]: len(plant.walls(s)) // 2 for s in range(4)},
            tiles=table.tiles_on_table,
            set=self._rising,
            dice=dice,
            first_tile=deal.text(deal.first_tile(profile, dealer, sum(dice)), dealer),
            dealer=SIDES[dealer],
            faults=self._faults,
        )
        self._check(hand, profile)
        return hand

    def _check(self, hand: Hand, profile: int) -> None:
        """Walls as the profile says, face down, sets alternating."""
        number = "hand %d: " % (len(self.hands) + 1)
        want = {SIDES[s]: profiles.stacks(profile, s) for s in range(4)}
        if hand.stacks != want:
            self.wrong.append(number + "stacks are %s, not %s" % (hand.stacks, want))
        if hand.tiles != profiles.tiles(profile):
            self.wrong.append(
                number + "%d tiles on the table, not %d" % (hand.tiles, profiles.tiles(profile))
            )
        for side in range(4):
            if not self._table.plant.all_face_down(side):
                self.wrong.append(number + "side %s shows a tile's face" % SIDES[side])
        if self.hands and self.hands[-1].set == hand.set:
            self.wrong.append(number + "the %s set came up twice" % hand.set)


@dataclass
class Report:
    """A whole run, in the words of `mjsim run --json`."""

    machine: str
    profile: str
    seed: int
    hands: list[Hand]
    peak_running_w: float
    peak_start_w: float
    violations: list[str]
    sim_s: float
    busy_s: float
    wall_s: float
    speed: float

    def as_object(self) -> dict[str, Any]:
        """For `json.dumps`."""
        return asdict(self)


def summarize(table: SimTable, profile: str, hands: list[Hand], wall_s: float) -> Report:
    """The report of a run that has ended."""
    plant = table.plant
    busy_s = table.busy_ms / 1000
    return Report(
        machine=table.machine,
        profile=profile,
        seed=table.seed,
        hands=hands,
        peak_running_w=plant.peak_running_mw / 1000,
        peak_start_w=plant.peak_start_mw / 1000,
        violations=list(plant.violations),
        sim_s=(table.now_ms - table.start_ms) / 1000,
        busy_s=busy_s,
        wall_s=round(wall_s, 4),
        speed=round(busy_s / wall_s, 1) if wall_s > 0 else 0.0,
    )
