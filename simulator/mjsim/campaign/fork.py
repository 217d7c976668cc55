"""A live table's other futures: a forked process goes on with one, its report comes back."""

from __future__ import annotations

import json
import os
import signal
import traceback
from collections.abc import Callable
from typing import Any

COPIES: set[int] = set()
"""Those of this process that are at work."""


class Lost(RuntimeError):
    """A branch ended without a report; `signal` is what ended it, 0 = it ended by itself."""

    def __init__(self, number: int) -> None:
        super().__init__("a branch of the search ended without a report")
        self.signal = number

    @property
    def hung(self) -> bool:
        """It took all of its time."""
        return self.signal == signal.SIGPROF


def elsewhere(future: Callable[[], Any], cpu_s: float = 0.0) -> Any:
    """What `future` reports, run in a copy of this process; here nothing has happened.

    After `cpu_s` seconds of work (0 = never) the copy is ended: `Lost`, and it hung.
    """
    reader, writer = os.pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # none in half a copy
    child = os.fork()
    if child == 0:
        COPIES.clear()
        _report(future, reader, writer, cpu_s, before)
    COPIES.add(child)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    os.close(writer)
    with os.fdopen(reader) as back:
        text = back.read()
    COPIES.discard(child)
    _, status = os.waitpid(child, 0)
    if status or not text:
        raise Lost(os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)
    return json.loads(text)


def end_at_once(_signal: int, _frame: object) -> None:
    """Of a SIGTERM: this process ends without a word, and its copies do."""
    for child in COPIES:
        os.kill(child, signal.SIGTERM)
    os._exit(1)


def _report(future: Callable[[], Any], reader: int, writer: int, cpu_s: float,
            mask: set[Any]) -> None:  # fmt: skip
    """The copy's whole life."""
    status = 1
    try:
        os.close(reader)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # who began it tells of Ctrl-C
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.setitimer(signal.ITIMER_PROF, cpu_s)
        with os.fdopen(writer, "w") as out:
            json.dump(future(), out)
        status = 0
    except BrokenPipeError:
        pass  # who asked has been stopped
    except BaseException:  # noqa: BLE001 - the branch ends here, whatever it was
        traceback.print_exc()
    finally:
        os._exit(status)
