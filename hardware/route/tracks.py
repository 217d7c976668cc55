"""From nodes to copper: straight runs of equal width as segments, layer changes as vias."""

from __future__ import annotations

from hardware.route.job import Routing, Segment, Via
from hardware.route.maze import PLANE
from hardware.route.ripup import Router, Wire
from hardware.route.space import VIA, WIDE


def tracks(router: Router, lost: list[str]) -> Routing:
    """All copper that the router laid, in the order of the nets."""
    found = Routing(open=sorted(lost))
    for wire in sorted(router.wires, key=lambda wire: wire.name):
        found.segments += segments(router, wire)
        found.vias += [Via(wire.net, *router.space.place(node))
                       for node in wire.nodes.get(VIA, ())]
    return found


def runs(way: list[int], size: int, joints: set[int]) -> list[list[int]]:
    """A way cut where the layer changes, the direction changes or another way joins."""
    found, run = [], [way[0]]
    for node in way[1:]:
        if node == PLANE or abs(node - run[-1]) == size:
            found.append(run)
            run = [node]
            continue
        bend = len(run) > 1 and node - run[-1] != run[-1] - run[-2]
        if bend or run[-1] in joints and len(run) > 1:
            found.append(run)
            run = [run[-1]]
        run.append(node)
    return [run for run in [*found, run] if len(run) > 1]


def segments(router: Router, wire: Wire) -> list[Segment]:
    """One wire's straight pieces."""
    space, rules = router.space, router.job.rules
    wide = set(wire.nodes.get(WIDE, ()))
    ends = {node for way in wire.ways for node in (way[0], way[-1])}
    found = []
    for way in wire.ways:
        for run in runs(way, space.size, ends):
            for piece, is_wide in by_width(run, wide):
                here, there = space.place(piece[0]), space.place(piece[-1])
                found.append(Segment(wire.net, piece[0] // space.size, *here, *there,
                                     rules.wide if is_wide else rules.track))
    return found


def by_width(run: list[int], wide: set[int]) -> list[tuple[list[int], bool]]:
    """A straight run cut where its width changes; a step is wide when both its ends are."""
    found: list[tuple[list[int], bool]] = []
    for here, there in zip(run, run[1:], strict=False):
        both = here in wide and there in wide
        if found and found[-1][1] == both:
            found[-1][0].append(there)
        else:
            found.append(([here, there], both))
    return found
