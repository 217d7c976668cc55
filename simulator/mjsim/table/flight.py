"""The flight recorder of a simulated table: on when it is asked for, read at any time.

A board writes its checkpoints in scans without work; the simulator jumps over those, so here they
are written whenever time stands still.
"""

from __future__ import annotations

from typing import Any

from mjsim.replay.record_file import Recording, code
from mjtable.generated.setting_table import DEFAULTS, NAMES
from mjtable.memory.packing import AT
from mjtable.memory.recorder import PROFILE, SETTING
from mjtable.scan.clock import MASK

RING = 1 << 16
"""Bytes of a simulated table's ring: six minutes of sorting and more."""


def begin(table: Any, board: Any, size: int) -> None:
    """Let a table that was just made record."""
    table.inputs, table.outputs = board.inputs, board.outputs
    table.begin_recording(size)


def keep(table: Any) -> None:
    """Write the checkpoint that is due."""
    recorder = table.recorder
    while recorder.wanted:
        recorder.keep()


def profile_set(table: Any, index: int) -> None:
    """The game was chosen without the link."""
    if table.recorder is not None:
        table.recorder.call(PROFILE, index, None)


def setting_set(table: Any, index: int, value: int) -> None:
    """A setting was changed without the link."""
    if table.recorder is not None:
        table.recorder.call(SETTING + index, value, None)


def data(recorder: Any) -> bytes:
    """What the ring holds, from its oldest checkpoint on."""
    first = recorder.first()
    if first < 0:
        return b""
    last = len(recorder.ring) - 1
    count = (recorder.n[AT] - first) & MASK
    return bytes(recorder.ring[(first + i) & last] for i in range(count))


def recording(session: Any) -> Recording:
    """A session's recording, with what it is of."""
    table = session.table
    value = table.settings.value
    settings = {name: value[i] for i, name in enumerate(NAMES) if value[i] != DEFAULTS[i]}
    unit = session.plant.unit
    return Recording(
        data(table.recorder), session.machine, table.machine, code=code(),
        profile=session.profile_name, settings=settings, unit="%s %d" % (unit.kind, unit.number),
        seed=session.seed, late=session.late, uid="sim",
    )  # fmt: skip
