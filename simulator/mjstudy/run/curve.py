"""How a statistic falls with the pre-mix: the same timelines, everything so much later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mjstudy.run.carry import Outcome
from mjstudy.run.plan import Plan
from mjtable.generated.setting_table import DEFAULTS, MAXS, S_SORT_PREMIX_MAX_MS

ADDED_MS = (0, 2_000, 5_000, 10_000, 20_000, 30_000, 50_000, 80_000, 110_000, 140_000)
"""On the table's own 8 to 10 s this goes to what can be set, 150 s (`sort.premix_max_ms`)."""
MOST_MS, USUAL_MS = MAXS[S_SORT_PREMIX_MAX_MS], DEFAULTS[S_SORT_PREMIX_MAX_MS]


@dataclass(frozen=True)
class Point:
    """One arm's statistic at a pre-mix that is so much longer."""

    add_ms: int
    shift: float
    se: float


def with_curve(plan: Plan) -> Plan:
    """The same study with a longer pre-mix beside each arm of the first load."""
    first, own_ms = plan.arms[0].load, plan.what.premix_ms
    most = MOST_MS - (USUAL_MS if own_ms is None else own_ms)
    more = [replace(arm, add_ms=add) for arm in plan.arms
            if not arm.is_control and arm.load == first for add in ADDED_MS[1:]
            if add <= most]  # fmt: skip
    judged = [arm for arm in plan.arms if not arm.is_control]
    controls = [arm for arm in plan.arms if arm.is_control]
    return replace(plan, arms=(*judged, *more, *controls))


def curves(outcomes: list[Outcome], key: str) -> dict[str, list[Point]]:
    """By set: the statistic of this key, cell of the worst verdict, against the added pre-mix."""
    found: dict[str, list[Point]] = {}
    first = outcomes[0].arm.load
    for one in outcomes:
        if one.arm.is_control or one.arm.load != first:
            continue
        worst = next(each.worst for each in one.judged if each.statistic.key == key)
        found.setdefault(one.arm.name, []).append(Point(one.arm.add_ms, worst.shift, worst.se))
    return {name: sorted(points, key=lambda point: point.add_ms) for name, points in found.items()}
