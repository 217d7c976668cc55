"""Supply currents: declared loads within 80 % of each rating, and the circuit within the loads.

machine.toml [supplies] declares every load; what the circuit itself tells (LEDs, optocouplers,
coils, pull-ups) is computed here and must not exceed what was declared for it. Motor fuses carry
the group's worst phase at 180 V and a power factor of 0.6.
"""

from collections.abc import Callable

from .finding import Finding
from .phases import PHASES
from .pinouts import K1_COIL, RELAY_COIL
from .values import number
from .view import View

RULE = "supply"
LED_V, OPTO_V, DRIVER_V = 2.0, 1.2, 0.8  # drops: indicator LED, IL4208, ULN2803A at 5 mA
COIL_MA = {"relay_forceguided": 30.0, "relay_spdt": 33.4}  # 360 mW and 400 mW at 12 V
LOW_MAINS_V, POWER_FACTOR = 180.0, 0.6
INLET_FUSE_MA = 1000.0  # F1, T1A in the inlet (design hardware §1.2)
FUSE_MA = {"F2": ("A", 500.0), "F3": ("B", 500.0)}


def check(view: View) -> list[Finding]:
    """Declared sums, computed loads, fuses."""
    return declared(view) + computed(view) + fuses(view)


def loads(view: View, name: str) -> dict[str, int]:
    """The declared loads of a supply in mA."""
    return {key: row["value"] for key, row in view.data["supplies"][name]["loads"].items()}


def declared(view: View) -> list[Finding]:
    """Sum of each supply's loads against its rating."""
    found = []
    limit = view.data["thresholds"]["supply_load_pct"]["value"]
    for name, row in view.data["supplies"].items():
        total, rating = sum(loads(view, name).values()), row["rating_ma"]["value"]
        if total * 100 > rating * limit:
            most = max(loads(view, name), key=lambda key: loads(view, name)[key])
            found.append(Finding(
                RULE, view.line("supplies", name, "rating_ma"), f"loads of {row['net']}, the "
                f"largest {most}", f"{total} mA is more than {limit} % of {rating} mA; fit a "
                "larger supply or take a load off"))
    return found


def optos_ma(view: View) -> float:
    """All optotriac LEDs on at once: the worst the wires allow, though the budget forbids it."""
    return _resistors(view, "+5V_SAFE", "opto_triac", OPTO_V + DRIVER_V)


def leds_ma(view: View) -> float:
    """All indicator LEDs of the channels."""
    return _resistors(view, "+5V_SAFE", "led", LED_V + DRIVER_V)


def _resistors(view: View, rail: str, kind: str, drop_v: float) -> float:
    """Current from a 5 V rail through resistors into parts of this kind."""
    total = 0.0
    for ref, net in view.beside(rail, "resistor"):
        ohm = number(view.parts[ref].value)
        if ohm and any(view.parts[r].kind == kind for r, _ in view.on[net]):
            total += (5.0 - drop_v) / ohm * 1000
    return total


def pullups_ma(view: View) -> float:
    """All pull-ups to +3V3 low at once."""
    ohms = (number(view.parts[ref].value) for ref, _ in view.beside("+3V3", "resistor"))
    return sum(3300.0 / ohm for ohm in ohms if ohm and ohm > 1000)


def coils_ma(view: View, kind: str, pins: tuple[str, str]) -> float:
    """Coils of this kind on 12V_LOOP, all on."""
    return sum(COIL_MA[kind] for ref, _ in view.of_kind(kind)
               if "12V_LOOP" in {view.net(ref, pin) for pin in pins})


# supply, declared load, what the circuit says
COMPUTED: tuple[tuple[str, str, Callable[[View], float]], ...] = (
    ("v5_safe", "optos_ma", optos_ma),
    ("v5_safe", "leds_ma", leds_ma),
    ("v3v3", "pullups_ma", pullups_ma),
    ("v12_loop", "k1_ma", lambda view: coils_ma(view, "relay_forceguided", K1_COIL)),
    ("v12_loop", "relays_ma", lambda view: coils_ma(view, "relay_spdt", RELAY_COIL)),
)


def computed(view: View) -> list[Finding]:
    """What the circuit draws against what machine.toml declares, 1 mA of rounding allowed."""
    found = []
    for name, key, rule in COMPUTED:
        have, said = rule(view), loads(view, name)[key]
        if have > said + 1:
            net = view.data["supplies"][name]["net"]
            found.append(Finding(RULE, f"net {net}: {have:.0f} mA by the circuit",
                                 view.line(f"supplies.{name}.loads", key),
                                 f"only {said} mA are declared; correct the row"))
    return found


def fuses(view: View) -> list[Finding]:
    """F1 below 80 % at the whole budget, F2 and F3 with the worst phase of their group."""
    found, limit = [], view.data["thresholds"]["supply_load_pct"]["value"]
    whole_ma = view.machine.values["power"]["budget_mw"] / (LOW_MAINS_V * POWER_FACTOR)
    if whole_ma > INLET_FUSE_MA * limit / 100:
        found.append(Finding(RULE, "F1 in the inlet", view.line("power", "budget_mw"),
                             f"{whole_ma:.0f} mA is more than {limit} % of {INLET_FUSE_MA:.0f} "
                             "mA; fit another fuse and filter or lower the budget"))
    for ref, (group, rating) in FUSE_MA.items():
        for phase in PHASES:
            watts = sum(_watts(view, kind, group) * n for kind, n in phase.motors.items())
            amps_ma = watts / (LOW_MAINS_V * POWER_FACTOR)  # mW / V = mA
            if amps_ma > rating * limit / 100:
                found.append(Finding(
                    RULE, f"{ref} {view.parts[ref].value if ref in view.parts else 'missing'}",
                    f"{phase.machine} phase '{phase.title}', group {group}",
                    f"{amps_ma:.0f} mA is more than {limit} % of {rating:.0f} mA"))
    return found


def _watts(view: View, kind: str, group: str) -> int:
    """Running mW of one motor of this type when it belongs to `group`."""
    return next((m.run_mw for m in view.machine.motors if m.type == kind and m.group == group), 0)
