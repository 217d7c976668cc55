"""Which part lies on which of the two boards, and the link between them: a ribbon cable.

Every part that touches a live net or PE is on the mains board, and so are the couplers' own
resistors and lamps: they belong to the channel's tile. Every barrier therefore stands on the mains
board, and what passes between the boards is SELV alone: the link is a ribbon cable.
"""

from __future__ import annotations

from dataclasses import replace

from hardware.board.domains import Side
from hardware.board.layout import LayoutError
from hardware.lib.connectors import LINK, LINK_WAYS
from hardware.model import Circuit, Part, circuit_of

LOGIC, MAINS = "J50", "J51"  # the link's header on each board
BLOCK = "link"
TILE_BLOCKS = ("channels", "mains_input", "relays")
GROUND = "GND"
# 1 A a contact of 2.54 mm; 2 A of the supply and the coils' 0.5 A are shared out
PARALLEL = {"+12V": 4, "12V_LOOP": 2, "+5V_SAFE": 2}
HOLES = ("H11", "H12", "H13", "H14")  # the logic board's own


def on_mains(circuit: Circuit, sides: dict[str, Side]) -> set[str]:
    """The references of the mains board."""
    return {ref for ref, part in circuit.parts.items()
            if part.on_board and part.block != BLOCK and (
        part.block in TILE_BLOCKS
        or any(sides[net] is not Side.SELV for net in part.pins.values()))}


def link_pins(circuit: Circuit, mains: set[str]) -> dict[str, str]:
    """Pin of the link -> net: supplies first, then what crosses, a ground in every fourth place.

    The order follows the mains board's parts, so that neighbours there are neighbours here.
    """
    crossing = crossing_nets(circuit, mains)
    wires = [net for net, count in PARALLEL.items() if net in crossing for _ in range(count)]
    wires += [net for net in crossing if net not in PARALLEL and net != GROUND]
    grounds = LINK_WAYS - len(wires)
    if grounds < len(wires) // 4:
        raise LayoutError(f"{len(wires)} wires and their grounds do not fit the link's "
                          f"{LINK_WAYS} ways; make {LOGIC} larger in hardware/blocks/link.py")
    ways: list[str] = []
    for place, net in enumerate(wires):
        due = grounds * (place + 1) // len(wires) - grounds * place // len(wires)
        ways += [net, *[GROUND] * due]
    return {str(pin): net for pin, net in enumerate(ways, 1)}


def crossing_nets(circuit: Circuit, mains: set[str]) -> list[str]:
    """Nets with pads on both boards, in the order of the mains board's parts."""
    here = {net for ref, part in circuit.parts.items() if ref not in mains and part.on_board
            and part.block != BLOCK for net in part.pins.values()}
    order = [net for ref in circuit.parts if ref in mains
             for net in circuit.parts[ref].pins.values() if net in here]
    return list(dict.fromkeys(order))


def linked(circuit: Circuit, sides: dict[str, Side]) -> Circuit:
    """The circuit with the link's header on each board; both have the same net at each pin."""
    pins = link_pins(circuit, on_mains(circuit, sides))
    ends = {ref: Part(LINK.kind, LINK.value, LINK.mpn, LINK.footprint, "connectors", BLOCK,
                      LINK.substitute, LINK.check, "selv", f"ribbon to {far}", "BOARD_LINK",
                      dict(pins), {pin: pin for pin in pins})
            for ref, far in ((LOGIC, MAINS), (MAINS, LOGIC))}
    return circuit_of({**circuit.parts, **ends})


def logic_circuit(circuit: Circuit, sides: dict[str, Side]) -> Circuit:
    """The logic board's parts with their nets, its end of the link among them, and its holes."""
    mains = on_mains(circuit, sides) | {MAINS}
    parts = {ref: part for ref, part in circuit.parts.items()
             if part.on_board and ref not in mains and part.kind != "mounting_hole"}
    live = {net for part in parts.values() for net in part.pins.values()
            if sides[net] is not Side.SELV}
    if live:
        raise LayoutError(f"live nets on the logic board: {', '.join(sorted(live))}")
    hole = Part("mounting_hole", "M3", "", "mj:MountingHole", "mains", "link")
    parts |= {ref: replace(hole) for ref in HOLES}
    return circuit_of(parts)


def mains_circuit(circuit: Circuit, sides: dict[str, Side]) -> Circuit:
    """The mains board's parts with their nets, its end of the link among them."""
    mains = on_mains(circuit, sides) | {MAINS}
    return circuit_of({ref: part for ref, part in circuit.parts.items() if ref in mains})
