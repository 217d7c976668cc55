"""The bench's part of the host's dictionary: all that a board has, and what it should measure.

From the I/O map, so that no input, motor, output or test point can be missing from an acceptance.
"""

from pathlib import Path
from typing import Any

from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.machine import Machine, Motor, load
from tools.make.generate.read.polarity import fixed
from tools.make.generate.read.wired import places

POWER_FACTOR_PCT = 80  # of a small capacitor motor; design hardware §2.3


def dictionary(root: Path) -> dict[str, Any]:
    """The host's part."""
    machine = load(root)
    return {"bench": {
        "inputs": _inputs(machine), "motors": _motors(machine), "outputs": _outputs(machine),
        "testpoints": _testpoints(machine), "severities": machine.values["severities"],
        "spread": {name: {kind: row[kind] for kind in ("typical", "worn")}
                   for name, row in machine.data["spread"].items()},
        "nominal": {name: machine.values[name] for name in (
            "mains", "lag", "current", "drum", "ring", "rot", "head", "lift", "hatch", "chain",
            "belt", "tile", "dice_plate", "count")},
        "thresholds": {key: machine.data["thresholds"][key]["value"] for key in (
            "pfail_mv", "current_full_ma")},
    }}


def _inputs(machine: Machine) -> dict[str, Any]:
    """Every input: its place in the frame, what it is and what a hand does to it."""
    kinds = {stem: kind for kind, row in machine.data["sensors"].items()
             for stem in row["signals"]}
    emitted = {kind for kind, row in machine.data["sensors"].items() if row["emitter_ma"]["value"]}
    found = {}
    for index, name in enumerate(machine.inputs):
        if not name:
            continue
        stem, side = signal_of(name, machine.data["signals"])
        row = machine.data["signals"][stem]
        found[name] = {
            "index": index, "stem": stem, "side": side.lower(), "kind": kinds.get(stem, "board"),
            "emitter": kinds.get(stem) in emitted, "idle": row["idle"], "part": row["part"],
            "hand": row["test"], "edges": row["edges"], "turned": _turned(machine, stem, kinds),
            "machines": [which for which in machine.wirings if machine.fitted(name, which)],
            "plug": machine.data["connectors"][machine.found[name][0][0]]["ref"]
            if name in machine.found else "",
        }
    return found


def _turned(machine: Machine, stem: str, kinds: dict[str, str]) -> str:
    """The level that is active when its wire is the other way round; "" where that may not be."""
    if stem not in kinds or fixed(stem, machine.data):
        return ""
    return "low" if machine.data["signals"][stem]["active"] == "high" else "high"


def _motors(machine: Machine) -> dict[str, Any]:
    """Every motor: its group, its way, what the design says it draws and how long it coasts."""
    return {motor.name: {
        "index": motor.index, "type": motor.type, "group": motor.group,
        "side": motor.name[-1] if motor.name[-2:-1] == "_" else "",
        "reversible": bool(motor.dir), "machines": [
            which for which in machine.wirings if which in motor.machines],
        "ma": _ma(machine, motor), "coast_ms": motor.coast_max_ms,
        "max_on_ms": motor.max_on_ms,
    } for motor in machine.motors}


def _ma(machine: Machine, motor: Motor) -> int:
    """Current from the mains; -1 for the dice motor, which no sensor measures."""
    if motor.group == "DC":
        return -1
    return round(motor.run_mw * 100 / (machine.values["mains"]["volts_v"] * POWER_FACTOR_PCT))


def _outputs(machine: Machine) -> dict[str, Any]:
    """Outputs that switch no motor."""
    known = places(machine)
    return {name: {"what": known[name]["what"], "test": row["test"]}
            for name, row in machine.data["drives"].items()}


def _testpoints(machine: Machine) -> dict[str, Any]:
    """What a voltmeter shows against TP1, and when."""
    return {name: {"net": row["net"], "states": [
        {"when": row[f"{pre}when"], "min_mv": row[f"{pre}min_mv"]["value"],
         "max_mv": row[f"{pre}max_mv"]["value"]}
        for pre in ("", "else_") if f"{pre}when" in row]}
        for name, row in machine.data["testpoints"].items()}
