"""A simulated table for the search: a board that does not know it is simulated, a wire, a copy.

`Rig` is a `SimTable` whose firmware reads `sim=0`, with a host at the other end of its link and
the watch (`watch.py`) behind every scan. `freeze` and `thaw` copy it as it stands: the copy has
the same future, chance included, so that a search can branch anywhere.
"""

from __future__ import annotations

import copyreg
import io
import pickle
import struct
from collections.abc import Callable
from random import Random
from typing import Any

from mjsim.board.runner import on_grid
from mjsim.board.tapping import untap
from mjsim.plant.hatch import SHUT
from mjsim.plant.numbers import HATCH_END
from mjsim.table.session import SimTable
from mjsim.words.framing import framed
from mjtable.generated.command_table import LIST_START
from mjtable.link.link import Link

ALIVE_MS = 400
"""How often a living host says `keepalive` in service mode."""
VERSION, WORDS = Random.VERSION, struct.Struct("625I")
"""Of the state of a source of chance."""
LOOK_MS = 500
"""How often the watch looks, scan or none."""
TOUCH_MS = 20
"""How often it is looked whether the moving hatch has reached a hand."""
TOUCHED_AT = HATCH_END * 2 // 5
"""Where a hand at the rim is when the hatch comes down on it."""


class Wire:
    """The host's end of the link. `alive` = the host is there and keeps service mode alive."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.alive = False
        self.incoming = bytearray()
        self.answers: list[bytes] = []
        self.said_ms = -1  # when the host last sent anything
        self._id = 0
        self._link: Any = None

    def connect(self, table: Any) -> None:
        """The firmware has started: a fresh link, nothing in the buffers."""
        self._link = Link(table, uid="explore")
        self.incoming.clear()

    def say(self, body: str) -> None:
        """The host sends a request."""
        self._id += 1
        self.said_ms = self.rig.now_ms
        self.incoming += framed("%d %s" % (self._id, body))

    @property
    def waiting(self) -> bool:
        """Bytes are on their way, or an answer is half written."""
        return bool(self.incoming) or not self._link.idle

    def poll(self, now_ms: int) -> bool:
        """One scan's work of the firmware's link."""
        busy = self.waiting
        self._link.poll(self, now_ms)
        return busy

    def recv_into(self, buf: bytearray) -> int:
        """What a board takes in one scan."""
        n = min(8, len(self.incoming), len(buf))
        buf[:n] = self.incoming[:n]
        del self.incoming[:n]
        return n

    def send(self, buf: bytes | bytearray, n: int) -> int:
        """The board answers."""
        self.answers = [*self.answers[-3:], bytes(buf[:n])]
        return n


class Rig(SimTable):
    """One table under search. `sim` 0: its firmware believes in a real board."""

    def __init__(self, machine: str = "four_port", seed: int = 3, *, sim: int = 0,
                 mutation: Any = None, watch: Any = None, **options: Any) -> None:
        self.sim = sim
        self.mutation = mutation
        self.watch = watch
        self.wire = Wire(self)
        self.hand = False  # at the hatch's rim
        self.stop_pressed = False
        super().__init__(machine, seed=seed, powered=False, **{**options})
        self.hearing.keep = False
        self.runner.links = [self.wire]
        if watch is not None:
            watch.attach(self)
            self.runner.links.append(watch)

    def start(self) -> Rig:
        """Power on."""
        self.power_on()
        self.run_for(100)
        return self

    def _boot(self, cause: str) -> None:
        super()._boot(cause)
        self.board.inputs.sim = self.sim
        self.wire.connect(self.table)
        if self.mutation is not None:
            self.mutation(self.table)
        if self.watch is not None:
            self.watch.booted()

    # time

    def run_to(self, end_ms: int) -> None:
        """As of `SimTable`, with a host that keeps service mode alive and restarts carried out."""
        end_ms = on_grid(end_ms)
        while self.runner.now_ms < end_ms:
            at = min(end_ms, self.now_ms + LOOK_MS)
            if self.wire.alive and self.table is not None and self.table.mode == "service":
                if self.now_ms - self.wire.said_ms >= ALIVE_MS:
                    self.wire.say("keepalive")
                at = min(at, self.now_ms + ALIVE_MS)
            if self.hand and self.plant.hatch.moving:
                at = min(at, self.now_ms + TOUCH_MS)
            super().run_to(at)
            if self.table is not None and self.board.outputs.restart:
                self._restart()
            if self.hand:
                self._touch()
            if self.watch is not None:
                self.watch.look()  # no scan tells that what coasted has come to rest

    def put_hand(self, there: bool) -> None:
        """A hand lies on the hatch's rim, or goes away."""
        self.hand = there
        self._touch()

    def _touch(self) -> None:
        """The closing hatch reaches the hand part of the way down: the contact tells."""
        low = self.plant.hatch.place(self.plant.now) < TOUCHED_AT
        touched = self.hand and low and self.plant.hatch.zone != SHUT
        if touched != bool(self.plant.input_raw("pinch")):
            self.plant.set_input("pinch", touched)

    def _restart(self) -> None:
        """The board restarts, its outputs dead meanwhile; the plant stays as it is."""
        asked = LIST_START[self.board.outputs.restart - 1]
        self.plant.write(0, 0, self.now_ms)
        self.plant.arm(0, self.now_ms)
        self._boot("maintenance" if asked == "maintenance" else "soft")

    # copies

    def freeze(self) -> bytes:
        """The table as it stands, as bytes; nobody may be in the middle of a gesture."""
        assert not self._actions, "a key is still down"
        if self.table is not None:
            untap(self.table.events)
        data = io.BytesIO()
        pickler = pickle.Pickler(data, protocol=5)
        pickler.dispatch_table = PACKED
        pickler.dump(self)
        self._listen()
        return data.getvalue()

    def _listen(self) -> None:
        if self.table is not None:
            self.hearing.connect(self.table.events)


def _pack(chance: Random) -> tuple[Callable[[bytes], Random], tuple[bytes]]:
    """A source of chance in few bytes: as numbers, they would be most of a frozen table."""
    return _unpack, (WORDS.pack(*chance.getstate()[1]),)


def _unpack(data: bytes) -> Random:
    chance = Random()
    chance.setstate((VERSION, WORDS.unpack(data), None))
    return chance


PACKED = {**copyreg.dispatch_table, Random: _pack}


def thaw(data: bytes) -> Rig:
    """A copy of a frozen table."""
    rig: Rig = pickle.loads(data)
    rig._listen()
    return rig

