"""A machine without time and tiles: each mechanism is where its flags say, and moves on one flag
whenever it likes while its motor has current.

It stands where the plant stands behind the board; the firmware above it is the real one.
"""

from __future__ import annotations

from typing import Any

from mjsim.generated import constants as C
from mjsim.plant import INPUT

LIFT_FLAGS = ((0, 1), (0, 0), (1, 0), (0, 0))
"""(up, down) by a lift's zone."""
HEAD_FLAGS = ((1, 0, 1), (0, 0, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0), (0, 0, 1))
"""(park, mid, pusher home) by a head's zone."""
CHAIN_FLAGS = ((1, 0), (0, 0), (0, 1), (0, 0))
"""(zero, corner) by the rods' zone."""
HATCH_FLAGS = ((0, 1), (0, 0), (1, 0))
"""(up, down) by the hatch's zone."""
SHUT, PUSHING = 0, 4
LETTERS = "abcd"
ROTORS = {"drum": "drum_rot", "ring": "ring_rot", "dice": "dice_rot"}
"""What turns without an end, and its sensor."""


class Abstract:
    """What a board needs of a plant; `moves` says what may happen next, `move` lets it."""

    mains_gap_ms = amps_a_ma = amps_b_ma = 0
    mains_dhz = C.MAINS_HZ * 10
    temp_hs_dc = temp_bay_dc = 250
    random_word = -1

    def __init__(self, plant: Any) -> None:
        self.machine, self.seed = plant.machine, plant.seed
        self.power_cycles = 0
        self.fitted = plant.fitted
        self.level = bytearray(plant.level)
        self.rose, self.fell = bytearray(len(self.level)), bytearray(len(self.level))
        self.edges = 0
        self.now = plant.now
        self.motors = self.aux = 0
        self.armed = False
        self.hatch = plant.hatch.zone
        self.lifts = [lift.zone for lift in plant.lifts]
        self.heads = [0] * len(plant.heads)
        self.chain = 0

    # the board's side

    def write(self, motors: int, aux: int, _now: int) -> None:
        """Outputs."""
        self.motors, self.aux = motors, aux

    def arm(self, on: object, _now: int) -> None:
        """Motor power: K1 follows at once, when the loop is closed."""
        if bool(on) != self.armed and (not on or self.sees("loop_raw")):
            self.armed = bool(on)
            for name, level in (("safe_fb", on), ("lmot_fb", on), ("k1_mir", not on)):
                self.put(name, level)

    def emit(self, _on: object, _now: int) -> None:
        """Nothing here shines."""

    def put(self, name: str, on: object) -> None:
        """An input's level."""
        byte, mask = INPUT[name] >> 3, 1 << (INPUT[name] & 7)
        if bool(self.level[byte] & mask) != bool(on):
            self.level[byte] ^= mask
            (self.rose if on else self.fell)[byte] |= mask
            self.edges |= 1 << byte

    def sees(self, name: str) -> bool:
        """What an input shows."""
        return bool(self.level[INPUT[name] >> 3] >> (INPUT[name] & 7) & 1)

    def stop(self, pressed: bool, lid: bool = False) -> None:
        """The stop button, or the lid, opens the loop."""
        if lid:
            self.put("lid", pressed)
        self.put("loop_raw", not pressed)
        if pressed:
            self.arm(False, self.now)

    # what may happen

    @property
    def on(self) -> int:
        """Motors with current."""
        dice = self.aux & C.AUX_DICE_SLEEP_N and 1 << C.M_DICE
        return self.motors & (self.fitted if self.armed else 0) & ~(1 << C.M_DICE) | (
            self.motors & int(dice))  # fmt: skip

    def moves(self) -> list[str]:
        """Motors whose mechanism may come to its next flag."""
        ends = 2 if not self.aux & C.AUX_DIR_HATCH else 0
        return [name for motor, name in enumerate(C.MOTORS) if self.on >> motor & 1
                and not name.startswith("belt") and (name != "hatch" or self.hatch != ends)]

    def move(self, name: str) -> None:
        """It comes there."""
        motor = C.MOTORS.index(name)
        if name == "hatch":
            self.hatch += -1 if self.aux & C.AUX_DIR_HATCH else 1
            self._show(("hatch_up", "hatch_dn"), HATCH_FLAGS[self.hatch])
        elif name == "chain":
            self.stand((), (self.chain + (-1 if self.aux & C.AUX_DIR_CHAIN else 1)) % 4)
        elif name in ROTORS:
            self.put(ROTORS[name], not self.sees(ROTORS[name]))
        elif name.startswith("lift"):
            side = motor - C.M_LIFT
            self.lifts[side] = (self.lifts[side] + 1) % 4
            self._show(("lift_up_" + name[-1], "lift_dn_" + name[-1]),
                       LIFT_FLAGS[self.lifts[side]])  # fmt: skip
        else:
            heads = list(self.heads)
            heads[motor - C.M_HEAD] = (heads[motor - C.M_HEAD] + 1) % len(HEAD_FLAGS)
            self.stand(tuple(heads), self.chain)

    def stand(self, heads: tuple[int, ...], chain: int) -> None:
        """Heads, the first ones, and the rods stand in these zones."""
        for line, (zone, letter) in enumerate(zip(heads, LETTERS, strict=False)):
            self.heads[line] = zone
            self._show(("park_" + letter, "mid_" + letter, "push_home_" + letter),
                       HEAD_FLAGS[zone])  # fmt: skip
        self.chain = chain
        self._show(("chain_zero", "chain_corner"), CHAIN_FLAGS[chain])

    def put_right(self) -> None:
        """Hands under the lid, as remedies say: each lift once round on to its bottom, pushers
        pushed home, the rods cranked to zero."""
        for side, letter in enumerate(LETTERS):
            self.lifts[side] = 0
            for flags in (LIFT_FLAGS[-1], LIFT_FLAGS[0]):
                self._show(("lift_up_" + letter, "lift_dn_" + letter), flags)
        self.stand(tuple(zone + (zone == PUSHING) for zone in self.heads), 0)

    def _show(self, names: tuple[str, ...], flags: tuple[int, ...]) -> None:
        for name, on in zip(names, flags, strict=True):
            self.put(name, on)

    @property
    def zones(self) -> tuple[int, ...]:
        """Where everything is, the lifts apart."""
        return (self.hatch, *self.heads, self.chain)
