"""The plant: all mechanisms, one list of due times, one loop."""

from __future__ import annotations

from mjsim.generated import constants as C
from mjsim.plant.ailing import Ailing
from mjsim.plant.belt import Belt
from mjsim.plant.chain import Chain
from mjsim.plant.dice import Dice
from mjsim.plant.drum import Drum, Ring
from mjsim.plant.grid import Grid
from mjsim.plant.hatch import Hatch
from mjsim.plant.head import Head
from mjsim.plant.lift import Lift
from mjsim.plant.mixing import USUAL
from mjsim.plant.numbers import CHAIN_TURN, HATCH_END, TURN
from mjsim.plant.pick import Pick
from mjsim.plant.righting import Righting
from mjsim.plant.unit import TYPICAL, Unit

LIMITS = (C.POWER_BUDGET_MW, C.POWER_PEAK_MW, C.POWER_START_GAP_MS)
MESSES = ("hatch", "sorting", "raising", "indexing")
"""Where a power cut may have caught the machine."""


class Plant(Ailing, Righting):
    """The machine (`mjsim.plant` lists what it offers).

    `messy` True leaves it where a power cut caught it, empty of tiles; or one of `MESSES`.
    `limits` are mW running, mW starting, ms between starts. `bounce_ppm` and `jam_ppm` are
    per tile, `wear` is the speed of motors by name in percent. `strict` checks every tile's
    place at every move (slow).
    """

    def __init__(
        self,
        machine: str = "four_port",
        seed: int = 1,
        *,
        messy: bool | str = False,
        drum_mixing: bool = True,
        mixing: str = USUAL,
        strict: bool = False,
        limits: tuple[int, int, int] = LIMITS,
        bounce_ppm: int = C.BOUNCE_PPM,
        jam_ppm: int = 0,
        dice_count: int = 2,
        wear: dict[str, int] | None = None,
        unit: Unit | None = None,
    ) -> None:
        if machine not in C.MACHINES:
            raise ValueError("no machine '%s'; there are %s" % (machine, ", ".join(C.MACHINES)))
        super().__init__(seed, unit or Unit(TYPICAL, seed))
        self.machine = machine
        which = C.MACHINES.index(machine)
        self.fitted = C.MOTORS_OF[which]
        self.chained = self.fitted >> C.M_CHAIN & 1 == 1
        self.tiles_a_push = C.TILES_A_PUSH[which]
        self.drum_mixing = drum_mixing
        self.mixing = mixing
        self.bounce = bounce_ppm / 1e6 * self.unit.pct(("drop_out", "table"))
        self.jam_ppm = jam_ppm
        self._init_signals(C.IDLE_OF[which])
        self._init_supply(limits)
        self._init_tiles()
        self._init_repairs()
        self._build(C.LINES[which], dice_count)
        self._place(messy)
        self._stand_dead()
        for name, pct in (wear or {}).items():
            self.set_wear(C.MOTORS.index(name), pct)
        self.next_ms = min(self.due)
        self.strict = strict

    def _stand_dead(self) -> None:
        """No mains, no motor power, no edge yet."""
        self.show_mains()
        self.set_input("safe_fb", 0)
        self.set_input("lmot_fb", 0)
        self.set_input("k1_mir", 1)
        self.rose[:] = self.fell[:] = bytes(len(self.rose))
        self.edges = 0

    def _build(self, lines: int, dice_count: int) -> None:
        self._supply_slot = self.add_slot(self._run_supply)
        self._pulse_slot = self.add_slot(self._run_pulses)
        self.grid = Grid(self)
        self.drum, self.ring = Drum(self), Ring(self)
        self.pick = Pick(self)
        self.hatch = Hatch(self)
        self.chain = Chain(self) if self.chained else None
        self.belts = [Belt(self, line) for line in range(lines)]
        self.heads = [Head(self, line) for line in range(lines)]
        self.lifts = [Lift(self, side) for side in range(4)]
        self.dice_plate = Dice(self, dice_count)
        for belt, head in zip(self.belts, self.heads, strict=True):
            belt.head = head
        found = (self.drum, self.ring, self.hatch, self.chain, *self.belts, *self.heads,
                 *self.lifts, self.dice_plate)  # fmt: skip
        self.drive_of = {drive.bit: drive for drive in found if drive is not None}
        self.drives = [self.drive_of.get(1 << motor) for motor in range(len(C.MOTORS))]
        self.wear_pct = [100] * len(C.MOTORS)

    def _place(self, messy: bool | str) -> None:
        """Start positions: at rest inside the flags, or where a power cut left them."""
        mess, random = "", self.chance("places").random

        def within(low: int, high: int) -> int:
            return low + int(random() * (high - low))

        if messy:
            mess = messy if isinstance(messy, str) else MESSES[int(random() * len(MESSES))]
            if mess not in MESSES:
                raise ValueError("no mess '%s'; there are %s" % (mess, ", ".join(MESSES)))
        self.hatch.set_place(within(0, HATCH_END if mess == "hatch" else HATCH_END // 50))
        for head in self.heads:
            head.set_angle(within(0, TURN) if mess == "sorting" else within(-20_000, 20_000))
        for lift in self.lifts:
            lift.set_angle(within(0, TURN) if mess == "raising" else within(-10_000, 10_000))
        if self.chain is not None:
            self.chain.set_place(within(0, CHAIN_TURN if mess == "indexing" else 10_000))

    # ------------------------------------------------------------------ dice
    @property
    def dice(self) -> list[int]:
        """Pips of the last roll."""
        return self.dice_plate.pips

    @property
    def dice_rest_ms(self) -> int:
        """When the dice came or come to rest."""
        return self.dice_plate.rest_ms

    @property
    def rolls(self) -> int:
        """How many rolls there were."""
        return self.dice_plate.rolls

    @property
    def dice_count(self) -> int:
        """Dice under the dome, 2 or 3."""
        return self.dice_plate.count

    @dice_count.setter
    def dice_count(self, count: int) -> None:
        self.dice_plate.count = count
