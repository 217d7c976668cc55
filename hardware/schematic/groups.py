"""Which parts of a block stand beside each other: those that share a net few others have.

A net of many pins, a rail or a bus, says nothing about who belongs together, and a chip would draw
everything around it into one heap; its 100 nF goes to it by the part's note ("at U6").
"""

from __future__ import annotations

import re

from hardware.model import Circuit, natural

FEW_PINS = 5  # a net of more pins joins nobody
SMALL_PART = 6  # a part of more pins is joined by its capacitors alone
BESIDE = re.compile(r"\bat ([A-Z]+\d+)")


def groups(circuit: Circuit, block: str) -> list[list[str]]:
    """The block's parts: chips first, then by reference, the part with most pins leading."""
    heads = {ref: ref for ref, part in circuit.parts.items() if part.block == block}
    for pair in _pairs(circuit, block):
        one, two = (_head(heads, ref) for ref in pair)
        heads[two] = one
    found: dict[str, list[str]] = {}
    for ref in heads:
        found.setdefault(_head(heads, ref), []).append(ref)
    sizes = {ref: len(circuit.parts[ref].names) for ref in heads}
    for members in found.values():
        members.sort(key=natural)
        members.sort(key=lambda ref: -sizes[ref])
        members[1:] = sorted(members[1:], key=natural)
    return sorted(found.values(), key=lambda its: (sizes[its[0]] <= SMALL_PART, natural(its[0])))


def _pairs(circuit: Circuit, block: str) -> list[tuple[str, str]]:
    """Parts of the block that belong together, two by two."""
    pairs = []
    parts = {ref: part for ref, part in circuit.parts.items() if part.block == block}
    for ends in circuit.nets.values():
        if len(ends) <= FEW_PINS:
            near = [ref for ref, _ in ends
                    if ref in parts and len(parts[ref].names) <= SMALL_PART]
            pairs += [(near[0], ref) for ref in near[1:]]
    for ref, part in parts.items():
        owner = BESIDE.search(part.note)
        if owner and owner[1] in parts:
            pairs.append((owner[1], ref))
    return pairs


def _head(heads: dict[str, str], ref: str) -> str:
    while heads[ref] != ref:
        ref = heads[ref]
    return ref
