"""Which event of a table the broker has confirmed last, also after the bridge was started anew.

A file for each table and broker, as small as it can be. What is lost with it (a power cut) is that
some events are sent twice, which their numbers show; none is left out.
"""

import contextlib
import json
import re
from dataclasses import dataclass

from mjtool import state, whole_file


@dataclass(frozen=True)
class Place:
    """Everything before event `next` of start number `boot` has been confirmed."""

    boot: int = 0
    next: int = 0


class Memory:
    """One table's place."""

    def __init__(self, uid: str, broker: str) -> None:
        name = re.sub(r"[^\w.-]+", "_", f"{uid}_{broker}")
        self._file = state.folder("bridge") / f"{name}.json"
        self._saved = self.place = self._read()

    def _read(self) -> Place:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
            return Place(int(found["boot"]), int(found["next"]))
        except (OSError, ValueError, KeyError, TypeError):
            return Place()  # nothing, or nothing readable: from the oldest event that is kept

    def save(self) -> None:
        """Write it, when it has changed. A full disk does not stop a bridge."""
        place = self.place
        if place == self._saved:
            return
        with contextlib.suppress(OSError):
            whole_file.write(self._file, json.dumps({"boot": place.boot, "next": place.next}))
            self._saved = place
