"""KiCad's s-expressions: numbers, quotes and identifiers that never change between runs."""

from __future__ import annotations

import uuid

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:mjtable:board")


def number(value: float) -> str:
    """A length in millimetres, to a tenth of a micrometre, without needless zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def quote(text: str) -> str:
    """Text in quotes, as KiCad reads it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def identity(*names: str) -> str:
    """The identifier of a thing, made from its name, so that it is the same for ever."""
    return f"(tstamp {uuid.uuid5(NAMESPACE, '/'.join(names))})"


def at(x: float, y: float, turned: int = 0) -> str:
    tail = f" {turned}" if turned else ""
    return f"(at {number(x)} {number(y)}{tail})"


def text(kind: str, words: str, where: str, layer: str, size: float, key: str,
         extra: str = "") -> str:
    """One text: `kind` is `gr_text` or `fp_text reference`; size is the height in mm."""
    font = f"(font (size {number(size)} {number(size)}) (thickness {number(size * 0.15)}))"
    return (f"({kind} {quote(words)} {where} (layer {quote(layer)}){extra}"
            f" (effects {font}) {identity(key, kind, words, layer)})")


def line(kind: str, start: tuple[float, float], end: tuple[float, float], layer: str,
         width: float, key: str) -> str:
    ends = (f"(start {number(start[0])} {number(start[1])})"
            f" (end {number(end[0])} {number(end[1])})")
    return (f"({kind} {ends} (layer {quote(layer)}) (width {number(width)})"
            f" {identity(key, kind, ends, layer)})")


def frame(kind: str, corners: list[tuple[float, float]], layer: str, width: float,
          key: str) -> list[str]:
    """A closed line through the corners."""
    ring = [*corners, corners[0]]
    return [line(kind, ring[i], ring[i + 1], layer, width, key) for i in range(len(corners))]
