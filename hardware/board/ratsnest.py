"""How many connections the board still needs: with no track, a net's pads less one."""

from __future__ import annotations

from hardware.model import Circuit


def pads_on_board(circuit: Circuit) -> dict[str, int]:
    """Net -> its pads on the board; parts that hang on the harness have none."""
    return {net: sum(circuit.parts[ref].on_board for ref, _ in pins)
            for net, pins in circuit.nets.items()}


def connections(circuit: Circuit) -> int:
    """Connections that a person or a router still has to lay: a spanning tree of each net."""
    return sum(max(0, count - 1) for count in pads_on_board(circuit).values())
