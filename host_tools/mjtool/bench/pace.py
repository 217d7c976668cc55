"""How fast a mechanism went, from its own edges: spans between two of them, and the design's.

A span is named by its two ends, `lift_dn0>lift_up1`, so that it is compared with the same span of
another visit or of another side alone.
"""

from statistics import median

from .motion import Edge, Run
from .parts import Motor, nominal

ANGLES = {
    "head": (("park0", "park_to"), ("mid1", "mid_from"), ("mid0", "mid_to"),
             ("push_home0", "push_from"), ("push_home1", "push_to"), ("park1", "park_from")),
    "lift": (("lift_dn0", "dn_to"), ("lift_up1", "up_from"), ("lift_up0", "up_to"),
             ("lift_dn1", "dn_from")),
}
"""By type, its cam's edges in turn and where machine.toml says they lie, degrees."""
LEAST_DEG = 90  # a shorter way is all error of the cam's edges
ROTATION = ("drum", "ring", "dice")
DICE_MS = 1500
RUN_SHARE = 0.4  # a mechanism that passes no magnet in this part of its run is slow
HALVES = 16  # tenths: twice from edge to edge, a fifth off, for magnets differ
BOUNCE_MS = 20  # contacts of a worn table settle in 12 ms; two scans more
SHORTEST_MS = 100  # a shorter span is all error of its ends
LEAST_MS = 30  # between two edges of a magnet: what comes sooner is bounce


def stem(edge: Edge) -> str:
    """`park1` of `park_a` coming on."""
    name = edge.name
    return (name[:-2] if name[-2:-1] == "_" and name[-1] in "abcd" else name) + str(edge.level)


def spans(run: Run, motor: Motor, good: set[str]) -> dict[str, int]:
    """Times in ms between edges of the sensors that can be trusted; the end of the coast left out.
    """
    own = settled([edge for edge in run.edges if edge.name in motor.sensors
                   and edge.name in good])
    if motor.type in ROTATION:
        return _turning(own, motor.type)
    if motor.type == "belt":
        return _carried(own)
    switched_off = run.figure("travel_ms")
    own = [edge for edge in own if switched_off < 0 or edge.t_ms <= switched_off + 10]
    found: dict[str, int] = {}
    for at, first in enumerate(own):
        for last in own[at + 1:]:
            found.setdefault(f"{stem(first)}>{stem(last)}", last.t_ms - first.t_ms)
    return found


def settled(edges: list[Edge]) -> list[Edge]:
    """Without the bounce of contacts: of a burst its first time and its last level."""
    kept: list[Edge] = []
    for edge in edges:
        before = next((e for e in reversed(kept) if e.name == edge.name), None)
        if before is None or edge.t_ms - before.t_ms >= BOUNCE_MS:
            kept.append(edge)
        else:
            kept[kept.index(before)] = Edge(edge.name, edge.level, before.t_ms)
    level: dict[str, int] = {}
    found = []
    for edge in kept:
        if level.get(edge.name) != edge.level:
            found.append(edge)
        level[edge.name] = edge.level
    return found


def _turning(own: list[Edge], kind: str) -> dict[str, int]:
    """Mean time from magnet to magnet; with one alone, at least what was left of the run."""
    rises = [edge.t_ms for edge in own if edge.level]
    gaps = [later - sooner for sooner, later in zip(rises, rises[1:], strict=False)
            if later - sooner > LEAST_MS]
    if gaps:
        return {"magnet": round(sum(gaps) / len(gaps))}
    return _at_least(own, rises, turning_ms(kind))


def _at_least(own: list[Edge], rises: list[int], run_ms: int) -> dict[str, int]:
    """Fewer than two magnets: how long one takes at least, when that is longer than it may be."""
    halves = [later.t_ms - sooner.t_ms for sooner, later in zip(own, own[1:], strict=False)]
    least = max((*(run_ms - rise for rise in rises), *(half * HALVES // 10 for half in halves)),
                default=0)
    return {"magnet": least} if least > RUN_SHARE * run_ms else {}


def turning_ms(kind: str) -> int:
    """How long the firmware lets it turn (firmware/mjtable/safety/motions.py)."""
    if kind == "dice":
        return DICE_MS
    lag = nominal("lag", "max_ms") if kind == "drum" else 0
    return 2 * nominal(kind, "edge_limit_ms") + lag


def _carried(own: list[Edge]) -> dict[str, int]:
    """A tile's way from the port, which its tail leaves, to the counting beam."""
    left = next((e.t_ms for e in own if stem(e) == "inlet0"), None)
    came = next((e.t_ms for e in own if stem(e) == "cnt1"), None)
    if left is None or came is None or came <= left:
        return {"start>cnt1": came} if came is not None else {}
    return {"inlet0>cnt1": came - left, "start>cnt1": came}


def design(motor: Motor, span: str) -> int:
    """The design's time for a span, 0 when it has none of its own."""
    kind = motor.type
    if kind in ("drum", "ring"):
        return nominal(kind, "edge_ms")
    if kind == "dice":
        return 2 * nominal("dice_plate", "rot_edge_ms")  # there are both of its edges
    if kind == "belt":
        way = nominal("belt", "length_um") - 2 * nominal("tile", "length_um")  # tail, then nose
        return way // nominal("belt", "speed_um_per_ms") if span == "inlet0>cnt1" else 0
    first, _, last = span.partition(">")
    if kind in ANGLES:
        return _turned(kind, first, last)
    return _clockwork(kind, first, last)


def _turned(kind: str, first: str, last: str) -> int:
    angle = {name: nominal(kind, f"{key}_deg") for name, key in ANGLES[kind]}
    if first not in angle or last not in angle:
        return 0
    way = (angle[last] - angle[first]) % 360
    return way * 1000 // nominal(kind, "speed_mdeg_per_ms") if way >= LEAST_DEG else 0


def _clockwork(kind: str, first: str, last: str) -> int:
    if kind == "hatch":
        inside = 100 - 2 * nominal("hatch", "flag_pct")
        ends = (("hatch_dn0", "hatch_up1"), ("hatch_up0", "hatch_dn1"))
        return nominal("hatch", "travel_ms") * inside // 100 if (first, last) in ends else 0
    flag, corner, index = (nominal("chain", key) for key in ("flag_ms", "corner_ms", "index_ms"))
    at = {"chain_zero0": flag, "chain_corner1": corner - flag // 2,
          "chain_corner0": corner + flag // 2, "chain_zero1": index - flag}
    way = at.get(last, 0) - at.get(first, 0)
    return way if way > flag else 0


def speed_pct(now: dict[str, int], before: dict[str, int]) -> float | None:
    """Speed now in per cent of what it was, by the spans that both have; the longest count most.
    """
    shared = sorted((span for span in now if before.get(span, 0) >= SHORTEST_MS and now[span] > 0),
                    key=lambda span: -before[span])[:5]
    return median(before[span] * 100 / now[span] for span in shared) if shared else None


def designed(now: dict[str, int], motor: Motor) -> dict[str, int]:
    """The design's times of the same spans."""
    return {span: ms for span in now if (ms := design(motor, span))}
