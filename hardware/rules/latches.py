"""The two latches and the watchdog behind them: what sets, what clears, what feeds the kick.

A string that holds both latches is worth nothing when a clear input hangs on +3V3: then neither
the dead loop nor the open lid takes the torque away. Values do not matter here (spice has them).
"""

from .finding import Finding
from .values import number
from .view import View

RULE = "safety"
# 74HC74, each pin: its net and what goes wrong elsewhere. One edge of ARM sets both latches.
LATCH_PINS = {
    "1": ("CLR1#", "WD_OK", "only the watchdog may clear latch 1"),
    "2": ("D1", "+3V3", "the edge of ARM must set latch 1"),
    "3": ("CLK1", "ARM", "only an edge of ARM may set latch 1"),
    "4": ("PRE1#", "+3V3", "nothing may hold latch 1 set"),
    "5": ("Q1", "ARM_OK", "the strings read latch 1 here"),
    "6": ("Q1#", "", "this output is not used and must drive nothing"),
    "8": ("Q2#", "", "this output is not used and must drive nothing"),
    "9": ("Q2", "ARM_LOOP", "the strings read latch 2 here"),
    "10": ("PRE2#", "+3V3", "nothing may hold latch 2 set"),
    "11": ("CLK2", "ARM", "only an edge of ARM may set latch 2"),
    "12": ("D2", "+3V3", "the edge of ARM must set latch 2"),
    "13": ("CLR2#", "LOOP_OK", "only the open loop may clear latch 2"),
}
LOOP_FEED = "12V_LOOP"
PASSIVE = ("resistor", "capacitor", "polar_capacitor", "diode", "schottky", "inductor", "strap")
SILENT = ("testpoint", "board_link")  # touches a net and does nothing to it
DIODES, CATHODE = ("diode", "schottky"), "1"
PULL_UP_OHM = 1000.0  # the detector's open drain still pulls WD_OK low, 3.3 mA
DETECTOR_OUT, DETECTOR_SENSE = "1", "3"  # TPS3710
BUFFER_IN, BUFFER_OUT = "2", "4"  # 74LVC1G17
RAILS = ("+3V3", "+5V", "+5V_SAFE", "+12V", "12V_LOOP", "VSYS", "EMIT")
Pins = set[tuple[str, str]]


def check(view: View) -> list[Finding]:
    """Latches, the level of the loop, the watchdog's stage."""
    return latches(view) + loop_level(view) + watchdog(view) + held(view)


def latches(view: View) -> list[Finding]:
    """One 74HC74, every input of it on its net."""
    refs = [ref for ref, _ in view.of_kind("74hc74")]
    if len(refs) != 1:
        return [Finding(RULE, f"74hc74: {', '.join(refs) or 'none'}", "net ARM_OK, net ARM_LOOP",
                        "one 74HC74 holds both latches; fit exactly one")]
    return [Finding(RULE, view.at(refs[0], pin), f"{name} on net {net or 'none'}",
                    f"{why}; {f'connect this pin to {net}' if net else 'leave it open'}")
            for pin, (name, net, why) in LATCH_PINS.items() if view.net(refs[0], pin) != net]


def loop_level(view: View) -> list[Finding]:
    """LOOP_OK follows 12V_LOOP: a resistor from there, and no other rail on it."""
    feeds = {rail for _, rail in view.beside("LOOP_OK", *PASSIVE) if rail in RAILS}
    if feeds == {LOOP_FEED}:
        return []
    return [Finding(RULE, "net LOOP_OK", f"net {LOOP_FEED}", "the level that clears latch 2 comes "
                    f"from {', '.join(sorted(feeds)) or 'nothing'}; divide {LOOP_FEED} alone")]


def held(view: View) -> list[Finding]:
    """Nothing holds WD_OK or a latch's output high but the weak pull-up of WD_OK."""
    found = []
    for net, rail in (("WD_OK", "+3V3"), ("ARM_OK", ""), ("ARM_LOOP", "")):
        for ref, far in view.beside(net, *PASSIVE):
            part = view.parts[ref]
            weak = part.kind == "resistor" and far == rail \
                and (number(part.value) or 0.0) >= PULL_UP_OHM
            down = far == "GND" or "capacitor" in part.kind
            away = part.kind in DIODES and part.pins.get(CATHODE) != net
            if not (weak or down or away):
                found.append(Finding(RULE, f"{ref} {part.kind} {part.value}", f"{net} and {far}",
                                     f"this part can hold {net} high, and then it stops nothing; "
                                     "take it out or turn it round"))
    return found


def watchdog(view: View) -> list[Finding]:
    """WD_OK <- detector <- pump, through capacitors <- buffer <- WD_KICK, and nothing else."""
    detectors = [ref for ref, pin in view.on.get("WD_OK", [])
                 if view.parts[ref].kind == "supervisor" and pin == DETECTOR_OUT]
    if len(detectors) != 1:
        return [Finding(RULE, "net WD_OK", "the watchdog's detector",
                        f"found {', '.join(detectors) or 'none'}; one detector's output makes it")]
    sense = (detectors[0], DETECTOR_SENSE)
    nets, met = reach(view, view.net(*sense), PASSIVE)
    others = met - {sense}
    buffers = [pin for pin in sorted(others)
               if view.parts[pin[0]].kind == "74lvc1g17" and pin[1] == BUFFER_OUT]
    if len(buffers) != 1 or len(others) != 1 or nets & set(RAILS):
        return [Finding(RULE, view.at(*sense), "net WD_KICK", "the pump is fed by "
                        f"{_names(others, nets)}; the buffer of WD_KICK alone may feed it")]
    return _direct(view, sense, buffers[0]) + _kick(view, buffers[0][0])


def reach(view: View, start: str, kinds: tuple[str, ...]) -> tuple[set[str], Pins]:
    """Nets that `start` reaches through parts of these kinds, ground left out, and the pins of
    all other parts on them."""
    nets, waiting, met = {start}, [start], set()
    while waiting:
        for ref, pin in view.on.get(waiting.pop(), []):
            part = view.parts[ref]
            if part.kind in kinds:
                new = set(part.pins.values()) - nets - {"GND"}
                nets |= new
                waiting += sorted(new - set(RAILS))
            elif part.kind not in (*SILENT, *PASSIVE):
                met.add((ref, pin))
    return nets, met


def _names(pins: Pins, nets: set[str]) -> str:
    """What feeds a stage, for a person."""
    return ", ".join([f"{ref}.{pin}" for ref, pin in sorted(pins)]
                     + sorted(nets & set(RAILS))) or "nothing"


def _direct(view: View, sense: tuple[str, str], buffer: tuple[str, str]) -> list[Finding]:
    """A kick that stands still must not get through: only capacitors lead to the pump."""
    conducting = tuple(kind for kind in PASSIVE if "capacitor" not in kind)
    if buffer not in reach(view, view.net(*sense), conducting)[1]:
        return []
    return [Finding(RULE, view.at(*buffer), view.at(*sense), "a kick that stands high gets "
                    "through; a capacitor must lie in every way from the buffer to the detector")]


def _kick(view: View, buffer: str) -> list[Finding]:
    """The buffer listens to WD_KICK, and the controller alone drives WD_KICK."""
    net = view.net(buffer, BUFFER_IN)
    nets, met = reach(view, net, PASSIVE)
    others = {pin for pin in met if pin != (buffer, BUFFER_IN)}
    if net == "WD_KICK" and {view.parts[ref].kind for ref, _ in others} == {"pico"} \
            and len(others) == 1 and not nets & set(RAILS):
        return []
    return [Finding(RULE, view.at(buffer, BUFFER_IN), "net WD_KICK", "the watchdog hears "
                    f"{_names(others, nets)}; it must hear the controller's WD_KICK alone")]
