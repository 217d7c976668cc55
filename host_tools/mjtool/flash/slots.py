"""The two firmware slots on a board, /a and /b, and the small file /active that chooses.

The launcher main.py at the root starts the slot that /active names, and the other one when that
cannot be imported. Only the slot that is not running is ever written. A slot on trial has a mark
behind its name: `b?` to be started for the first time, `b!` that start did not come to its end.
"""

from dataclasses import dataclass

from ..errors import LinkLostError
from . import manifest as manifest_module
from .board import Board, File
from .errors import HUNG, NEW_PYTHON, BoardError, FlashError
from .manifest import LAUNCHER, NAME, Manifest

ACTIVE = "/active"
NEW = ".new"
NAMES = ("a", "b")
TRIAL = "?"  # the launcher's marks
FAILED = "!"


@dataclass(frozen=True)
class Slot:
    """What is in one slot; `manifest` is None when the slot was never finished."""

    name: str
    files: dict[str, File]
    folders: list[str]
    manifest: Manifest | None

    @property
    def whole(self) -> bool:
        """Every file is there and as its manifest says, and none more: a .py would hide a .mpy."""
        return (self.manifest is not None and not differing(self.manifest.files, self.files)
                and len(self.files) == len(self.manifest.files) + 1)

    @property
    def version(self) -> str:
        """Version of the firmware in it, "" when it is not whole."""
        return self.manifest.version if self.manifest and self.whole else ""

    @property
    def folder(self) -> str:
        """Its folder on the board."""
        return f"/{self.name}"


@dataclass(frozen=True)
class Slots:
    """Both slots; `active` is the one that /active names, "" when it names none.

    `launcher` is the hash of main.py at the root, "" when there is none. `mark` is TRIAL when the
    active slot never started yet, FAILED when the launcher leaves it out because its trial hung.
    """

    slots: dict[str, Slot]
    active: str
    launcher: str
    mark: str = ""

    @property
    def running(self) -> Slot | None:
        """The slot to keep: the active one when it is whole, else the other when that is.

        One that never ran comes after the other, one that failed does not count.
        """
        for name in sorted(NAMES, key=lambda name: (name != self.active) != bool(self.mark)):
            failed = self.mark == FAILED and name == self.active
            if self.slots[name].whole and not failed:
                return self.slots[name]
        return None

    @property
    def spare(self) -> Slot:
        """The slot to write."""
        running = self.running
        if running is not None:
            return self.other(running)
        if self.active:
            return self.slots["b" if self.active == "a" else "a"]
        by_hand = self.launcher and self.slots["a"].files  # the launcher may be running these
        return self.slots["b" if by_hand else "a"]

    def other(self, slot: Slot) -> Slot:
        """The slot that is not `slot`."""
        return self.slots["b" if slot.name == "a" else "a"]


def differing(wanted: dict[str, str], found: dict[str, File]) -> list[str]:
    """Paths that are missing or differ, in order; `wanted` are hashes."""
    return [path for path, sha256 in wanted.items()
            if path not in found or found[path].sha256 != sha256]


def look(board: Board) -> Slots:
    """What is on the board."""
    text = (board.read(ACTIVE) or b"").decode("ascii", "replace").strip()
    active, mark = text[:1], text[1:]
    return Slots({name: look_at(board, name) for name in NAMES},
                 active if active in NAMES else "", board.hash("/main.py"), mark)


def look_at(board: Board, name: str) -> Slot:
    """One slot, every file hashed on the board."""
    files, folders = board.files(f"/{name}")
    manifest = None
    if NAME in files:
        try:
            manifest = manifest_module.parse(board.read(f"/{name}/{NAME}") or b"")
        except ValueError:
            manifest = None  # torn or foreign: the slot counts as never finished
    return Slot(name, files, folders, manifest)


def put_launcher(board: Board, slot: Slot) -> None:
    """Make the root's launcher that of `slot`, each file by a copy, a look at it, and a rename."""
    assert slot.manifest is not None
    for name in LAUNCHER:
        sha256 = slot.manifest.files.get(name)
        if sha256 is None or board.hash(f"/{name}") == sha256:
            continue
        fresh = f"/{name}{NEW}"
        board.copy(f"{slot.folder}/{name}", fresh)
        if board.hash(fresh) != sha256:
            raise BoardError(f"{fresh} is not what was copied", board.where,
                             "the board's flash memory is worn or damaged",
                             "replace the board; the old launcher is still in its place")
        board.rename(fresh, f"/{name}")


def activate(board: Board, name: str, mark: str = "") -> None:
    """Make `name` the slot that starts: the one step that changes what the board runs."""
    text = f"{name}{mark}\n".encode()
    board.write(ACTIVE + NEW, text)
    if board.read(ACTIVE + NEW) != text:
        raise BoardError(f"{ACTIVE}{NEW} is not what was written", board.where,
                         "the board's flash memory is worn or damaged",
                         "replace the board; nothing was switched")
    board.rename(ACTIVE + NEW, ACTIVE)


def check_starts(board: Board, slot: Slot) -> None:
    """Import the firmware of `slot` as the launcher will; FlashError when that fails.

    The launcher would start the other slot instead, which may answer with the same version. At
    the prompt outputs are dead, and importing moves nothing.
    """
    try:
        problem = board.import_error(slot.folder)
    except LinkLostError as lost:
        raise LinkLostError(
            f"{lost.what} while it imported firmware {slot.version} in {slot.folder}; nothing was "
            "switched", board.where, "the cable was pulled or the power failed, or this firmware "
            "hangs or crashes on this board", HUNG) from None
    if problem:
        old = "incompatible .mpy" in problem
        raise FlashError(
            f"firmware {slot.version} in {slot.folder} does not start on this board ({problem}); "
            "nothing was switched", board.where,
            "the board's MicroPython does not fit the release" if old
            else "the release does not run on this board",
            NEW_PYTHON if old else "go on with the firmware that the board has; report the "
            "release, or flash another one")


def switch(board: Board, slot: Slot, trial: bool = True) -> None:
    """Launcher first, then the slot: the board starts the firmware of `slot` from now on.

    On trial: when it hangs while it is imported, the next start is that of the other slot. Not
    so when the other one is known to be the worse.
    """
    put_launcher(board, slot)
    activate(board, slot.name, TRIAL if trial else "")
