"""The real firmware on an abstract machine: what may happen, what it does then, what is unsafe."""

from __future__ import annotations

import marshal
from typing import Any

from mjsim.board import quick
from mjsim.board.board import VirtualBoard
from mjsim.board.tapping import untap
from mjsim.campaign.abstract import PUSHING, ROTORS, SHUT, Abstract
from mjsim.campaign.alike import alike
from mjsim.campaign.memory import Memory
from mjsim.campaign.motions import names
from mjsim.campaign.scene import BELTS, CHAIN, HATCH, HEADS, INSIDE, LIFTS, RING
from mjsim.generated import constants as C
from mjsim.table.session import SimTable
from mjtable.table import Table

KEY_MS, HOLD_MS, BOUNCE_MS, SETTLE, QUIET_MS = 150, 1_400, 30, 40, 120_000
UP, LONG_MS = 2, 4_000
EDGE_MS = 250
"""From edge to edge of what turns: the dice are given 400, the drum 1300."""
EVENTS = 8
"""Places of the firmware's ring of events: nobody reads it here."""


class Words:
    """A source of chance that fits in a few bytes."""

    def __init__(self) -> None:
        self.word = 1

    def getrandbits(self, bits: int) -> int:
        """The next word."""
        self.word = self.word * 40_503 + 12_345 & 0xFFFF
        return self.word >> 16 - bits


def _of_board(board: VirtualBoard) -> Memory:
    return Memory(board, without=(board.store, board.inputs.gauges, board.plant))


def _of_brain(board: VirtualBoard, brain: Any) -> Memory:
    return Memory(brain, without=(board.store, board.inputs, board.outputs))


class World:
    """One firmware on one abstract machine, which can be put back to where it was."""

    def __init__(self, table: SimTable) -> None:
        self.abstract, self.store = Abstract(table.plant), table.store
        self.board, self.brain = self._made()
        self._own = _of_board(self.board), _of_brain(self.board, self.brain)
        self._machine = Memory(self.abstract)
        self._new = self._own[1].values()
        self._take(table)
        self.abstract.armed = bool(self.board.outputs.arm)
        self.abstract.write(self.board.outputs.motors, self.board.outputs.aux, 0)
        self.now = table.now_ms
        self.unsafe = ""
        self.up_ms = -1  # since when the hatch is up

    def _switched_on(self) -> VirtualBoard:
        board = VirtualBoard(self.abstract, self.store, "power")  # type: ignore[arg-type]
        board._random = Words()  # type: ignore[assignment]
        return board

    def _made(self) -> tuple[VirtualBoard, Any]:
        """A board that is switched on, and its firmware."""
        board = self._switched_on()
        brain = Table(board.inputs.machine, self.store)
        brain.inputs, brain.outputs = board.inputs, board.outputs
        quick.use_lists(brain)
        brain.events.make(EVENTS)
        return board, brain

    def _take(self, table: SimTable) -> None:
        """Go on where a played table stands; what it is made of stays behind."""
        table.board._random = Words()
        untap(table.table.events)
        table.table.events.make(EVENTS)
        others = _of_board(table.board), _of_brain(table.board, table.table)
        for own, other in zip(self._own, others, strict=True):
            if own.shape != other.shape:
                raise TypeError("a played table has parts of another form than a new one: %s"
                                % type(table.table).__name__)  # fmt: skip
            own.put(other.values())

    def save(self) -> bytes:
        """Where it stands, for `back`."""
        values = [memory.values() for memory in (*self._own, self._machine)]
        return marshal.dumps((values, self.store.slots, self.now, self.unsafe, self.up_ms))

    def back(self, saved: bytes) -> None:
        """Be where it, or another world of this machine, stood."""
        values, slots, self.now, self.unsafe, self.up_ms = marshal.loads(saved)
        for memory, old in zip((*self._own, self._machine), values, strict=True):
            memory.put(old)
        self.store.slots.clear()
        self.store.slots.update(slots)

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

    def until_it_changes(self, turning: tuple[str, ...] = ()) -> None:
        """Time passes until the firmware does something by itself; some rotors turn meanwhile."""
        was, end, edge = alike(self), self.now + QUIET_MS, self.now
        while self.now < end:
            if turning and self.now >= edge:
                edge = self.now + EDGE_MS
                for name in turning:
                    self.abstract.move(name)
            wait = self.scan()
            if alike(self) != was:
                break
            self.now = min(self.now + max(5, wait - wait % 5), edge if turning else end)

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
            self.run(BOUNCE_MS)
        elif kind in ("wait", "turn"):
            self.until_it_changes(tuple(what.split("+")) if what else ())
        elif kind == "plug":
            self._restart()
        elif kind == "pinch":
            self.abstract.put("pinch", not self.abstract.sees("pinch"))
        elif kind == "hands":
            self.abstract.put_right()
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
        self._own[0].put(_of_board(self._switched_on()).values())
        self._own[1].put(self._new)
        self.run(100)

    def events(self) -> list[str]:
        """What may happen now."""
        moves = self.abstract.moves()
        found = ["move " + name for name in moves if name not in ROTORS]
        turns = [name for name in moves if name in ROTORS]
        found += ["turn " + name for name in {"+".join(turns): 0, **dict.fromkeys(turns)} if name]
        found += ["wait", "key elevator", "key mark", "key elevator+mark", "pinch", "plug"]
        closed = self.abstract.sees("loop_raw")
        if self.abstract.sees("lid"):
            return [*found, "lid", "hands"]
        return found + (["lid", "stop"] if closed else ["stop"])

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
