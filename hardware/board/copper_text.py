"""Copper as KiCad writes it: tracks, vias, and the head of a board file of any layers."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.board.sexpr import at, identity, number, quote
from hardware.route.job import Segment, Via

Layer = tuple[int, str, str, str]  # number, name, kind, what the user calls it


def head(title: str, layers: Sequence[Layer], thickness: float, revision: str,
         paper: str) -> list[str]:
    """Everything before the nets."""
    rows = ['(kicad_pcb (version 20211014) (generator mjtable)',
            f"  (general (thickness {number(thickness)}))", f"  (paper {quote(paper)})",
            f"  (title_block (title {quote(title)}) (rev {quote(revision)}))", "  (layers"]
    for place, name, kind, label in layers:
        alias = f" {quote(label)}" if label else ""
        rows.append(f"    ({place} {quote(name)} {kind}{alias})")
    return [*rows, "  )", "  (setup (pad_to_mask_clearance 0.05))"]


def segment_text(part: Segment, layer: str, net: int) -> str:
    ends = (f"(start {number(part.x0)} {number(part.y0)}) (end {number(part.x1)}"
            f" {number(part.y1)})")
    return (f"  (segment {ends} (width {number(part.width)}) (layer {quote(layer)}) (net {net})"
            f" {identity('segment', layer, ends)})")


def via_text(via: Via, net: int, size: float, drill: float) -> str:
    place = at(via.x, via.y)
    return (f"  (via {place} (size {number(size)}) (drill {number(drill)})"
            f' (layers "F.Cu" "B.Cu") (net {net}) {identity("via", place)})')
