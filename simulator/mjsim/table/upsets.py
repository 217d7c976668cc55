"""The board's own troubles: its program stops or hangs, its memory fails, its host is mad. And
who comes to run a motor by hand.

The rows are in `mjsim.plant.inject_board`; the plant has none of these parts, so what they say is
done here, to the table's board, store and runner.
"""

from __future__ import annotations

import random
from typing import Any

from mjsim.table.host import Host
from mjsim.table.technician import Technician
from mjtable.generated.fault_codes import RESTARTS, STORE_MISSING
from mjtable.memory.store import SLOT_BYTES, SLOTS

DEAD_MS = 2_735
"""The controller's watchdog waits 2 s (`firmware/hal/watchdog.py`), a start takes 0.73 s."""
WELL_MS, MOST = 10_000, 3
"""Restarts in a row, without so long a time between them, until the board stays safe."""


class Upsets:
    """Of one table; `look` when something was injected or put right."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._known: list[Any] = []
        self._host: Host | None = None
        self._visit: tuple[Any, Technician] | None = None  # there is one service key
        self._booted_ms = self._row = 0
        self.wakes_ms = -1
        """When the watchdog starts the program again; -1: it runs, or has no supply."""

    def look(self) -> None:
        """Do what is new among the plant's causes, undo what has gone."""
        plant = self._session.plant
        before, self._known = self._known, list(plant.causes)
        for cause in self._known:
            if any(cause is one for one in before):
                continue
            if cause.name in ("exception", "hang") and self._session.table is not None:
                self._stop(hanging=cause.name == "hang")
            elif cause.args == ("corrupt",):
                self._corrupt()
            elif cause.name == "service" and self._session.table is not None:
                self._receive(cause)
        self._spoil({cause.args[0] for cause in self._known if cause.name == "store"})
        self._call([cause.args[0] for cause in self._known if cause.name == "host"])
        if self._visit is not None and not any(self._visit[0] is one for one in self._known):
            self._see_off()

    # the program

    def _stop(self, hanging: bool) -> None:
        """The program is gone, and with it the board's image; the plant keeps its outputs."""
        session = self._session
        now = session.now_ms
        self._row = self._row + 1 if now - self._booted_ms < WELL_MS else 1
        self.wakes_ms = session.runner.asleep_ms = now + DEAD_MS
        session.lose_program()
        if hanging:
            session.after(session.plant.live_signal_ms, lambda: self._let_go(now))
        else:
            session.plant.let_go()

    def _let_go(self, hung_ms: int) -> None:
        if self.wakes_ms == hung_ms + DEAD_MS:
            self._session.plant.let_go()

    def begin(self, board: Any, cause: str) -> None:
        """A program starts on this board."""
        if cause == "power":
            self._row = 0
        self._booted_ms, self.wakes_ms = self._session.now_ms, -1
        if self._row >= MOST:
            board.inputs.board_fault = RESTARTS
        if any(cause.args == ("missing",) for cause in self._known):
            board.inputs.board_warning = STORE_MISSING

    def unplug(self) -> None:
        """The supply has gone: no watchdog waits for anything."""
        self.wakes_ms, self._session.runner.asleep_ms = -1, 0

    # the memory

    def _corrupt(self) -> None:
        """A bit of about every second record turns."""
        session = self._session
        chance = random.Random("%d memory %d" % (session.seed, session.now_ms))
        buf = bytearray(SLOT_BYTES)
        for slot in range(SLOTS):
            n = session.store.read(slot, buf)
            if n and chance.random() < 0.5:
                buf[chance.randrange(n)] ^= 1 << chance.randrange(8)
                session.store.write(slot, buf, n)

    def _spoil(self, how: set[str]) -> None:
        """The store as it is now; what is spoilt hides what the store itself would do."""
        store = self._session.store
        for name in ("read", "readinto", "write", "write_chronicle"):
            vars(store).pop(name, None)
        if "torn" in how:
            store.write = lambda slot, buf, n: _half(store, slot, buf, n)
        if "full" in how:
            store.write_chronicle = lambda _buf, _n: False
        if "missing" in how:
            store.write = lambda slot, buf, n: _silent(store, slot, buf, n)
            store.read = lambda _slot, _buf: 0

    # the host

    def _call(self, how: list[str]) -> None:
        """A host on the port, or none any more."""
        links = self._session.runner.links
        if self._host is not None and (not how or self._host.how != how[-1]):
            links.remove(self._host)
            self._host = None
        if how and self._host is None:
            self._host = Host(self._session, how[-1])
            links.append(self._host)

    # somebody at the bench

    def _receive(self, cause: Any) -> None:
        """A technician comes; who was there goes."""
        self._see_off()
        self._visit = cause, Technician(self._session, *cause.args)
        self._session.runner.links.append(self._visit[1])

    def _see_off(self) -> None:
        if self._visit is not None:
            self._visit[1].go()
            self._session.runner.links.remove(self._visit[1])
            self._visit = None


def _silent(store: Any, slot: int, buf: bytes | bytearray, n: int) -> int:
    """The memory chip takes nothing; the chronicle's file is on the flash."""
    return int(type(store).write(store, slot, buf, n)) if slot >= SLOTS else 0


def _half(store: Any, slot: int, buf: bytes | bytearray, n: int) -> int:
    """A write that ends half-way: behind it lies what lay there."""
    old = bytearray(SLOT_BYTES)
    type(store).read(store, slot, old)
    old[:n // 2] = buf[:n // 2]
    return int(type(store).write(store, slot, old, n))
