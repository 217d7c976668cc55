"""The recording that a failed run leaves: it is played once more, on a table that records.

The recording ends a second behind the moment of the failure; where there is no such moment, the
table has no power then, or it ended in a traceback, at the run's end.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mjsim.campaign.fork import Lost, elsewhere
from mjsim.campaign.halves import play
from mjsim.campaign.options import Options
from mjsim.campaign.show import SHOWN
from mjsim.table import flight
from mjsim.table.session import SimTable

BEHIND_MS = 1_000
LONG_S = 600.0
"""CPU time of a run and its way there."""
Begin = Callable[[], SimTable]
Go = Callable[[SimTable], Any]


def of_run(begin: Begin, go: Go, at_ms: int) -> bytes:
    """The file of a run: `begin` makes its recording table, `go` plays it, it fails at `at_ms`."""
    def future() -> str:
        table, then = begin(), []
        if at_ms > table.now_ms:
            table.after(at_ms + BEHIND_MS - table.now_ms,
                        lambda: then.append(flight.left_by(table)))
        with suppress(Exception):  # a traceback is one of the failures
            go(table)
        return b64encode(next(filter(None, then), b"") or flight.left_by(table)).decode()

    with suppress(Lost):
        return b64decode(elsewhere(future, LONG_S))
    return b""


def leave(name: str, begin: Begin, go: Go, at_ms: int) -> None:
    """Keep a failed run's recording; a sentence on stderr says where, or why there is none."""
    flight.leave(name, of_run(begin, go, at_ms), "it hung, or " + flight.NONE)


def of_options(begin: Callable[[Options], SimTable], options: Options, at_ms: int,
               campaign: str) -> None:  # fmt: skip
    """The same of a run with both halves; `begin`: its recording table, where it forks."""
    leave("%s-seed%d-run%d" % (campaign, options.seed, options.number), lambda: begin(options),
          lambda table: play(table, options), at_ms)  # fmt: skip


def first(failed: list[Any]) -> list[Any]:
    """Those that leave one: the failures that are printed."""
    return failed[:SHOWN]
