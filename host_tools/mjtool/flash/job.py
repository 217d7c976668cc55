"""The three things `mjtool flash` can do, from the port to a table that answers again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..errors import ToolError
from . import reach
from .board import Board
from .errors import BY_HAND, OFF_AND_ON, FlashError
from .identity import Identity, check_interpreter, identify
from .install import Installed, install
from .notes import FALLBACK, note
from .progress import Progress
from .release import Release, for_chip
from .slots import Slot, Slots, check_starts, look, switch


@dataclass
class Visit:
    """A board at its prompt: who it was before, what it is, what is on it."""

    url: str
    table: Mapping[str, str] | None
    board: Board
    identity: Identity
    slots: Slots


class Visiting:
    """Goes to the prompt, and leaves a board that starts its firmware, whatever happens."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._board: Board | None = None

    def __enter__(self) -> Visit:
        table = reach.hello(self._url)
        self._board = reach.prompt(self._url, table)
        try:
            identity = identify(self._board)
            return Visit(self._url, table, self._board, identity, look(self._board))
        except BaseException:
            self._board.restart()
            raise

    def __exit__(self, kind: type[BaseException] | None, *problem: object) -> None:
        if self._board is not None:
            if kind is not None:
                self._board.interrupt()
            self._board.restart()


@dataclass(frozen=True)
class Flashed:
    """The end of a flash or a roll-back."""

    port: str
    board: str
    version: str
    before: str
    installed: Installed | None


def flash(url: str, releases: dict[str, Release], progress: Progress,
          confirm: Callable[[Visit, Release], None]) -> Flashed:
    """Install the release that fits the board, restart; back to the old one when it fails."""
    with Visiting(url) as visit:
        release = for_chip(releases, visit.identity.chip)
        check_interpreter(url, visit.identity, release.manifest)
        confirm(visit, release)
        before = visit.slots.running
        installed = install(visit.board, release, visit.slots, progress)
    with progress.phase("waiting for the table"):
        answered = reach.await_version(url)
    version = release.manifest.version
    if answered != version:
        if before is not None and before.name == installed.slot:
            before = visit.slots.other(before) if visit.slots.other(before).whole else None
        undo(url, version, before, answered)
    return Flashed(url, visit.identity.machine, version, before.version if before else "",
                   installed)


def undo(url: str, version: str, before: Slot | None, answered: str) -> None:
    """Back to the slot `before`; always ends in a FlashError that says what runs now."""
    said = (f"firmware {answered} answered instead of {version}" if answered
            else f"firmware {version} did not answer, or not for long, after the restart")
    if before is None:
        raise FlashError(f"{said}; there is no older firmware on the board to go back to", url,
                         "the release does not run on this board",
                         "switch the table off and on; if it stays silent, flash another release "
                         "in maintenance (marker key held while switching on)")
    try:
        with Visiting(url) as visit:
            wrote = note(visit.board, FALLBACK)
            said += f" (the board wrote: {wrote})" if wrote else ""
            switch(visit.board, before, trial=False)
        back = reach.await_version(url)
    except ToolError as problem:
        raise FlashError(f"{said}, and going back to {before.version} failed ({problem.what})",
                         url, "the new firmware hangs", f"{OFF_AND_ON}, {BY_HAND}") from None
    if back != before.version:
        raise FlashError(f"{said}; the board was set back to {before.version}, which does not "
                         "answer either", url, "the cable is loose, or the board is damaged",
                         "switch the table off and on, then `mjtool status`; otherwise " + BY_HAND)
    raise FlashError(f"{said}; {before.version} is back and answers", url,
                     "the new release does not run on this board",
                     "go on with the old firmware; report the release, or flash another one")


def rollback(url: str, progress: Progress, confirm: Callable[[Visit, Slot], None]) -> Flashed:
    """Switch to the other slot when it is whole, restart, wait for it."""
    with Visiting(url) as visit:
        slots = visit.slots
        running = slots.slots[slots.active] if slots.active else slots.running
        other = slots.other(running) if running else slots.slots["a"]
        if not other.whole or other.manifest is None:
            raise FlashError(f"slot {other.name} holds no complete firmware to go back to", url,
                             "the board was flashed only once, or a copy to it was interrupted",
                             "flash the release you want with `mjtool flash --release`")
        check_interpreter(url, visit.identity, other.manifest)
        confirm(visit, other)
        check_starts(visit.board, other)
        switch(visit.board, other)
    with progress.phase("waiting for the table"):
        answered = reach.await_version(url)
    if answered != other.version:
        said = f"{answered} answers instead" if answered else "nobody answers for long"
        raise FlashError(f"the board was set back to {other.version}, but {said}", url,
                         "that firmware does not run on this board", BY_HAND)
    return Flashed(url, visit.identity.machine, other.version,
                   running.version if running else "", None)
