"""The flight recorder of a simulated table: on when it is asked for, read at any time.

A board writes its checkpoints in scans without work; the simulator jumps over those, so here they
are written whenever time stands still.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from mjsim.replay.record_file import SUFFIX, Recording, code
from mjsim.words.names import UsageError
from mjtable.generated.setting_table import DEFAULTS, NAMES
from mjtable.memory.packing import AT, WANTED
from mjtable.memory.recorder import PROFILE, SETTING
from mjtable.scan.clock import MASK

RING = 1 << 16
"""Bytes of a simulated table's ring: six minutes of sorting and more."""
FOLDER = "MJSIM_RECORDINGS"
"""Environment: where failed simulations leave their recordings; else in the folder one is in."""
NONE = "its table has no power at its end, or was only just switched on"


def begin(table: Any, board: Any, size: int) -> None:
    """Let a table that was just made record."""
    table.inputs, table.outputs = board.inputs, board.outputs
    table.begin_recording(bytearray(size))


def keep(table: Any) -> None:
    """Write the checkpoint that is due; as on a board, none before the first scan has looked into
    the memory, which a replay has not."""
    recorder = table.recorder
    while recorder.n[WANTED] and table.booted:
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
    """A session's recording, with what it is of; of a table without power nothing is left."""
    table = session.table
    if table is None:
        raise UsageError("the table has no power: its recording is gone")
    value = table.settings.value
    settings = {name: value[i] for i, name in enumerate(NAMES) if value[i] != DEFAULTS[i]}
    unit = session.plant.unit
    return Recording(
        data(table.recorder), session.machine, table.machine, code=code(),
        profile=session.profile_name, settings=settings, unit="%s %d" % (unit.kind, unit.number),
        seed=session.seed, late=session.late, uid="sim",
    )  # fmt: skip


def left_by(session: Any) -> bytes:
    """The file of a session that failed; nothing of one whose table has no power any more, or not
    long enough for a checkpoint."""
    if session.table is None or session.table.recorder.first() < 0:
        return b""
    return recording(session).content()


def leave(name: str, content: bytes, lost: str = NONE) -> None:
    """Keep the recording of a failed simulation, and say on stderr how to see it; or, of none,
    how it was lost."""
    if not content:
        print("no recording is kept of %s: %s" % (name, lost), file=sys.stderr)
        return
    path = Path(os.environ.get(FOLDER, ".")) / (name + SUFFIX)
    try:
        path.write_bytes(content)
    except OSError as problem:
        print("no recording is kept, %s cannot be written: %s" % (path, problem.strerror),
              file=sys.stderr)
        return
    print("recorded: mjsim replay %s --show" % path, file=sys.stderr)
