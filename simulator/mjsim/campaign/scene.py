"""What the judge sees: the plant, the output pins, and what it remembers of both.

Nothing here comes from the firmware: the output image is bits and colours, as pins have them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.plant.hatch import SHUT

DICE = 1 << C.M_DICE
HATCH = 1 << C.M_HATCH
LIFTS = 15 << C.M_LIFT
HEADS = 15 << C.M_HEAD
BELTS = 15 << C.M_BELT
RING = 1 << C.M_RING
DRUM = 1 << C.M_DRUM
CHAIN = 1 << C.M_CHAIN
INSIDE = DRUM | RING | BELTS | HEADS | LIFTS | CHAIN
KEYS = tuple((INPUT[name] >> 3, 1 << (INPUT[name] & 7)) for name in (
    "elevator", "mark", "elevator2", "dice_a", "dice_b", "dice_c", "dice_d"))  # fmt: skip
MARK = INPUT["mark"] >> 3, 1 << (INPUT["mark"] & 7)
ELEVATOR = INPUT["elevator"] >> 3, 1 << (INPUT["elevator"] & 7)
SEEN_MS = 15
"""By then a scan has seen an input, and what it had switched on before has its zero crossing."""
LAMPS_A_SIDE, GREEN = 6, 1
STRAYED_MS = 600
"""So soon behind a motor that runs by itself nobody can have stopped another that starts: its lag,
what it takes from flag to flag, and a late scan."""
PASS_MS = 600
"""A marker key held longer is another gesture; two within it stay with the dealer, and one that
still waits for the second is refused when a fault comes."""


class Scene:
    """One table as the judge sees it. `look` once for each scan, before any rule is asked."""

    def __init__(self, table: Any, stacks: tuple[int, ...]) -> None:
        self.table = table
        self.plant = table.plant
        self.stacks = stacks
        self.now = self.plant.now
        self.on = self.before = self.plant.effective
        self.starts = 0
        # 1 up, -1 shut, 0 between, as it set out; one under way has come from its other end
        self.hatch_from = -self.plant.hatch.way if self.on & HATCH else self._hatch_stands()
        self._stood = 0  # the same at the last look
        self.begun = True  # what happened before is not known
        self.opened_ms = self.now - SEEN_MS  # when an open loop ended what was begun
        self.deals: list[tuple[int, ...]] = []  # the tiles of each hand that was dealt
        self.dealt = False  # at this look
        self.said = len(self.plant.violations)
        self.fresh: list[str] = []  # sentences of the plant since the last look
        self.excused = False  # keys of the marker were spoilt, or its memory
        self.forgot = False  # the memory was spoilt: which set was played is not known either
        self.tiles = self._kinds()
        self.added: Counter[str] = Counter()  # tiles by set that what went wrong has put in
        lit = self.dealers()
        self.may_deal = {lit[0], (lit[0] + 1) & 3} if lit else {0, 1, 2, 3}  # a key may be waiting
        self.strayed_ms = -STRAYED_MS  # when something last began to move by itself
        self._alone_on = self._runs_alone()
        self._keys = self._pressed()
        self._lamp, self._live = self.fault_lamp, bool(self.plant.logic_ok)
        self._heard = self.pins is not None
        self.mindless = not self._heard  # no program, since the last look or now
        self._mark_ms = self._passed_ms = -1
        self._alone, self._deaf = True, False  # of the press: no other key; no program to hear it
        self._boots = 0
        self._last = self._walls()

    # what can be seen

    def lies(self, *names: str) -> bool:
        """One of these inputs tells the controller what is not so."""
        return any(self.plant.input(name) != self.plant.input_raw(name) for name in names)

    @property
    def surprised(self) -> bool:
        """Something has just begun to move by itself."""
        return bool(self.now - self.strayed_ms < STRAYED_MS)

    @property
    def pins(self) -> Any:
        """The output image; None while the controller is dead."""
        return self.table.board.outputs if self.table.board is not None else None

    @property
    def fault_lamp(self) -> bool:
        """The red lamp is lit."""
        return bool(self.plant.logic_ok and self.plant.aux & C.AUX_LAMP_FAULT)

    @property
    def shut(self) -> bool:
        """The drum is covered."""
        return bool(self.plant.hatch.zone == SHUT)

    def _hatch_stands(self) -> int:
        return 1 if self.plant.input_raw("hatch_up") else -1 if self.shut else 0

    def dealers(self) -> list[int]:
        """Sides whose dealer lamp is green."""
        if self.pins is None:
            return []
        return [side for side in range(4) if self.pins.lamps[LAMPS_A_SIDE * side] == GREEN]

    def _pressed(self) -> list[bool]:
        plant = self.plant
        return [bool((plant.level[byte] | plant.raw[byte]) & mask) for byte, mask in KEYS]

    def _runs_alone(self) -> int:
        """Motors with current that nobody asked for."""
        return int(self.plant.effective & ~self.plant.motors)

    def _walls(self) -> tuple[int, ...]:
        return tuple(tile for side in self.plant.raised for stack in side for tile in stack)

    def _kinds(self) -> dict[str, int]:
        return {name: self.plant.tile_set.count(name) for name in ("green", "blue")}

    # looking

    def look(self) -> None:
        """Take note of what has changed."""
        plant = self.plant
        self.now = plant.now
        self.on = plant.effective
        self.starts = self.on & ~self.before & ~(plant.shorted | plant.lingering)
        self.before = self.on
        stands = self._hatch_stands()
        if self.starts & HATCH:
            self.hatch_from = stands or self._stood  # it may have left its end in this very scan
        self._stood = stands
        alone_on = self._runs_alone()
        if alone_on & ~self._alone_on:
            self.strayed_ms = self.now
        self._alone_on = alone_on
        self.fresh = plant.violations[self.said :]
        self.said = len(plant.violations)
        self.mindless = self.pins is None or not self._heard
        self._begin()
        self._follow_marker()
        # who runs the plate by hand deals nothing
        self.dealt = bool(plant.motors & DICE and not plant.by_hand) and self._new_deal()

    def _new_deal(self) -> bool:
        """Other walls lie on the table than at the last dice."""
        walls = self._walls()
        if not walls or walls == self._last:
            return False
        self._last = walls
        self.deals.append(walls)
        return True

    def _begin(self) -> None:
        """Keys or somebody in service mode begin things; power, an open loop and the fault lamp
        end what was begun."""
        plant = self.plant
        keys, live, lamp = self._pressed(), bool(plant.logic_ok), self.fault_lamp
        looped = bool(plant.input_raw("loop_raw"))
        if self.begun and not looped:
            self.opened_ms = self.now
        if lamp and not self._lamp or live and not self._live or not looped:
            self.begun = False
        if keys != self._keys or plant.by_hand:
            self.begun = True
        heard = self.pins is not None
        ended = lamp and not self._lamp or self._heard and not heard
        if ended and self.now - self._passed_ms < PASS_MS:
            self.may_deal |= {(side - 1) & 3 for side in self.may_deal}  # a fault came first
        self._keys, self._lamp, self._live, self._heard = keys, lamp, live, heard

    def _follow_marker(self) -> None:
        """A short press of the marker alone passes the deal; when it may not have, both may be."""
        plant = self.plant
        down = bool(plant.level[MARK[0]] & MARK[1])
        if down and self._mark_ms < 0:
            self._mark_ms, self._alone = self.now, True
            self._boots, self._deaf = plant.power_cycles, False
        self._deaf |= self.pins is None
        if down and plant.level[ELEVATOR[0]] & ELEVATOR[1]:
            self._alone = False
        if down or self._mark_ms < 0:
            return
        held, self._mark_ms = self.now - self._mark_ms, -1
        if not self._alone or held > PASS_MS:
            return
        moved = {(side + 1) & 3 for side in self.may_deal}
        clear = not self.fault_lamp and plant.has_mains and self.now - self._passed_ms > PASS_MS
        clear = clear and plant.logic_ok and not self._deaf and plant.power_cycles == self._boots
        self.may_deal = moved if clear and self.on == 0 else self.may_deal | moved
        self._passed_ms = self.now
