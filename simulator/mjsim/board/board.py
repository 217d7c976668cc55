"""The virtual board: the same interface as the real one, with a plant behind it.

`read` copies the plant's input image and clears its latches, `write` hands the output image to
the plant. The clock is the runner's: it sets `inputs.now_ms` before `read`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hal.usb_serial import CHUNK
from mjsim.board.gauges import PlantGauges
from mjsim.board.own_test import NOT_YET, OwnTest
from mjsim.generated import constants as C
from mjsim.plant import Plant
from mjsim.words.names import UsageError
from mjtable.scan.image import Inputs, Outputs

SLOT_BYTES = 255
"""Longest record a slot of the store takes."""
CHRONICLE, PART = (64, 65), 200
"""Slots that keep the chronicle's file, and bytes a slot."""
KEYS = {"marker": "mark", "service": "svc"}
"""Keys whose input has another name in the I/O map."""
_NONE = bytes(9)


class MemoryStore:
    """Records by slot, kept as long as the object lives."""

    def __init__(self, slots: dict[int, bytes] | None = None) -> None:
        self.slots = dict(slots or {})

    def read(self, slot: int, buf: bytearray) -> int:
        """Copy a slot's record into `buf`; its length, 0 when it was never written."""
        record = self.slots.get(slot, b"")
        n = min(len(record), len(buf))
        buf[:n] = record[:n]
        return n

    def write(self, slot: int, buf: bytes | bytearray | memoryview, n: int) -> int:
        """Keep the first `n` bytes of `buf`; n, or 0 when the slot cannot take them."""
        if not 0 <= slot <= 255 or not 0 <= n <= SLOT_BYTES:
            return 0
        self.slots[slot] = bytes(buf[:n])
        return n

    def readinto(self, buf: bytearray) -> int:
        """Copy the chronicle's file into `buf`; its length, 0 when there is none."""
        content = b"".join(self.slots.get(slot, b"") for slot in CHRONICLE)
        if len(content) > len(buf):
            return 0  # as on the board: no such file was ever kept
        buf[:len(content)] = content
        return len(content)

    def write_chronicle(self, buf: bytes | bytearray, n: int) -> bool:
        """Take the first n bytes of `buf` as the chronicle's file."""
        for at, slot in enumerate(CHRONICLE):
            part = buf[at * PART:min(n, at * PART + PART)]
            self.write(slot, part, len(part))
        return True

    def snapshot(self) -> MemoryStore:
        """A copy in memory."""
        return MemoryStore(self.slots)


class FileStore(MemoryStore):
    """A store in a file, replaced as a whole at every write so that it is never half written.

    The file is a header line, then for each record slot number, length and bytes.
    """

    HEADER = b"mjsim store 1\n"

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self.path = Path(path)
        if self.path.exists():
            self._load()
        else:
            self._save()

    def _load(self) -> None:
        try:
            raw = self.path.read_bytes()
        except OSError as problem:
            raise UsageError(
                "cannot read the store %s: %s" % (self.path, problem.strerror)
            ) from problem
        at = len(self.HEADER)
        if not raw.startswith(self.HEADER):
            raise UsageError(
                "%s is no store of mjsim; name another file, or one that does not exist yet"
                % self.path
            )
        while at + 2 <= len(raw) and at + 2 + raw[at + 1] <= len(raw):
            self.slots[raw[at]] = raw[at + 2 : at + 2 + raw[at + 1]]
            at += 2 + raw[at + 1]
        if at != len(raw):
            raise UsageError("the store %s is cut short; delete it to start over" % self.path)

    def _save(self) -> None:
        body = b"".join(bytes((slot, len(r))) + r for slot, r in sorted(self.slots.items()))
        fresh = self.path.with_name(self.path.name + ".new")
        try:
            fresh.write_bytes(self.HEADER + body)
            os.replace(fresh, self.path)
        except OSError as problem:
            raise UsageError(
                "cannot write the store %s: %s; choose a folder you may write to"
                % (self.path, problem.strerror)
            ) from problem

    def write(self, slot: int, buf: bytes | bytearray | memoryview, n: int) -> int:
        """As in memory, and in the file before it returns."""
        if self.slots.get(slot) == bytes(buf[:n]):
            return n
        written = super().write(slot, buf, n)
        if written:
            self._save()
        return written


def take(incoming: bytearray, buf: bytearray) -> int:
    """Move what a board reads in one scan from `incoming` to the start of `buf`; how much."""
    n = min(CHUNK, len(incoming), len(buf))
    if n:
        buf[:n] = incoming[:n]
        del incoming[:n]
    return n


class Serial:
    """The board's end of a serial port: bytes come in by `feed`, go out to `on_send`."""

    def __init__(self, on_send: Callable[[bytes], object] | None = None) -> None:
        self.incoming = bytearray()
        self.on_send = on_send

    @property
    def waiting(self) -> int:
        """Bytes fed and not yet read."""
        return len(self.incoming)

    def feed(self, data: bytes) -> None:
        """The host sends."""
        self.incoming += data

    def recv_into(self, buf: bytearray) -> int:
        """Move what a scan takes to the start of `buf`; its number of bytes."""
        return take(self.incoming, buf)

    def send(self, buf: bytes | bytearray | memoryview, n: int) -> int:
        """The first `n` bytes of `buf` go to the host."""
        if self.on_send is not None:
            self.on_send(bytes(buf[:n]))
        return n


class VirtualBoard:
    """A powered board on a plant. Make a new one, on the same store, after a power cut."""

    def __init__(
        self,
        plant: Plant,
        store: Any = None,
        cause: str = "power",
        seed: int | None = None,
        on_send: Callable[[bytes], object] | None = None,
    ) -> None:
        self.plant = plant
        self.store = MemoryStore() if store is None else store
        self.serial = Serial(on_send)
        self.inputs = Inputs()
        self.outputs = Outputs()
        boot = "%d board %d" % (plant.seed if seed is None else seed, plant.power_cycles)
        self._random = random.Random(boot)
        self._taken = 0
        self._armed, self._emitting = False, True  # the self-test has left the emitters on
        inputs = self.inputs
        inputs.machine = C.WIRED[C.MACHINES.index(plant.machine)]
        inputs.sim = inputs.calibrated = 1
        inputs.gauges = PlantGauges(plant)
        inputs.reset_cause = cause
        inputs.entropy = self._random.getrandbits(16)
        plant.arm(0, plant.now)
        plant.emit(1, plant.now)
        plant.edges |= 1 << 9
        self.read(inputs)
        self._own_test = OwnTest(inputs)

    def read(self, inputs: Any) -> None:
        """The input image as it is now, with its edges since the last read; not the time.

        A new entropy word comes when the board's own output image says the last was used.
        """
        plant = self.plant
        edges = plant.edges
        if edges:
            plant.edges = 0
            inputs.level[:] = plant.level
            inputs.rose[:] = plant.rose
            inputs.fell[:] = plant.fell
            plant.rose[:] = plant.fell[:] = _NONE
            if edges >> 9:
                inputs.mains_gap_ms = plant.mains_gap_ms
                inputs.mains_dhz = plant.mains_dhz
                inputs.amps_a_ma = plant.amps_a_ma
                inputs.amps_b_ma = plant.amps_b_ma
                inputs.temp_hs_dc = plant.temp_hs_dc
                inputs.temp_bay_dc = plant.temp_bay_dc
        elif inputs.edges:
            inputs.rose[:] = inputs.fell[:] = _NONE
        inputs.edges = edges
        if self.outputs.entropy_taken != self._taken:
            self._taken = self.outputs.entropy_taken
            inputs.entropy = self._random.getrandbits(16)
            if plant.random_word >= 0:
                inputs.entropy = plant.random_word

    def write(self, outputs: Any) -> None:
        """The output image takes effect now."""
        plant = self.plant
        now = plant.now
        if outputs.emit != self._emitting:
            self._emitting = outputs.emit
            plant.emit(outputs.emit, now)
        if outputs.motors != plant.motors or outputs.aux != plant.aux:
            plant.write(outputs.motors, outputs.aux, now)
        if outputs.arm != self._armed:
            detail = self._own_test.before_arming(now) if outputs.arm else 0
            self._armed = bool(outputs.arm) and detail != NOT_YET
            if not detail:
                plant.arm(outputs.arm, now)

    def press(self, key: str) -> None:
        """A key goes down: elevator, marker, service, elevator2, dice_a..d, reset, chain_rev."""
        self.plant.set_input(KEYS.get(key, key), 1)

    def release(self, key: str) -> None:
        """A key comes up."""
        self.plant.set_input(KEYS.get(key, key), 0)


Board = VirtualBoard
