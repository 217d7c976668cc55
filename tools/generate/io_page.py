"""docs/IO.md: the I/O map, pins, motors and mechanism figures for people."""

from pathlib import Path

from .frames import signal_of
from .machine import Machine, load
from .render import mark, table

PAGE = Path("docs/IO.md")
INTRO = """# Inputs, outputs, motors

Names are the ones of scenario files, `mjtool` and the link; index = byte x 8 + bit. Inputs are
logical: 1 = tile present, switch actuated, key pressed. The letters of the last column: F = on
the four-port table, S = on the single-port table.
"""


def outputs(root: Path) -> dict[Path, str]:
    """The page."""
    machine = load(root)
    parts = [mark(machine.origin), INTRO, "## Inputs\n", _inputs(machine), "## Outputs\n",
             _outputs(machine), "## Motors\n", _motors(machine), "## Controller pins\n",
             _pins(machine), "## Figures\n",
             "Grade *default* is a design figure that calibration on a real machine must "
             "overwrite.\n", _figures(machine)]
    return {PAGE: "\n".join(parts)}


def _machines(machine: Machine, name: str) -> str:
    return "".join(letter for letter, which in zip("FS", machine.names, strict=True)
                   if machine.fitted(name, which))


def _inputs(machine: Machine) -> str:
    rows = []
    for index, name in enumerate(machine.inputs):
        if name:
            stem, side = signal_of(name, machine.data["signals"])
            row = machine.data["signals"][stem]
            what = row["what"] + (f", side {side}" if side else "")
            rows.append((f"`{name}`", index, f"IN{index // 8}.{index % 8}", what, row["active"],
                         row["part"], _machines(machine, name)))
    return table(("input", "index", "byte.bit", "meaning of 1", "wire then", "part", ""), rows)


def _outputs(machine: Machine) -> str:
    motors = {m.output: m.name for m in machine.motors if m.output}
    relays = {m.dir for m in machine.motors if m.dir}
    rows = []
    for index, name in enumerate(machine.outputs):
        if name:
            kind = "motor" if name in motors else "direction relay" if name in relays else "logic"
            rows.append((f"`{name}`", index, f"OUT{index // 8}.{index % 8}", kind))
    return table(("output", "index", "byte.bit", "kind"), rows)


def _motors(machine: Machine) -> str:
    rows = []
    for motor in machine.motors:
        drives = machine.data["motor_types"][motor.type]["drives"]
        fitted = "".join(letter for letter, which in zip("FS", machine.names, strict=True)
                         if which in motor.machines)
        rows.append((f"`{motor.name}`", motor.index, drives, f"{motor.run_mw / 1000:g} W",
                     f"{motor.start_mw / 1000:g} W", motor.group,
                     f"`{motor.dir}`" if motor.dir else "one way", fitted))
    return table(("motor", "bit", "drives", "running", "starting", "group", "direction", ""), rows)


def _pins(machine: Machine) -> str:
    return table(("GP", "net", "direction", "function", "use", "at reset"), (
        (p["gp"], f"`{n}`", p["dir"], p["function"], p["use"], p["reset"] or "-")
        for n, p in sorted(machine.data["pins"].items(), key=lambda item: item[1]["gp"])))


def _figures(machine: Machine) -> str:
    rows = []
    for section, keys in machine.values.items():
        for key, value in keys.items():
            number = machine.data[section][key]
            rows.append((f"`{section}.{key}`", value, number["unit"].replace("1", "-"),
                         number["grade"], number["source"]))
    return table(("value", "", "unit", "grade", "source"), rows)
