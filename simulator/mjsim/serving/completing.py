"""Words of `mjsim inject` and `mjsim hand` that the shell completes, one after the other."""

from __future__ import annotations

import typer

from mjsim.plant import inject_help
from mjsim.serving import hand_words
from mjsim.words.completing import begun


def faults(context: typer.Context, incomplete: str) -> list[str]:
    """Words of a fault: jam, then a motor."""
    return begun(inject_help.words_after(_typed(context)), incomplete)


def acts(context: typer.Context, incomplete: str) -> list[str]:
    """What a hand does, then at what."""
    return begun(hand_words.words_after(_typed(context)), incomplete)


def _typed(context: typer.Context) -> list[str]:
    """The words that stand already."""
    return list(context.params.get("words") or [])
