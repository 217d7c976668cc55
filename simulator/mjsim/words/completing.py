"""Names that the shell completes for `mjsim`; Typer keeps those that begin as was typed."""

from __future__ import annotations

from mjsim.words import vocabulary
from mjsim.words.names import MACHINES


def machines(incomplete: str) -> list[str]:
    """Machines."""
    return begun(MACHINES, incomplete)


def profiles(incomplete: str) -> list[str]:
    """Table profiles."""
    return begun(vocabulary.profiles(), incomplete)


def settings(incomplete: str) -> list[str]:
    """Settings, with the = that has to follow."""
    return begun(["%s=" % name for name in vocabulary.settings()], incomplete)


def units(incomplete: str) -> list[str]:
    """Kinds of units; a number needs no help."""
    return begun(("typical", "worn", "nominal"), incomplete)


def late(incomplete: str) -> list[str]:
    """How late scans are."""
    return begun(("now", "measured", "none"), incomplete)


def players(incomplete: str) -> list[str]:
    """Who plays."""
    return begun(("auto", "none"), incomplete)


def begun(names: list[str] | tuple[str, ...], incomplete: str) -> list[str]:
    """Those that go on from what is typed."""
    return [name for name in names if name.startswith(incomplete)]
