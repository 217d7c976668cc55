"""Reads and checks hardware/machine.toml."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import fitting, measured, schema
from tools.make.generate.read.connectors import Where, connectors
from tools.make.generate.read.frames import bits, signal_of, signals
from tools.make.generate.read.gpio import pins
from tools.make.generate.read.numbers import numbers, text
from tools.make.generate.read.provenance import provenance
from tools.make.generate.read.rails import rails
from tools.make.generate.read.relations import relations
from tools.make.generate.read.shapes import shapes
from tools.make.generate.read.spread import spreads
from tools.make.generate.read.sums import check_sums
from tools.make.generate.read.wiring import drives, wiring

MACHINE_FILE = "hardware/machine.toml"


@dataclass(frozen=True)
class Motor:
    """One motor: index in the motor mask, its name and its type's figures."""

    index: int
    name: str
    type: str
    output: str
    group: str
    dir: str
    machines: tuple[str, ...]
    run_mw: int
    start_mw: int
    coast_max_ms: int
    max_on_ms: int


@dataclass(frozen=True)
class Machine:
    """Everything of machine.toml, checked.

    `values` is section -> key -> integer of what firmware and plant use; `flat` has every number
    by its dotted path; `found` the connector pins of each net. `measured`: evidence by dotted
    path of what was measured on one table, from the file `overlay`; `origin` names the sources.
    """

    data: dict[str, Any]
    values: dict[str, dict[str, int]]
    flat: dict[str, int]
    found: dict[str, list[Where]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    motors: tuple[Motor, ...]
    names: tuple[str, ...]
    wirings: tuple[str, ...]
    measured: dict[str, str]
    overlay: Source | None
    origin: str

    def fitted(self, name: str, machine: str) -> bool:
        """Does input `name` exist on `machine`?"""
        stem, side = signal_of(name, self.data["signals"])
        rule = self.data["signals"][stem]["fitted"]
        return machine in fitting.having(self.data, rule, f"{stem}_{side}" if side else stem)


def load(root: Path) -> Machine:
    """The machine below `root`; SourceError with file, line and key when the file is wrong.

    Within `measured.using`, with what was measured on one table laid over it.
    """
    return _checked((root / MACHINE_FILE).read_text(encoding="utf-8"), *measured.current())


@lru_cache(maxsize=4)
def _checked(text: str, over_name: str, over_text: str) -> Machine:
    source = Source(MACHINE_FILE, text)
    if not over_name:
        return _build(source, None, {})
    _build(Source(MACHINE_FILE, text), None, {})
    return _build(source, *measured.lay_over(source.data, over_name, over_text))


def _build(source: Source, overlay: Source | None, done: dict[str, str]) -> Machine:
    """Check everything and put it together."""
    data = source.data
    source.keys((), data, schema.SECTIONS, "section")
    shapes(source)
    source.keys(("amux",), data["amux"], ["channels"])
    values = {section: numbers(source, (section,), data[section], keys)
              for section, keys in schema.VALUES.items()}
    check_sums(source, values)
    fitting.machines(source)
    outputs = bits(source, "outputs", 4)
    inputs = bits(source, "inputs", 9)
    signals(source, inputs)
    pins(source)
    motors = _motors(source, outputs)
    drives(source, outputs)
    found = connectors(source)
    wiring(source, inputs, outputs, found)
    flat = rails(source, values)
    provenance(source)
    spreads(source)
    relations(flat, source, overlay, list(done))
    return Machine(data, values, flat, found, inputs, outputs, motors, tuple(data["machines"]),
                   tuple(fitting.wirings(data["machines"])),
                   done, overlay, f"{MACHINE_FILE} and {Path(overlay.name).name}" if overlay
                   else MACHINE_FILE)


def _motors(source: Source, outputs: tuple[str, ...]) -> tuple[Motor, ...]:
    """The motors in mask order: outputs 0-15, then the dice motor."""
    data, kinds = source.data, {}
    source.keys(("motor_types",), data["motor_types"], schema.MOTOR_TYPES, "motor type")
    for name, row in data["motor_types"].items():
        text(source, ("motor_types", name, "drives"), row.get("drives"))
        figures = {k: x for k, x in row.items() if k != "drives"}
        kinds[name] = numbers(source, ("motor_types", name), figures, schema.MOTOR_TYPE)
    order = [*outputs[:16], "dice"]
    source.keys(("motors",), data["motors"], order, "motor")
    motors = []
    for index, name in enumerate(order):
        row, here = data["motors"][name], ("motors", name)
        source.keys(here, row, schema.MOTOR)
        source.choice((*here, "group"), row["group"], schema.GROUPS, "group")
        fitting.checked(source, here, row["fitted"])
        if row["type"] not in kinds:
            raise source.unknown((*here, row["type"]), list(kinds), "motor type",
                                 "type")
        for key in ("output", "dir"):
            if row[key] and row[key] not in outputs:
                raise source.unknown((*here, row[key]), [o for o in outputs if o], "output", key)
        kind = kinds[row["type"]]
        motors.append(Motor(
            index, name, row["type"], row["output"], row["group"], row["dir"],
            fitting.having(data, row["fitted"], name), kind["run_mw"],
            kind["run_mw"] * kind["start_pct"] // 100,
            kind["coast_max_ms"], kind["max_on_ms"]))
    return tuple(motors)
