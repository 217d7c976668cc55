"""What the board writes down for a person, in small files at its root."""

from .board import Board

FALLBACK = "/fallback"  # by the launcher main.py: why it did not start the active slot
CRASH = "/crash.txt"  # by hal/crash.py: the last words of a program that stopped


def note(board: Board, path: str) -> str:
    """The text of a note, "" when there is none."""
    return (board.read(path) or b"").decode("utf-8", "replace").strip()
