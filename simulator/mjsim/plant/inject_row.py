"""The form of a row of the injection table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mjsim.plant import Plant
from mjsim.plant.inject_words import Words


@dataclass(frozen=True)
class Fault:
    """A row of `TABLE`: what it does, its arguments in words, how to check, start and end it."""

    doc: str
    usage: str
    check: Callable[[Words], Words]
    start: Callable[[Plant, Words], None]
    stop: Callable[[Plant, Words], None]


def nothing(plant: Plant, words: Words) -> None:
    """Over by itself, or for people to put right."""


def fault(doc: str, usage: str, check: Any, start: Any, stop: Any = nothing) -> Fault:
    """A row."""
    return Fault(doc, usage, check, start, stop)


Rows = dict[str, Fault]
