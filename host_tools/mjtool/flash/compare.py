"""Board against release, file by file: `mjtool flash --check`."""

from dataclasses import dataclass
from typing import Any

from .board import Board
from .identity import dotted
from .job import Visit
from .manifest import LAUNCHER, NAME
from .notes import CRASH, FALLBACK, note
from .release import Release
from .slots import Slot


@dataclass(frozen=True)
class Difference:
    """One file that is not the same: where on the board, and `missing`, `differs` or `extra`."""

    path: str
    what: str


@dataclass(frozen=True)
class Comparison:
    """What `--check` found; `other` is the version in the slot that does not run, or "".

    `fallback` says why the launcher did not start the active slot, `crash` is the traceback of
    the last program that stopped; "" when there is none.
    """

    port: str
    machine: str
    micropython: str
    active: str
    board_version: str
    release_version: str
    other: str
    files: int
    differences: list[Difference]
    fallback: str
    crash: str

    @property
    def same(self) -> bool:
        """The board runs this release."""
        return not self.differences

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"port": self.port, "board": self.machine, "micropython": self.micropython,
                "same": self.same, "active": self.active or None,
                "version": {"board": self.board_version or None,
                            "release": self.release_version, "other": self.other or None},
                "files": self.files,
                "differences": [{"file": row.path, "is": row.what} for row in self.differences],
                "fallback": self.fallback or None, "crash": self.crash or None}


def compare(visit: Visit, release: Release) -> Comparison:
    """The active slot and the launcher at the root against the release."""
    slots = visit.slots
    slot = slots.slots[slots.active or "a"]  # without /active the launcher begins with a
    differences = in_slot(slot, release) + at_root(visit.board, release)
    return Comparison(visit.url, visit.identity.machine, dotted(visit.identity.micropython),
                      slots.active, slot.version, release.manifest.version,
                      slots.other(slot).version, len(release.files), differences,
                      note(visit.board, FALLBACK), note(visit.board, CRASH))


def in_slot(slot: Slot, release: Release) -> list[Difference]:
    """Differences of the slot, the manifest aside."""
    rows = []
    for path in sorted({*slot.files, *release.files} - {NAME}):
        wanted = release.manifest.files.get(path)
        found = slot.files.get(path)
        if found is None or found.sha256 != wanted:
            what = "missing" if found is None else "differs" if wanted else "extra"
            rows.append(Difference(f"{slot.folder}/{path}", what))
    return rows


def at_root(board: Board, release: Release) -> list[Difference]:
    """Differences of the launcher."""
    rows = []
    for name in LAUNCHER:
        wanted = release.manifest.files.get(name)
        found = board.hash(f"/{name}")
        if wanted is not None and found != wanted:
            rows.append(Difference(f"/{name}", "differs" if found else "missing"))
    return rows
