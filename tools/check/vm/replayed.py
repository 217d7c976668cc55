"""Recordings on the genuine VM: the firmware as built for boards plays them, and must record the
same bytes."""

from __future__ import annotations

import json
from pathlib import Path

from mjsim.replay import calls, player, reader
from mjsim.replay.record_file import Recording
from tools.check.vm.built import firmware
from tools.check.vm.vm import Vm
from tools.make.board.build import NAMES

HEAP_BYTES = 4 << 20
"""Garbage is collected only between two calls."""
PIECE = 200
"""Records in one call."""
_BEGIN = """
import json
from mjsim.replay import player
def read(name):
    with open(name, 'rb') as file:
        return file.read()
one = player.Player(%d, read('/recording'), json.loads(read('/names')))
"""
_SOME = "found = player.some(one, %d)\nanswer = json.dumps([one.reader.at, one.scans, found])"


class Replayer:
    """A VM that plays one recording after the other."""

    def __init__(self) -> None:
        folder = firmware()
        self.vm = Vm(folder, HEAP_BYTES)
        names = json.loads((folder.parent / NAMES).read_text(encoding="utf-8"))["attributes"]
        self.vm.put("/names", json.dumps(names).encode())
        for part in (player, calls, reader):
            place = part.__name__.replace(".", "/")
            self.vm.put(f"/fw/{place}.py", Path(part.__file__).read_bytes())

    def __enter__(self) -> Replayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.vm.close()

    def play(self, recording: Recording) -> tuple[int, tuple[int, int] | None]:
        """Scans played, and the first that differs: its number and time; None: none does."""
        self.vm.put("/recording", recording.data)
        self.vm.run(_BEGIN % recording.wired)
        at, scans, found = 0, 0, None
        while at < len(recording.data) and found is None:
            self.vm.memory()  # collects
            at, scans, found = json.loads(self.vm.run(_SOME % PIECE))
        return scans, tuple(found) if found else None
