"""The real firmware on an abstract machine: what may happen, what it does then, what is unsafe."""

from __future__ import annotations

from typing import Any

from mjsim.board.board import VirtualBoard
from mjsim.campaign.abstract import PUSHING, SHUT, Abstract
from mjsim.campaign.motions import names
from mjsim.campaign.scene import BELTS, CHAIN, HATCH, HEADS, INSIDE, LIFTS, RING
from mjsim.generated import constants as C
from mjsim.plant.signals import LIFT_DN, LIFT_UP
from mjsim.table.session import SimTable
from mjtable.table import Table

KEY_MS, HOLD_MS, SETTLE, QUIET_MS = 150, 1_400, 40, 120_000
UP, LONG_MS = 2, 4_000
State = tuple[Any, ...]


class Words:
    """A source of chance that fits in a few bytes."""

    word = 1

    def getrandbits(self, bits: int) -> int:
        """The next word."""
        self.word = self.word * 40_503 + 12_345 & 0xFFFF
        return self.word >> 16 - bits


class World:
    """One firmware on one abstract machine."""

    def __init__(self, table: SimTable) -> None:
        self.abstract = Abstract(table.plant)
        self.board, self.brain, self.store = table.board, table.table, table.store
        self.board.plant, self.board._random = self.abstract, Words()
        self.abstract.armed = bool(self.board.outputs.arm)
        self.abstract.write(self.board.outputs.motors, self.board.outputs.aux, 0)
        self.now = table.now_ms
        self.unsafe = ""
        self.up_ms = -1  # since when the hatch is up

    def scan(self) -> int:
        """One scan; the firmware's wait."""
        board = self.board
        board.inputs.now_ms = self.now & 0x3FFFFFFF
        board.read(board.inputs)
        wait = int(self.brain.step(board.inputs, board.outputs))
        before = self.abstract.on
        board.write(board.outputs)
        if self.abstract.hatch != UP:
            self.up_ms = -1
        elif self.up_ms < 0:
            self.up_ms = self.now
        self.unsafe = self.unsafe or unsafe(self.abstract, self.abstract.on & ~before)
        return wait

    def run(self, ms: int) -> None:
        """A time in which no mechanism moves."""
        end = self.now + ms
        while self.now < end:
            self.now += 5
            wait = self.scan()
            self.now = max(self.now, min(end, self.now + wait - wait % 5 - 5))

    def until_it_changes(self) -> None:
        """Time passes until the firmware does something by itself."""
        was, end = self.state(), self.now + QUIET_MS
        while self.now < end:
            wait = self.scan()
            if self.state() != was:
                break
            self.now += max(5, wait - wait % 5)

    def do(self, event: str) -> None:
        """One event, and what follows at once."""
        kind, _, what = event.partition(" ")
        if kind == "move":
            self.abstract.move(what)
        elif kind == "key":
            for name in what.split("+"):
                self.abstract.put(name, True)
            self.run(HOLD_MS if "+" in what else KEY_MS)
            for name in what.split("+"):
                self.abstract.put(name, False)
        elif kind == "wait":
            self.until_it_changes()
        elif kind == "plug":
            self._restart()
        elif kind == "pinch":
            self.abstract.put("pinch", not self.abstract.sees("pinch"))
        else:
            self.abstract.stop(self.abstract.sees("loop_raw"), lid=kind == "lid")
        for _ in range(SETTLE):
            self.now += 5
            if self.scan() > 5:
                break

    def _restart(self) -> None:
        self.abstract.arm(False, self.now)
        self.abstract.write(0, 0, self.now)
        self.abstract.power_cycles += 1
        self.board = VirtualBoard(self.abstract, self.store, "power")  # type: ignore[arg-type]
        self.board._random = Words()
        self.brain = Table(self.board.inputs.machine, self.store)
        self.run(100)

    def events(self) -> list[str]:
        """What may happen now."""
        found = ["move " + name for name in self.abstract.moves()]
        found += ["wait", "key elevator", "key mark", "key elevator+mark", "pinch", "plug"]
        closed = self.abstract.sees("loop_raw")
        found += ["lid"] if closed or self.abstract.sees("lid") else []
        return found + (["stop"] if closed or not self.abstract.sees("lid") else [])

    def state(self) -> State:
        """What two states have alike when they are the same."""
        brain, outputs = self.brain, self.board.outputs
        charts = tuple(chart.state for chart in brain.charts if chart not in brain.lifts)
        return (brain.cycle.state, brain.sorter.state, charts, brain.faults.active_code(),
                brain.armed, brain.cycle.loaded, tuple(brain.panel._state), brain.keys.count,
                self._level(), outputs.motors & ~LIFTS, outputs.aux & 15, self.abstract.zones,
                self._lifts(), self.long_up)  # fmt: skip

    def _lifts(self) -> tuple[Any, ...]:
        """The four lifts, whichever is where: the sides are alike."""
        rows = zip(self.abstract.lifts, self.brain.lifts, range(4), strict=True)
        return tuple(sorted((zone, chart.state, self.board.outputs.motors >> C.M_LIFT + side & 1)
                            for zone, chart, side in rows))  # fmt: skip

    def _level(self) -> bytes:
        """The inputs, without those of the lifts, which their zones say."""
        level = bytearray(self.abstract.level)
        for side in range(4):
            level[side] &= ~(LIFT_UP | LIFT_DN)
        return bytes(level)

    @property
    def long_up(self) -> bool:
        """The hatch is up for so long that a set may be in."""
        return self.up_ms >= 0 and self.now - self.up_ms >= LONG_MS

    @property
    def free(self) -> bool:
        """People can reach their tiles: the hatch is up, and nobody waits for anything."""
        return self.abstract.hatch == UP and self.brain.cycle.state in ("loading", "adding")


def unsafe(machine: Abstract, starts: int) -> str:
    """What is wrong with the outputs; "" when nothing is."""
    on = machine.on
    checks = (
        ("an open hatch", starts & INSIDE and machine.hatch != SHUT),
        ("a lift that is not down", starts & (HEADS | CHAIN) and any(machine.lifts)),
        ("a pusher that is out", starts & (LIFTS | CHAIN) and PUSHING in machine.heads),
        ("a chain that is away", starts & LIFTS and machine.chain),
        ("chain and head together", on & CHAIN and on & HEADS),
        ("a lift and what is under it", on & LIFTS and on & (BELTS | HEADS | CHAIN | RING)),
        ("the hatch and what is inside", on & HATCH and on & INSIDE),
        ("belt and head of a line", on >> C.M_BELT & on >> C.M_HEAD & 15),
        ("a pinch", starts & HATCH and machine.aux & C.AUX_DIR_HATCH and machine.sees("pinch")),
        ("an open loop", starts and not machine.sees("loop_raw")),
    )
    return next(("%s with %s" % (names(on), what) for what, so in checks if so), "")
