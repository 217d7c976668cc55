"""Isolation: mains, motor, PE and SELV, flood-filled through every part but the rated barriers.

The fill starts at every net whose name has a known domain and goes on through every part, since a
resistor, a capacitor or a part without insulation data all conduct. Where two domains meet there
is a bridge. mains and motor lie on one side of the insulation, but only K1 may join them.
"""

from collections import deque

from hardware.model import Part

from . import barriers, fitting, openends
from .barriers import MAINS, MOTOR, PE, SELV
from .finding import Finding
from .fitting import INSULATING_KINDS, RULE, Label
from .view import View

# their pins do not conduct
OPEN_KINDS = frozenset({"connector", "board_link", "testpoint", "mounting_hole"})
MAINS_NETS = ("L_IN", "N_IN", "L_SW", "N_SW")
MOTOR_NETS = ("L_MOT", "N_MOT", "L_MOT_A", "L_MOT_B", "N_MOT_A", "N_MOT_B")
RAILS = ("GND", "+12V", "12V_LOOP", "+5V", "+5V_SAFE", "+3V3", "EMIT", "VSYS", "WD_OK")
MOTOR_ENDS = ("HV", "GATE", "SW", "A", "B", "RUN", "SNUB")
LED_ENDS = ("AN", "IND", "LED")


def declared(view: View) -> dict[str, str]:
    """Domain of every net that its own name tells."""
    data = view.data
    found: dict[str, str] = {}
    names = [*RAILS, *view.machine.inputs, *view.machine.outputs, *data["pins"],
             *data["amux"]["channels"]]
    for row in data["connectors"].values():
        names += row["pins"] if row["domain"] == "selv" else ()
    for name in filter(None, names):
        found |= {name: SELV, name.upper(): SELV, f"IN_{name.upper()}": SELV}
    for motor in (m for m in view.machine.motors if m.output):
        upper = motor.name.upper()
        found |= {f"{upper}_{end}": SELV for end in LED_ENDS}
        found |= {f"{upper}_{end}": MOTOR for end in MOTOR_ENDS}
    found |= dict.fromkeys(MAINS_NETS, MAINS) | dict.fromkeys(MOTOR_NETS, MOTOR) | {"PE": PE}
    return {net: domain for net, domain in found.items() if net in view.on}


def sides(part: Part) -> list[tuple[str, ...]]:
    """The pins of a part in groups that conduct to one another."""
    pins = tuple(sorted(part.pins))
    if part.kind in OPEN_KINDS:
        return [(pin,) for pin in pins]
    barrier = barriers.rated(part.kind, part.mpn)
    if barrier is None:
        return [pins]
    known = [tuple(p for p in side.pins if p in part.pins) for side in barrier.sides]
    loose = [(p,) for p in pins if barrier.side_of(p) is None]
    return [group for group in known + loose if group]


def tie_of(view: View) -> str:
    """The first strap that ties SELV 0 V to protective earth: it alone may, "" for none."""
    return next((ref for ref, part in view.of_kind(barriers.TIE_KIND)
                 if set(part.pins.values()) == barriers.TIE_NETS), "")


def flood(view: View) -> tuple[dict[str, Label], list[Finding]]:
    """The domain of every net that can be reached, and each place where two of them meet."""
    labels = {net: Label(domain, "by its name") for net, domain in sorted(declared(view).items())}
    waiting, found = deque(labels), []
    groups = _groups(view)
    while waiting:
        net = waiting.popleft()
        for ref, pin in view.on[net]:
            pins = groups.get((ref, pin), ())
            if pins and (bridge := _through(view, labels, waiting, (ref, pin), pins)):
                found.append(bridge)
    return labels, found


def _groups(view: View) -> dict[tuple[str, str], set[str]]:
    """Pin -> the pins it conducts to, itself included; emptied once they have been looked at."""
    tie, found = tie_of(view), {}
    for ref, part in view.parts.items():
        for pins in sides(part) if ref != tie else ():
            if len(pins) > 1:
                shared = set(pins)
                for pin in pins:
                    found[ref, pin] = shared
    return found


def _through(view: View, labels: dict[str, Label], waiting: deque[str], at: tuple[str, str],
             pins: set[str]) -> Finding | None:
    """Label what a part's pins lead to; the bridge when one of them lies elsewhere already."""
    ref, net = at[0], view.net(*at)
    meets = None
    for pin in sorted(pins - {at[1]}):
        other = view.net(ref, pin)
        if other not in labels:
            labels[other] = Label(labels[net].domain, f"through {ref} from {net}")
            waiting.append(other)
        elif labels[other].domain != labels[net].domain and meets is None:
            meets = (ref, pin)
    pins.clear()
    return _bridge(view, labels, at, meets) if meets else None


def _bridge(view: View, labels: dict[str, Label], one: tuple[str, str],
            two: tuple[str, str]) -> Finding:
    """The finding for a part that touches two domains."""
    kind = view.parts[one[0]].kind
    if kind in INSULATING_KINDS:
        advice = (f"this {kind} is no rated barrier between these domains; fit "
                  f"{' or '.join(barriers.numbers(kind))} the right way round")
    else:
        advice = f"this {kind} bridges two domains; take it out or go through a barrier"
    return Finding(RULE, _place(view, labels, one), _place(view, labels, two), advice)


def _place(view: View, labels: dict[str, Label], pin: tuple[str, str]) -> str:
    """`R7.1 (net GND, SELV by its name)`."""
    net = view.net(*pin)
    return f"{pin[0]}.{pin[1]} (net {net}, {labels[net].domain} {labels[net].why})"


def ties(view: View) -> list[Finding]:
    """There is exactly one tie of SELV 0 V to PE, and it is a strap."""
    straps = [ref for ref, part in view.of_kind(barriers.TIE_KIND)
              if PE in part.pins.values()]
    if len(straps) == 1:
        return []
    return [Finding(RULE, "net GND", "net PE", f"one strap ties them, found {len(straps)} "
                    f"({', '.join(straps) or 'none'}); keep exactly one")]


def islands(view: View, labels: dict[str, Label]) -> list[Finding]:
    """Nets that no domain reaches: nobody can say what they may touch."""
    return [Finding(RULE, f"net {net}", "no domain", "no domain reaches this net; connect it or "
                    "give it a name of its domain (" + ", ".join(f"{r}.{p}" for r, p in pins)
                    + ")")
            for net, pins in sorted(view.on.items()) if net not in labels]


def check(view: View) -> tuple[dict[str, Label], list[Finding]]:
    """The domain of every net, and everything about the insulation inside the board."""
    labels, bridges = flood(view)
    return labels, (bridges + fitting.check(view, labels) + ties(view) + islands(view, labels)
                    + openends.check(view, labels))
