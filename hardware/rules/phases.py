"""Phase power: what turns together stays within the budget, and every start within the peak.

The sets are those of design hardware §2.2; the watts come from machine.toml. A start is counted
by the scheduler's rule (§2.3): all that runs, plus the start power of this motor, plus what the
motors younger than start.ms still draw above their running power.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .finding import Finding
from .view import View

RULE = "phase power"
MW = 1000


class Phase(NamedTuple):
    """What turns at the same time, by motor type and number."""

    title: str
    machine: str
    motors: dict[str, int]


PHASES = (
    Phase("hatch moves", "four_port", {"hatch": 1}),
    Phase("pre-mix", "four_port", {"drum": 1}),
    Phase("1 head, 3 belts", "four_port", {"drum": 1, "ring": 1, "head": 1, "belt": 3}),
    Phase("2 heads, 2 belts", "four_port", {"drum": 1, "ring": 1, "head": 2, "belt": 2}),
    Phase("4 belts", "four_port", {"drum": 1, "ring": 1, "belt": 4}),
    Phase("4 lifts and dice", "four_port", {"lift": 4, "dice": 1}),
    Phase("hatch moves", "single_port", {"hatch": 1}),
    Phase("sort", "single_port", {"drum": 1, "ring": 1, "belt": 1, "head": 1}),
    Phase("chain moves on", "single_port", {"drum": 1, "ring": 1, "chain": 1}),
    Phase("4 lifts and dice", "single_port", {"lift": 4, "dice": 1}),
)


def running_mw(view: View, phase: Phase) -> int:
    """Logic and all motors of the phase at their running power."""
    kinds = {m.type: m for m in view.machine.motors}
    return view.machine.values["logic"]["mw"] + sum(
        kinds[kind].run_mw * count for kind, count in phase.motors.items())


def starting_mw(view: View, phase: Phase) -> int:
    """The worst moment: the last starts fall on everything else already running."""
    kinds, values = {m.type: m for m in view.machine.motors}, view.machine.values
    extra = sorted((kinds[kind].start_mw - kinds[kind].run_mw
                    for kind, count in phase.motors.items() for _ in range(count)), reverse=True)
    young = 1 + (values["start"]["ms"] - 1) // values["power"]["start_gap_ms"]
    return running_mw(view, phase) + sum(extra[:young])


def check(view: View) -> list[Finding]:
    """Every phase against budget and peak, and its motors against what the machine has."""
    found, power = list(_unchecked(view)), view.machine.values["power"]
    for phase in PHASES:
        place = f"{phase.machine} phase '{phase.title}'"
        for kind, count in phase.motors.items():
            have = sum(m.type == kind and phase.machine in m.machines
                       for m in view.machine.motors)
            if have < count:
                found.append(Finding(RULE, place, view.line("motor_types", kind),
                                     f"{count} {kind} motors wanted, the machine has {have}"))
        for what, need, key in (("running", running_mw(view, phase), "budget_mw"),
                                ("starting", starting_mw(view, phase), "peak_mw")):
            if need > power[key]:
                names = ", ".join(f"{n} {kind}" for kind, n in phase.motors.items())
                found.append(Finding(
                    RULE, f"{place}: {need / MW:.1f} W {what}", view.line("power", key),
                    f"the limit is {power[key] / MW:.1f} W; turn less than {names} at once or "
                    f"fit smaller motors; most goes to {_largest(view, phase)}"))
    return found


def _unchecked(view: View) -> Iterator[Finding]:
    """A machine wired as itself of which PHASES says nothing."""
    for name in view.machine.wirings:
        if all(phase.machine != name for phase in PHASES):
            yield Finding(RULE, name, view.line("machines", name),
                          "no phase of it is checked; add what turns together on it to PHASES "
                          "in hardware/rules/phases.py")


def _largest(view: View, phase: Phase) -> str:
    """The motors that draw most in a phase, with the line of machine.toml that says so."""
    kinds = {m.type: m for m in view.machine.motors}
    kind = max(phase.motors, key=lambda k: kinds[k].run_mw * phase.motors[k])
    return (f"{kind}, {kinds[kind].run_mw / MW:.1f} W each "
            f"({view.line('motor_types', kind, 'run_mw')})")
