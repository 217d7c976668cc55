"""Copies a release into the spare slot, looks at every file there, then switches.

Each step leaves a board that starts: until the last one the old firmware, then the new one.
"""

import hashlib
from dataclasses import dataclass

from .board import BLOCK, Board, File
from .errors import RERUN, FlashError
from .manifest import LAUNCHER, NAME, START
from .progress import Progress
from .release import Release
from .slots import (
    ACTIVE,
    NEW,
    TRIAL,
    Slot,
    Slots,
    activate,
    check_starts,
    differing,
    look_at,
    switch,
)

RESERVE_BLOCKS = 8  # the file system's own needs: folders that grow, files being replaced
FOLDER_BLOCKS = 2


@dataclass(frozen=True)
class Installed:
    """What was done: the slot, files copied and kept, bytes sent."""

    slot: str
    copied: int
    kept: int
    bytes: int


def install(board: Board, release: Release, slots: Slots, progress: Progress) -> Installed:
    """Put `release` on the board and make it the one that starts; it is not restarted yet."""
    running = slots.running
    if running is not None and running.manifest == release.manifest:
        check_starts(board, running)
        switch(board, running, trial=running.name != slots.active or slots.mark == TRIAL)
        return Installed(running.name, 0, len(running.files) - 1, 0)
    if running is not None and running.name != slots.active:
        activate(board, running.name)  # never write what /active names
    spare = slots.spare
    missing = wanting(release, spare)
    check_room(board, release, spare, missing)
    sent = 0
    if missing or spare.manifest != release.manifest:
        clear(board, release, spare, missing)
        sent = copy(board, release, spare, missing, progress)
        spare = finish(board, release, spare.name, progress)
    with progress.phase("importing it on the board, nothing moves"):
        check_starts(board, spare)
    switch(board, spare)
    return Installed(spare.name, len(missing), len(release.files) - len(missing), sent)


def wanting(release: Release, spare: Slot) -> list[str]:
    """What has to be copied, the module that the launcher imports last.

    So a slot that is not complete cannot be started, even when every other file is there.
    """
    missing = differing(release.manifest.files, spare.files)
    start = [path for path in release.files if path.startswith(START + ".")]
    return [path for path in missing if path not in start] + start if missing else []


def blocks(size: int) -> int:
    """Blocks a file of `size` bytes takes; a few bytes of each block are the file system's."""
    return size // (BLOCK - 16) + 1


def check_room(board: Board, release: Release, spare: Slot, missing: list[str]) -> None:
    """Refuse before anything is written when the file system is too full."""
    old = [entry.bytes for path, entry in spare.files.items()
           if path in missing or path not in release.files]
    folders = set(folders_of(release)) - set(spare.folders)
    need = (sum(blocks(len(release.files[path])) for path in missing) + RESERVE_BLOCKS
            + FOLDER_BLOCKS * (len(folders) + (not spare.files)) if missing else 0) * BLOCK
    have = board.free_bytes() + sum(map(blocks, old)) * BLOCK
    if have < need:
        raise FlashError(
            f"the board's file system is too full: {have // 1024} KB are free for the new "
            f"firmware, {need // 1024} KB are needed", board.where,
            "files of your own take the room",
            "remove them (`mpremote connect PORT fs ls`, `fs rm`), then give the same command "
            "again; nothing was changed on the board")


def folders_of(release: Release) -> list[str]:
    """Folders of the release, outer ones first."""
    found = set()
    for path in release.files:
        parts = path.split("/")[:-1]
        found |= {"/".join(parts[:n + 1]) for n in range(len(parts))}
    return sorted(found)


def clear(board: Board, release: Release, spare: Slot, missing: list[str]) -> None:
    """Take the slot's manifest first, so that it counts as unfinished; then what is not wanted."""
    board.remove(f"{spare.folder}/{NAME}")
    for path in spare.files:
        if path != NAME and (path in missing or path not in release.files):
            board.remove(f"{spare.folder}/{path}")
    for folder in sorted(set(spare.folders) - set(folders_of(release)), reverse=True):
        board.remove(f"{spare.folder}/{folder}", folder=True)
    for name in (ACTIVE, *(f"/{name}" for name in LAUNCHER)):
        board.remove(name + NEW)  # left behind by a cut


def copy(board: Board, release: Release, spare: Slot, missing: list[str],
         progress: Progress) -> int:
    """Send the files that differ; the number of bytes."""
    total = sum(len(release.files[path]) for path in missing)
    board.make_folder(spare.folder)
    for folder in folders_of(release):
        if folder not in spare.folders:
            board.make_folder(f"{spare.folder}/{folder}")
    with progress.phase(f"copying {len(missing)} files to slot {spare.name}", total) as phase:
        for path in missing:
            data = release.files[path]
            board.write(f"{spare.folder}/{path}", data, phase.within)
            phase.done(len(data))
    return total


def finish(board: Board, release: Release, name: str, progress: Progress) -> Slot:
    """Look at every file on the board, then write the manifest that calls the slot whole."""
    with progress.phase(f"verifying {len(release.files)} files on the board"):
        slot = look_at(board, name)
    wrong = differing(release.manifest.files, slot.files)
    extra = [path for path in slot.files if path not in release.files]
    if wrong or extra:
        raise FlashError(
            f"{[*wrong, *extra][0]} on the board is not the release's after copying "
            f"({len(wrong) + len(extra)} of {len(release.files)} files)", board.where,
            "the board's flash memory is worn, or another program writes to it",
            f"{RERUN}; if it happens again, replace the board")
    board.write(f"{slot.folder}/{NAME}", release.manifest.text)
    entry = File(board.hash(f"{slot.folder}/{NAME}"), len(release.manifest.text))
    if entry.sha256 != hashlib.sha256(release.manifest.text).hexdigest():
        raise FlashError(f"{NAME} on the board is not the release's after copying", board.where,
                         "the board's flash memory is worn", f"{RERUN}; if it happens again, "
                         "replace the board")
    return Slot(name, slot.files | {NAME: entry}, slot.folders, release.manifest)
