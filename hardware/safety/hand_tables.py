"""Tables of commissioning.md and retrofit.md: test points, sensors, motors and stop times.

All of it comes from hardware/machine.toml.
"""

from pathlib import Path
from typing import Any

from hardware.harness.wires import pins_shown
from tools.make.generate.read import machine
from tools.make.generate.read.frames import signal_of
from tools.make.generate.render import table

from .figures import Figure, Figures

K1_RELEASE_MS = 20
"""G7SA: release of the coil to contacts open, at most; check-datasheet."""
# an order in which nothing can meet: what turns freely first, what lifts and pushes last
ORDER = ("dice", "ring", "drum", "belt", "head", "chain", "hatch", "lift")
SEE = {
    "dice": "the plate turns, `dice_rot` pulses",
    "ring": "the ring turns, `ring_rot` makes four pulses a turn",
    "drum": "the drum tumbles, lower edge forward; `drum_rot` makes four pulses a turn",
    "belt": "it runs from the drum to the head; with `--reverse` back to the drum",
    "head": "`park`, then `mid`, then `park`; `push_home` 0 and 1 as the pusher goes",
    "chain": "`chain_zero` 0, `chain_corner` 1 and 0; with `--reverse` the other way",
    "hatch": "it rises; `hatch_dn` 0; stop before the top; with `--reverse` it sinks",
    "lift": "the plate rises; `lift_dn` 0, at the top `lift_up` 1; run it on: it comes down",
}


def commissioning(root: Path) -> dict[str, str]:
    """Tables of commissioning.md by name."""
    plan = machine.load(root)
    return {"testpoints": testpoints(plan.data), "sensors": sensors(plan),
            "board": board_signals(plan), "motors": motors(plan),
            "stoptimes": stop_times(plan, Figures(root))}


def retrofit(root: Path) -> dict[str, str]:
    """Tables of retrofit.md by name."""
    plan = machine.load(root)
    return {"old_motors": old_motors(plan), "old_sensors": old_sensors(plan)}


def where(plan: machine.Machine) -> dict[str, str]:
    """Net of a connector -> `J30 side_a pin 4`; the first where there are more."""
    places: dict[str, str] = {}
    for name, row in plan.data["connectors"].items():
        for pin, net in enumerate(row["pins"], 1):
            places.setdefault(net, f"{row['ref']} {name} pin {pin}")
    return places


def testpoints(data: dict[str, Any]) -> str:
    """Every test point with its volts, in both of its states."""
    rows = []
    for name, row in data["testpoints"].items():
        rows.append((name, row["net"], row["when"], _volts(row["min_mv"], row["max_mv"])))
        if "else_when" in row:
            rows.append(("", "", row["else_when"],
                         _volts(row["else_min_mv"], row["else_max_mv"])))
    return table(("point", "net", "when", "volts against TP1"), rows)


def _volts(low: dict[str, Any], high: dict[str, Any]) -> str:
    return f"{low['value'] / 1000:.2f} to {high['value'] / 1000:.2f}"


def sensors(plan: machine.Machine) -> str:
    """One row a signal that comes over a connector: where, and what to do by hand."""
    data, places, rows = plan.data, where(plan), []
    for stem, row in data["signals"].items():
        if row["wired"] == "connector":
            names = [n for n in plan.inputs if n and signal_of(n, data["signals"])[0] == stem]
            rows.append((", ".join(f"`{n}`" for n in names),
                         ", ".join(places[n] for n in names), row["idle"], row["test"]))
    return table(("sensor", "connector", "at rest", "do this, read that"), rows)


def board_signals(plan: machine.Machine) -> str:
    """Signals that never leave the board, and what shows them."""
    return table(("signal", "what", "at rest", "do this, read that"), (
        (f"`{name}`", row["what"], row["idle"], row["test"])
        for name, row in plan.data["signals"].items() if row["wired"] == "board"))


def in_order(plan: machine.Machine) -> list[machine.Motor]:
    """Motors in the order in which they are tried."""
    return sorted(plan.motors, key=lambda motor: (ORDER.index(motor.type), motor.index))


def _plug(plan: machine.Machine, motor: machine.Motor) -> str:
    return str(plan.data["connectors"][motor.name]["ref"])


def motors(plan: machine.Machine) -> str:
    """Each motor alone: plug, command, what is seen, watts more on a plug-in meter."""
    rows = []
    for motor in in_order(plan):
        reverse = " --reverse" if motor.dir else ""
        command = f"`mjtool bench motor {motor.name} --seconds 0.5`"
        if reverse:
            command += f", then `--reverse`, relay of `{motor.dir}` clicks"
        rows.append((motor.name, _plug(plan, motor), ", ".join(motor.machines), command,
                     SEE[motor.type], f"+{Figure(motor.run_mw, 'mw')}",
                     f"{motor.coast_max_ms} ms"))
    return table(("motor", "plug", "machine", "command", "you see", "meter", "stands within"),
                 rows)


def stop_times(plan: machine.Machine, figures: Figures) -> str:
    """From the cause to standstill: the parts of it, and the sum for each kind of motor."""
    watchdog, half = figures["thresholds.wd_off_ms"].value, figures["mains.half_cycle_ms"].value
    rows = []
    for name in ORDER[1:]:
        coast = figures[f"motor_types.{name}.coast_max_ms"].value
        rest = K1_RELEASE_MS + half + coast
        rows.append((name, K1_RELEASE_MS, half, coast, f"**{rest} ms**",
                     f"**{watchdog + rest} ms**"))
    return table(("motor", "K1 opens, ms", "current's next zero, ms", "coast, ms",
                  "stop or lid, at most", f"program hangs (+{watchdog} ms), at most"), rows)


def old_motors(plan: machine.Machine) -> str:
    """Where each motor of the old table goes, pin by pin."""
    rows = []
    for motor in plan.motors:
        row = plan.data["connectors"][motor.name]
        ways = "both ways" if motor.dir else "one way"
        rows.append((motor.name, plan.data["motor_types"][motor.type]["drives"], ways,
                     f"{row['ref']} ({row['family']}): {pins_shown(row)}",
                     ", ".join(motor.machines), str(Figure(motor.run_mw, "mw"))))
    return table(("motor", "drives", "runs", "connector: pin net", "machine", "planned for"), rows)


def old_sensors(plan: machine.Machine) -> str:
    """Where each sensor of the old table goes, and the level its wire has to give."""
    data, places, rows = plan.data, where(plan), []
    for stem, row in data["signals"].items():
        if row["wired"] != "connector":
            continue
        names = [n for n in plan.inputs if n and signal_of(n, data["signals"])[0] == stem]
        level = "0 V" if row["active"] == "low" else "open"
        rows.append((stem, row["what"], row["part"], ", ".join(places[n] for n in names), level))
    return table(("signal", "means", "planned part", "connector", "wire while it is 1"), rows)
