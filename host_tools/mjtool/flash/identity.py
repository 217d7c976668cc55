"""Is this the right board, with a MicroPython that can run the firmware?"""

from dataclasses import dataclass

from ..errors import WrongDeviceError
from .board import Board
from .manifest import Manifest

BOARD = "Raspberry Pi Pico"
PAGE = "docs/FLASHING.md"


@dataclass(frozen=True)
class Identity:
    """The board at the prompt; `chip` is RP2040 or RP2350."""

    machine: str
    chip: str
    micropython: tuple[int, ...]
    mpy: int


def identify(board: Board) -> Identity:
    """The board, or WrongDeviceError when it is none the firmware knows."""
    name, version, machine, mpy = board.who()
    if name != "micropython":
        raise WrongDeviceError(f"this board runs {name}, not MicroPython", board.where,
                               "another firmware was put on it",
                               f"put the MicroPython named in {PAGE} on it")
    chip = next((chip for chip in ("RP2040", "RP2350") if machine.endswith(chip)), "")
    if not chip or not machine.startswith(BOARD):
        raise WrongDeviceError(
            f"this board is `{machine or 'unknown'}`, not a {BOARD} (RP2040) or Pico 2 (RP2350)",
            board.where, "another MicroPython board has this port",
            "unplug other boards, or name the table's port with --port")
    return Identity(machine, chip, version, mpy)


def check_interpreter(where: str, identity: Identity, manifest: Manifest) -> None:
    """WrongDeviceError when the board's MicroPython cannot run this release."""
    need = manifest.micropython_min
    if identity.micropython < need:
        raise WrongDeviceError(
            f"the board has MicroPython {dotted(identity.micropython)}, firmware "
            f"{manifest.version} needs {dotted(need)} or newer", where,
            "it has no hard timer interrupts before that, and sensor edges would be lost",
            f"put the MicroPython named in {PAGE} on the board (hold BOOTSEL while plugging in), "
            "then give the same command again; files on the board stay")
    if identity.mpy != manifest.mpy:
        raise WrongDeviceError(
            f"the board's MicroPython {dotted(identity.micropython)} takes byte code version "
            f"{identity.mpy}, firmware {manifest.version} is version {manifest.mpy}", where,
            "MicroPython and release are too far apart in age",
            f"put the MicroPython named in {PAGE} on the board, or take a newer release")


def dotted(version: tuple[int, ...]) -> str:
    """(1, 26, 0) as 1.26.0."""
    return ".".join(map(str, version))
