"""Single defects by chance, each from its severity outward, and the items that must then fail."""

from dataclasses import dataclass
from random import Random

from mjsim.generated import constants as C
from mjtool.bench.parts import Motor, Parts, wires

SENSOR_KINDS = ("stuck", "chatter", "dim", "late", "dead cable", "swapped")
MOTOR_KINDS = ("jam", "slow", "weak", "open", "short", "running on", "reversed", "motors swapped")
KINDS = SENSOR_KINDS + MOTOR_KINDS
WORDS = {"stuck": ("stuck on", "stuck off"), "chatter": ("bouncing",), "dim": ("dim",),
         "late": ("late", "stuck on", "stuck off", "dim"), "dead cable": ("dead cable",),
         "swapped": ("swapped",), "jam": ("jammed",),
         "slow": ("slow",), "weak": ("weak", "slow"), "open": ("open",), "short": ("shorted",),
         "running on": ("running on",), "reversed": ("reversed",),
         "motors swapped": ("wrong motor",)}
"""What a verdict may call each kind."""
PLUG_OF_SIDE = {"a": "J30", "b": "J31", "c": "J32", "d": "J33"}
LATE_TYPES, LATEST_MS = ("head", "lift", "chain"), 600
"""A hatch's way varies by more; later than a hand's pass is stuck, not late."""
SLOWEST_PCT, LONGEST_MS, DIMMEST_PCT = 30, 2_000, 95


@dataclass(frozen=True)
class Defect:
    """The words of the injection, its kind, and the items that must fail: these and no other."""

    kind: str
    text: str
    items: frozenset[str]


def draw(random: Random, parts: Parts) -> Defect:
    """Any kind that this machine can have, any part."""
    return make(random.choice(KINDS), random, parts)


def make(kind: str, random: Random, parts: Parts) -> Defect:
    """A defect of a kind."""
    maker = _sensor if kind in SENSOR_KINDS else _motor
    words, items = maker(kind, random, parts)
    injected = {"late": "drift"}.get(kind, kind)  # a sensor's edges drift; the verdict is "late"
    return Defect(kind, f"{injected} {words}".strip(), frozenset(items))


def _sensor(kind: str, random: Random, parts: Parts) -> tuple[str, list[str]]:
    wired = [part for part in parts.inputs.values() if part.plug]
    if kind == "dead cable":
        side = random.choice([side for side in "abcd" if f"cnt_{side}" in parts.inputs])
        return side, [f"plug {PLUG_OF_SIDE[side]}"]
    if kind == "dim":
        beam = random.choice([part for part in wired if part.is_beam])
        missed = random.randint(100 - C.SEVERITIES_DIM_PCT, DIMMEST_PCT)
        return f"{beam.name} {missed}", [f"sensor {beam.name}"]
    if kind == "late":
        own = [name for motor in parts.motors.values() if motor.type in LATE_TYPES
               for name in motor.sensors]
        name = random.choice(own)
        return f"{name} {random.randint(C.SEVERITIES_LATE_MS, LATEST_MS)}", [f"sensor {name}"]
    if kind == "swapped":
        one, other = random.choice(neighbours(parts))
        return f"{one} {other}", [f"sensor {one}", f"sensor {other}"]
    part = random.choice(wired)
    words = f"{part.name} {random.choice(('on', 'off'))}" if kind == "stuck" else part.name
    return words, [f"sensor {part.name}"]


def neighbours(parts: Parts) -> list[tuple[str, str]]:
    """Inputs whose pins lie side by side in a plug."""
    pins: dict[tuple[str, int], str] = {}
    for part in parts.inputs.values():
        if part.plug:
            plug, _, pin = wires(part.name).split(",")[0].partition(" pin ")
            pins[plug, int(pin)] = part.name
    return [(name, pins[plug, pin + 1]) for (plug, pin), name in pins.items()
            if (plug, pin + 1) in pins]


def _motor(kind: str, random: Random, parts: Parts) -> tuple[str, list[str]]:
    fit = [motor for motor in parts.motors.values() if _fits(kind, motor)]
    if kind == "motors swapped":
        fit = [motor for motor in fit if sum(relay(m) == relay(motor) for m in fit) > 1]
    motor = random.choice(fit)
    words, items = motor.name, [f"motor {motor.name}"]
    if kind == "slow":
        words += f" {random.randint(SLOWEST_PCT, C.SEVERITIES_SLOW_PCT)}"
    if kind == "running on":
        least = (motor.coast_ms * 13 // 10 * C.SEVERITIES_RUN_ON_PCT // 100
                 + C.SEVERITIES_RUN_ON_MORE_MS)
        words += f" {random.randint(least, LONGEST_MS)}"
    if kind == "motors swapped":
        names = [m.name for m in fit if relay(m) == relay(motor)]
        at = names.index(motor.name)
        other = names[at + 1] if at + 1 < len(names) else names[at - 1]
        words += f" {other}"
        items.append(f"motor {other}")
    return words, items


def relay(motor: Motor) -> str:
    """The direction relay of a motor: only plugs behind one relay are alike."""
    return C.MOTOR_DIR[C.MOTORS.index(motor.name)]


def _fits(kind: str, motor: Motor) -> bool:
    """Can this motor have it?"""
    if kind == "motors swapped" and relay(motor) not in ("", "dir_belts"):
        return False
    if kind in ("jam", "slow", "weak"):
        return True
    return motor.group != "DC" and (kind != "reversed" or motor.reversible)
