"""docs/IO.md: the I/O map, pins, motors and mechanism figures for people."""

from pathlib import Path

from tools.make.generate.pages.io_tables import (
    connectors,
    figures,
    letters,
    places,
    sections,
    wires,
)
from tools.make.generate.read.frames import signal_of
from tools.make.generate.read.machine import Machine, load
from tools.make.generate.read.nets import motor_nets, out_net
from tools.make.generate.render import mark, table

PAGE = Path("docs/IO.md")
INTRO = """# Inputs, outputs, motors

Names are the ones of scenario files, `mjtool` and the link; index = byte x 8 + bit. Inputs are
logical: 1 = tile present, switch actuated, key pressed. The letters of the last column: F = on
the four-port table, S = on the single-port table.

J30.4 is pin 4 of connector J30, then the colour of its wire (WireViz code: BK black, BN brown, BU
blue, VT violet, TQ turquoise, LB light blue, SL slate, OL olive, BG beige, GNYE green and yellow).
What was measured on one table is laid over these figures: [MEASURED.md](MEASURED.md).
"""
INPUTS = """At rest: the reading with the machine at rest, walls away. By hand: what to do and what
`mjtool bench sensor NAME --follow` must then show.
"""
EDGES = """*Set*: it comes on between two sets that are built, or E911 tells of it after two
without, with plug and wire colour. *Power*: it changes with motor power, or E911 does at the next
arming. The others move by people or mishaps alone. Stuck: what else tells, or why nobody need be
told.

A learnt time stands for `chain_corner` alone. Never for what an interlock uses (`push_home`,
`lift_up`, `lift_dn`, `hatch_up`, `hatch_dn`, `chain_zero`, `pinch`, `lid`, `loop_raw`), nor for
`park` and `mid`, `drum_rot` and `ring_rot`, `cnt` and `inlet`: why is in
[DECISIONS.md](DECISIONS.md), 98.
"""
EXPECTED = {"set": "each set", "power": "motor power", "never": "nothing by itself"}
OUTPUTS = """Every output is off in reset: `out_oe_n` is pulled up, so the shift registers' pins
float and the drivers' own resistors pull them low. Acts: level of the shift register's pin while
the output acts. A motor runs by hand with `mjtool bench motor NAME` in service mode.
"""


def outputs(root: Path) -> dict[Path, str]:
    """The page."""
    machine = load(root)
    parts = [mark(machine.origin), INTRO, "## Inputs\n", INPUTS, _inputs(machine),
             "## What shows that an input works\n", EDGES, _edges(machine), "## Outputs\n",
             OUTPUTS, _outputs(machine), "## Motors\n", _motors(machine),
             "## Controller pins\n", _pins(machine), "## Connectors\n", connectors(machine),
             "## Wires\n", wires(machine), "## Figures\n",
             "Grade *default* is a design figure that calibration on a real machine must "
             "overwrite; *check-datasheet* must be checked before a part is ordered.\n",
             figures(machine), "## Everything else\n",
             "Pins, bits, polarities, parts and wires carry no grade of their own; each section "
             "has one.\n", sections(machine)]
    return {PAGE: "\n".join(parts)}


def _machines(machine: Machine, name: str) -> str:
    return letters(machine, [which for which in machine.names if machine.fitted(name, which)])


def _inputs(machine: Machine) -> str:
    rows = []
    for index, name in enumerate(machine.inputs):
        if name:
            stem, side = signal_of(name, machine.data["signals"])
            row = machine.data["signals"][stem]
            what = row["what"] + (f", side {side}" if side else "")
            rows.append((f"`{name}`", index, f"IN{index // 8}.{index % 8}", what, row["active"],
                         row["idle"], places(machine, [name]), row["part"], row["test"],
                         _machines(machine, name)))
    return table(("input", "index", "byte.bit", "meaning of 1", "wire then", "at rest",
                  "connector", "part", "by hand", ""), rows)


def _edges(machine: Machine) -> str:
    return table(("signal", "moved by", "when it is stuck"), (
        (f"`{name}`", EXPECTED[row["edges"]], row["stuck"])
        for name, row in machine.data["signals"].items()))


def _outputs(machine: Machine) -> str:
    motors = {m.output: m for m in machine.motors if m.output}
    rows = []
    for index, name in enumerate(machine.outputs):
        if not name:
            continue
        if name in motors:
            motor = motors[name]
            what = f"motor: {machine.data['motor_types'][motor.type]['drives']}"
            nets, active = motor_nets(machine.data, motor.name), "high"
            test = f"`mjtool bench motor {motor.name}`"
        else:
            row = machine.data["drives"][name]
            what, active, test = row["what"], row["active"], row["test"]
            nets = [out_net(name)]
        rows.append((f"`{name}`", index, f"OUT{index // 8}.{index % 8}", what, active, "off",
                     places(machine, nets), test))
    return table(("output", "index", "byte.bit", "what it does", "acts", "in reset", "connector",
                  "by hand"), rows)


def _motors(machine: Machine) -> str:
    rows = []
    for motor in machine.motors:
        drives = machine.data["motor_types"][motor.type]["drives"]
        fitted = letters(machine, motor.machines)
        rows.append((f"`{motor.name}`", motor.index, drives, f"{motor.run_mw / 1000:g} W",
                     f"{motor.start_mw / 1000:g} W", motor.group,
                     f"`{motor.dir}`" if motor.dir else "one way", fitted))
    return table(("motor", "bit", "drives", "running", "starting", "group", "direction", ""), rows)


def _pins(machine: Machine) -> str:
    points: dict[str, str] = {}
    for name, row in machine.data["testpoints"].items():
        points.setdefault(row["net"], name)
    rows = sorted(machine.data["pins"].items(), key=lambda item: item[1]["gp"])
    return table(("GP", "net", "direction", "function", "use", "in reset", "connector",
                  "measure at"), (
        (p["gp"], f"`{n}`", p["dir"], p["function"], p["use"], p["reset"] or "-",
         places(machine, [n.upper()]), points.get(n.upper(), "-")) for n, p in rows))
