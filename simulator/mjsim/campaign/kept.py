"""The firmware on an abstract machine, as it stands: taken down, put back, switched on anew."""

from __future__ import annotations

import marshal
from typing import Any

from mjsim.board import quick
from mjsim.board.board import VirtualBoard
from mjsim.board.tapping import untap
from mjsim.campaign.abstract import Abstract
from mjsim.campaign.memory import Memory
from mjsim.table.session import SimTable
from mjtable.table import Table

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


def of_board(board: VirtualBoard) -> Memory:
    """What a board itself holds."""
    return Memory(board, without=(board.store, board.inputs.gauges, board.plant))


def of_brain(board: VirtualBoard, brain: Any) -> Memory:
    """What its firmware holds."""
    return Memory(brain, without=(board.store, board.inputs, board.outputs))


class Kept:
    """One firmware on one abstract machine, which can be put back to where it was."""

    def __init__(self, table: SimTable) -> None:
        self.abstract, self.store = Abstract(table.plant), table.store
        self.board, self.brain = self._made()
        self._own = of_board(self.board), of_brain(self.board, self.brain)
        self._machine = Memory(self.abstract)
        self._new = self._own[1].values()
        self._take(table)
        self.abstract.armed = bool(self.board.outputs.arm)
        self.abstract.write(self.board.outputs.motors, self.board.outputs.aux, 0)
        self.now = table.now_ms
        self.unsafe = ""
        self.sides = False  # each lift counts for itself
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
        others = of_board(table.board), of_brain(table.board, table.table)
        for own, other in zip(self._own, others, strict=True):
            own.put(other.values())

    def switch_on(self) -> None:
        """A new board and new firmware on the same store, in place of those there are."""
        self._own[0].put(of_board(self._switched_on()).values())
        self._own[1].put(self._new)

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
