"""Footprints as text: the library's files, and the same footprint placed on the board."""

from __future__ import annotations

from hardware.board.pattern import Pad, Pattern
from hardware.board.sexpr import at, frame, identity, number, quote, text
from hardware.board.silk import pin_one, reference_text

PASTE = '"F.Cu" "F.Paste" "F.Mask"'
THROUGH = '"*.Cu" "*.Mask"'


def pad_text(pad: Pad, turned: int, net: str, key: str) -> str:
    """One pad; `net` is the whole `(net 3 "GND")` or empty."""
    kind, layers = ("thru_hole", THROUGH) if pad.drill else ("smd", PASTE)
    drill = f" (drill {number(pad.drill)})" if pad.drill else ""
    return (f"(pad {quote(pad.name)} {kind} {pad.shape} {at(pad.x, pad.y, turned)}"
            f" (size {number(pad.w)} {number(pad.h)}){drill} (layers {layers}){net}"
            f" {identity(key, 'pad', pad.name)})")


def hole_text(diameter: float, key: str) -> str:
    size = number(diameter)
    return (f'(pad "" np_thru_hole circle (at 0 0) (size {size} {size}) (drill {size})'
            f' (layers {THROUGH}) {identity(key, "hole")})')


def attribute(pattern: Pattern) -> str:
    if not pattern.pads:
        return "(attr exclude_from_pos_files exclude_from_bom)"
    return "(attr through_hole)" if any(p.drill for p in pattern.pads) else "(attr smd)"


def drawing(pattern: Pattern, key: str) -> list[str]:
    """Body and courtyard."""
    rows = frame("fp_line", pattern.body.corners(), "F.Fab", 0.1, key)
    rows += frame("fp_line", pattern.courtyard.corners(), "F.CrtYd", 0.05, key)
    return rows


def body_lines(pattern: Pattern, reference: str, value: str, turned: int,
               nets: dict[str, str], key: str) -> list[str]:
    """Everything inside the footprint's brackets after its place."""
    shown, its = reference_text(pattern, reference, turned, key)
    rows = [f"(descr {quote(pattern.title)})", attribute(pattern),
            shown, text("fp_text value", value, at(its.x, its.y), "F.Fab", 0.6, key, " hide")]
    rows += drawing(pattern, key)
    rows += pin_one(pattern, key)
    rows += [pad_text(pad, turned, nets.get(pad.name, ""), key) for pad in pattern.pads]
    if pattern.hole:
        rows.append(hole_text(pattern.hole, key))
    return rows


def library_file(pattern: Pattern) -> str:
    """The text of `hardware/lib/mj.pretty/<name>.kicad_mod`."""
    rows = body_lines(pattern, "REF**", pattern.name, 0, {}, f"lib/{pattern.name}")
    head = (f"(footprint {quote(pattern.name)} (version 20211014) (generator mjtable)"
            ' (layer "F.Cu")')
    return "\n  ".join([head, *rows]) + "\n)\n"
