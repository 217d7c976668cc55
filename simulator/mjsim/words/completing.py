"""Names that the shell completes for `mjsim`; Typer keeps those that begin as was typed."""

from __future__ import annotations

import typer

from mjsim.words import vocabulary
from mjsim.words.names import MACHINES


def machines(incomplete: str) -> list[str]:
    """Machines."""
    return _begun(MACHINES, incomplete)


def profiles(incomplete: str) -> list[str]:
    """Table profiles."""
    return _begun(vocabulary.profiles(), incomplete)


def settings(incomplete: str) -> list[str]:
    """Settings, with the = that has to follow."""
    return _begun(["%s=" % name for name in vocabulary.settings()], incomplete)


def units(incomplete: str) -> list[str]:
    """Kinds of units; a number needs no help."""
    return _begun(("typical", "worn", "nominal"), incomplete)


def late(incomplete: str) -> list[str]:
    """How late scans are."""
    return _begun(("now", "measured", "none"), incomplete)


def players(incomplete: str) -> list[str]:
    """Who plays."""
    return _begun(("auto", "none"), incomplete)


def faults(context: typer.Context, incomplete: str) -> list[str]:
    """Words of a fault, one after the other: jam, then a motor."""
    from mjsim.plant.inject_help import words_after

    return _begun(words_after(_typed(context)), incomplete)


def acts(context: typer.Context, incomplete: str) -> list[str]:
    """What a hand does, then at what."""
    from mjsim.serving.hand_words import words_after

    return _begun(words_after(_typed(context)), incomplete)


def _typed(context: typer.Context) -> list[str]:
    """The words that stand already."""
    return list(context.params.get("words") or [])


def _begun(names: list[str] | tuple[str, ...], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
