"""How late scans are: `--late none|measured|now|MS[xROW][@SHARE]`.

`measured` and `now` are how long a working scan takes on a real controller: tables of times in
`mjsim/data`, `measured` of a whole sort by the firmware before the frame left Python, `now` of the
newest one. A scan looks at its inputs when it begins and its outputs come when it ends; the next
one begins no sooner. Which time a scan takes depends on seed and clock alone, so that it does
not matter how many idle ones were jumped over (an idle scan, 1.2 ms, moves nothing).

`8` lets every scan begin 8 ms late, `30@0.01` one in a hundred, alone and at any moment,
`12x16@0.001` rows of sixteen. The board does not catch up: a scan late by `LATE_AFRESH_MS` or
more starts the grid over (`firmware/hal/loop.py`). These take `TOOK_MS` each.
"""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files

from mjsim.generated import constants as C
from mjsim.words.names import UsageError

SCAN_MS = C.SCAN_PERIOD_MS
LIMIT_MS = 10
"""A scan that takes or begins this late is E903, and one that takes that long gives no kick."""
LATE_AFRESH_MS = LIMIT_MS - SCAN_MS
"""From this lateness on the grid starts over."""
TOOK_MS = C.SCAN_WORK_MS
"""What a scan takes where only its beginning is given."""
MOST_MS = 1000
TABLES = ("measured", "now")
_SPEC = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?(?:@(0?\.\d{1,6}))?")
_DRAWS = 4096
_NEVER = 1 << 59


class Lateness:
    """One board's: `every_ms` of each scan, spells at `next_ms`, `took(now)` of a scan."""

    def __init__(self, text: str, seed: int) -> None:
        self.every_ms = self.spell_ms = 0
        self.row = 1
        self.next_ms = _NEVER
        self._left = 0
        self._mean_ms = 0.0
        self._random = random.Random("%d late" % seed)
        self.draws = bytes((TOOK_MS,)) * _DRAWS
        if text in TABLES:
            self._draw(table_us(text))
        else:
            self._read(text)

    def _draw(self, times_us: list[int]) -> None:
        """A fixed sequence of times in a random order, each a whole number of frames."""
        drawn = [times_us[i * len(times_us) // _DRAWS] for i in range(_DRAWS)]
        self._random.shuffle(drawn)
        self.draws = bytes(-(-us // 1000) for us in drawn)

    def _read(self, text: str) -> None:
        found = _SPEC.fullmatch(text)
        if not found or int(found[1]) > MOST_MS or found[2] == "0":
            raise UsageError(
                "--late %s: write none, measured, now, or ms with a row and a share, "
                "as 8, 30@0.01 or 12x16@0.001 (at most %d ms)" % (text, MOST_MS)
            )
        if found[2] and not found[3]:
            raise UsageError("--late %s: a row needs its share, as %s@0.001" % (text, text))
        if not found[3]:
            self.every_ms = int(found[1])
            return
        if not float(found[3]):
            raise UsageError("--late %s: a share of 0 is --late none" % text)
        self.spell_ms, self.row = int(found[1]), int(found[2] or 1)
        self._mean_ms = SCAN_MS / float(found[3])
        self._left = self.row
        self._next(0)

    def _next(self, now_ms: int) -> None:
        self.next_ms = now_ms + 1 + int(self._random.expovariate(1 / self._mean_ms))

    def late(self, now_ms: int) -> None:
        """A late scan of a spell has begun: the next of its row, or the next spell, is drawn."""
        self._left -= 1
        if self._left:
            self.next_ms = now_ms + 1
        else:
            self._left = self.row
            self._next(now_ms)

    def took(self, now_ms: int) -> int:
        """What a scan that begins at `now_ms` takes if there is work for it, ms."""
        return self.draws[(now_ms * 40503 >> 4) % _DRAWS]


def table_us(name: str) -> list[int]:
    """Times of working scans, us, ascending, from a table of `mjsim/data`."""
    home = files("mjsim") / "data" / ("scan_times_%s.json" % name)
    if not home.is_file():
        raise UsageError(
            "--late %s: there is no table of its scans yet; "
            "`python -m tools.check.late_table LAB.json %s` makes it of a run in the lab"
            % (name, name)
        )
    return list(json.loads(home.read_text(encoding="utf-8"))["took_us"])


def lateness(text: str, seed: int) -> Lateness | None:
    """What `--late` asks for; None: every scan on time, and over at once."""
    return None if text == "none" else Lateness(text, seed)
