"""A crude controller, only to move the plant: it reads sensors, holds the power limits, no more.

It never looks at tiles. It is not the firmware and shares no code with it.
"""

from mjsim.generated import constants as C
from mjsim.plant import NEVER, Plant
from mjsim.plant.unit import NOMINAL, Unit

SCAN_MS = 5
CNT, PARK, MID, INLET, LIFT_UP, LIFT_DN, PUSH_HOME, JAM = (1 << bit for bit in range(8))
DRUM, RING, HATCH, CHAIN = (1 << motor for motor in (C.M_DRUM, C.M_RING, C.M_HATCH, C.M_CHAIN))
CHAIN_ZERO = 1 << (C.IN_CHAIN_ZERO & 7)
HATCH_UP, HATCH_DN = 1 << (C.IN_HATCH_UP & 7), 1 << (C.IN_HATCH_DN & 7)
SENSE = C.IN_HATCH_UP >> 3


FREE = (10**9, 10**9, 0)
"""Power limits nobody reaches, for tests of something else."""


def nominal(machine: str = "four_port", seed: int = 1, **more) -> Plant:
    """A plant that is exactly as designed: the laws it is built of are tested on it."""
    return Plant(machine, seed, unit=Unit(NOMINAL, seed), **more)


def belt(line: int) -> int:
    return 1 << (C.M_BELT + line)


def head(line: int) -> int:
    return 1 << (C.M_HEAD + line)


def lift(side: int) -> int:
    return 1 << (C.M_LIFT + side)


class Bench:
    """Runs a plant from scan to scan, skipping scans in which nothing can happen."""

    def __init__(self, plant: Plant, *, armed: bool = True) -> None:
        self.plant = plant
        self.motors = self.aux = 0
        self.scans = 0
        if armed:
            plant.arm(1, 0)
            self.run(50)

    def clear(self) -> None:
        """What a board does after reading."""
        plant = self.plant
        plant.rose[:] = plant.fell[:] = bytes(9)
        plant.edges = 0

    def drive(self, motors: int, aux: int | None = None) -> None:
        """Set the output image now."""
        self.motors = motors
        self.aux = self.aux if aux is None else aux
        self.plant.write(self.motors, self.aux, self.plant.now)

    def on(self, motors: int) -> None:
        self.drive(self.motors | motors)

    def off(self, motors: int) -> None:
        self.drive(self.motors & ~motors)

    def run(self, ms: int) -> None:
        """Let time pass."""
        self.plant.advance(self.plant.now + ms)

    def until(self, seen, limit_ms: int = 20_000) -> int:
        """Scan until `seen()`; the time it took."""
        begin = self.plant.now
        while not seen():
            assert self.plant.now - begin < limit_ms, "nothing happened"
            self.run(SCAN_MS)
        return self.plant.now - begin

    def level(self, byte: int, mask: int) -> bool:
        return bool(self.plant.level[byte] & mask)

    # ------------------------------------------------------------ mechanisms
    def hatch(self, up: bool) -> None:
        """Move the hatch to an end."""
        way = 0 if up else C.AUX_DIR_HATCH
        self.run(400)
        self.drive(self.motors, self.aux & ~C.AUX_DIR_HATCH | way)
        self.run(C.RELAY_MS)
        self.on(HATCH)
        self.until(lambda: self.level(SENSE, HATCH_UP if up else HATCH_DN))
        self.off(HATCH)
        self.run(200)

    def raise_walls(self) -> None:
        """All four lifts up, dwell, down."""
        self.run(400)
        for mask in (LIFT_UP, LIFT_DN):
            for side in range(4):
                self.on(lift(side))
                self.run(150)
            waiting = {0, 1, 2, 3}
            while waiting:
                for side in tuple(waiting):
                    if self.level(side, mask):
                        self.off(lift(side))
                        waiting.discard(side)
                self.run(SCAN_MS)
            self.run(C.LIFT_DWELL_MS)

    def index(self) -> None:
        """One index of the chain."""
        self.run(400)
        self.on(CHAIN)
        self.until(lambda: not self.level(SENSE, CHAIN_ZERO))
        self.until(lambda: self.level(SENSE, CHAIN_ZERO))
        self.off(CHAIN)
        self.run(300)

    def sort(self, quota: list[int], limit_ms: int = 600_000) -> int:
        """Fill the lanes; the time it took."""
        sorter = Sorter(self, quota)
        begin = self.plant.now
        sorter.run(begin + limit_ms)
        return self.plant.now - begin

    def load(self, tiles: list[int]) -> None:
        """Hatch up, tiles in, hatch down."""
        self.hatch(True)
        self.plant.drop(tiles)
        self.hatch(False)

    def build(self, quota: list[int]) -> int:
        """Sort to quota on either machine, chain included."""
        if not self.plant.chained:
            return self.sort(quota)
        took = 0
        for side in (3, 2, 1, 0):
            took += self.sort([quota[side]])
            self.index()
        return took


class Line:
    """One line's few facts: tiles in the head, stacks pushed, what it wants now."""

    def __init__(self, index: int, quota: int) -> None:
        self.index = index
        self.left = quota
        self.room = 2 * quota
        self.inlet_fell = -1000
        self.held = 0
        self.want = 0
        self.cnt_since = -1
        self.ready_ms = 0


class Sorter:
    """Belts until a tile is in, heads until the flag, tokens by watts."""

    def __init__(self, bench: Bench, quota: list[int]) -> None:
        self.bench, self.plant = bench, bench.plant
        self.lines = [Line(i, n) for i, n in enumerate(quota)]
        self.next_start = self.plant.now

    def run(self, end_ms: int) -> None:
        plant, bench = self.plant, self.bench
        bench.clear()
        while any(line.left or line.want & 0xFF00 for line in self.lines):
            assert plant.now < end_ms, "the tiles never came"
            self._scan()
            at = min(plant.next_ms, self.wake)
            if self.pending:
                at = min(at, self.next_start)
            at = max(plant.now + SCAN_MS, at + -at % SCAN_MS)
            plant.advance(at)
        bench.drive(0)
        plant.advance(plant.now + 400)

    def _scan(self) -> None:
        bench, plant = self.bench, self.plant
        bench.scans += 1
        self.wake = NEVER
        for line in self.lines:
            self._line(line, plant.level[line.index], plant.rose[line.index],
                       plant.fell[line.index])  # fmt: skip
        if plant.edges:
            bench.clear()
        rotors = DRUM | RING if any(line.room > 0 for line in self.lines) else 0
        want = rotors
        keep = bench.motors & rotors
        for line in self.lines:
            want |= line.want
            keep |= bench.motors & line.want
        motors = self._admit(keep, want & ~keep)
        if motors != bench.motors:
            bench.drive(motors)

    def _admit(self, motors: int, more: int) -> int:
        """Start one more motor if watts and the time since the last start allow."""
        self.pending = more
        now = self.plant.now
        if not more or now < self.next_start:
            return motors
        watts = C.LOGIC_MW + sum(w for i, w in enumerate(C.MOTOR_RUN_MW) if motors >> i & 1)
        for index in (*range(C.M_HEAD, C.M_HEAD + 4), C.M_RING, C.M_DRUM, *range(C.M_BELT, 8)):
            if more >> index & 1 and watts + C.MOTOR_RUN_MW[index] <= C.POWER_BUDGET_MW:
                self.next_start = now + C.POWER_START_GAP_MS
                return motors | 1 << index
        self.pending = 0
        return motors

    def _line(self, line: Line, level: int, rose: int, fell: int) -> None:
        """What a line wants: its belt or its head."""
        now = self.plant.now
        if rose & INLET and now - line.inlet_fell > 45:
            line.room -= 1
        if fell & INLET:
            line.inlet_fell = now
        if line.want & head(line.index):
            if rose & (MID | PARK):
                line.want = 0
                line.ready_ms = now + 60
                if level & PARK:
                    line.held = 0
                    line.left -= 1
            return
        if not line.left:
            line.want = 0
            return
        if rose & CNT and line.cnt_since < 0:
            line.cnt_since = now
        if fell & CNT and not level & CNT and now - line.cnt_since > 140:
            line.cnt_since = -1
            line.held += 1
            line.want = head(line.index)
            return
        shut = line.room <= 0 and self.plant.moving & RING
        line.want = belt(line.index) if now >= line.ready_ms and not shut else 0
        if now < line.ready_ms:
            self.wake = min(self.wake, line.ready_ms)
