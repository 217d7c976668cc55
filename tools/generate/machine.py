"""Reads and checks hardware/machine.toml."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import schema
from .errors import Source
from .sums import check_sums

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
    """Everything of machine.toml, checked: `values` is section -> key -> integer."""

    data: dict[str, Any]
    values: dict[str, dict[str, int]]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    motors: tuple[Motor, ...]
    names: tuple[str, ...]
    lines: tuple[int, ...]

    def fitted(self, name: str, machine: str) -> bool:
        """Does input `name` exist on `machine`?"""
        stem, side = signal_of(name, self.data["signals"])
        rule = self.data["signals"][stem]["fitted"]
        if rule == "lines":
            return side in self.data["machines"][machine]["lines"]
        return rule in ("sides", "all", machine)


def signal_of(name: str, signals: dict[str, Any]) -> tuple[str, str]:
    """('cnt', 'A') for cnt_a, ('hatch_up', '') for hatch_up; ('', '') when there is no row."""
    if name in signals and signals[name]["fitted"] not in ("sides", "lines"):
        return name, ""
    stem, _, side = name.rpartition("_")
    if stem in signals and side in ("a", "b", "c", "d"):
        return stem, side.upper()
    return "", ""


@lru_cache(maxsize=4)
def load(root: Path) -> Machine:
    """The machine below `root`; SourceError with file, line and key when the file is wrong."""
    source = Source(root, MACHINE_FILE)
    data = source.data
    source.keys((), data, schema.SECTIONS, "section")
    values = {section: _numbers(source, (section,), data[section], keys)
              for section, keys in schema.VALUES.items()}
    check_sums(source, values)
    source.keys(("machines",), data["machines"], schema.MACHINES, "machine")
    for name in schema.MACHINES:
        source.keys(("machines", name), data["machines"][name], schema.MACHINE)
    outputs = _bits(source, "outputs", 4)
    inputs = _bits(source, "inputs", 9)
    _signals(source, inputs)
    _pins(source)
    return Machine(data, values, inputs, outputs, _motors(source, values, outputs),
                   tuple(schema.MACHINES),
                   tuple(len(data["machines"][n]["lines"]) for n in schema.MACHINES))


def _numbers(source: Source, path: tuple[str, ...], have: dict[str, Any],
             units: dict[str, str]) -> dict[str, int]:
    """Check a section of numbers and return its plain integers."""
    source.keys(path, have, list(units))
    plain = {}
    for key, unit in units.items():
        row, here = have[key], (*path, key)
        dotted = ".".join(here)
        if not isinstance(row, dict):
            raise source.error(here, f"{dotted} must be {{ value, unit, grade, source }}")
        source.keys(here, row, schema.NUMBER)
        value = row["value"]
        if isinstance(value, bool) or not isinstance(value, int):
            raise source.error(here, f"{dotted} = {value!r} must be an integer in {unit}")
        if row["unit"] != unit:
            raise source.error(here, f"{dotted} has unit {row['unit']!r}, expected {unit!r}")
        if row["grade"] not in schema.GRADES:
            raise source.unknown((*here, str(row["grade"])), schema.GRADES, "grade")
        if not str(row["source"]).strip():
            raise source.error(here, f"{dotted} has no source")
        plain[key] = value
    return plain


def _bits(source: Source, section: str, count: int) -> tuple[str, ...]:
    """The names of one frame, bit 0 of byte 0 first; every name once, eight a byte."""
    table = source.data[section]
    wanted = [f"byte{i}" for i in range(count)]
    source.keys((section,), table, wanted, "byte")
    names: list[str] = []
    for byte in wanted:
        if len(table[byte]) != 8:
            raise source.error((section, byte),
                               f"{section}.{byte} has {len(table[byte])} bits, not 8")
        for bit, name in enumerate(table[byte]):
            if name and name in names:
                at = names.index(name)
                raise source.error(
                    (section, byte), f"{section}.{byte} bit {bit}: {name} is already "
                    f"byte{at // 8} bit {at % 8}; each name belongs to one bit")
            names.append(name)
    return tuple(names)


def _signals(source: Source, inputs: tuple[str, ...]) -> None:
    """Every input has a signal row and every row an input."""
    signals = source.data["signals"]
    for name, row in signals.items():
        source.keys(("signals", name), row, schema.SIGNAL)
        if row["fitted"] not in schema.FITTED:
            raise source.unknown(("signals", name, row["fitted"]), schema.FITTED, "value")
    used = set()
    for index, name in enumerate(inputs):
        stem, _ = signal_of(name, signals)
        if name and not stem:
            where = ("inputs", f"byte{index // 8}")
            raise source.unknown((*where, name), list(signals), "signal")
        used.add(stem)
    for name in signals:
        if name not in used:
            raise source.error(("signals", name), f"signals.{name} is on no input bit")


def _motors(source: Source, values: dict[str, dict[str, int]],
            outputs: tuple[str, ...]) -> tuple[Motor, ...]:
    """The motors in mask order: outputs 0-15, then the dice motor."""
    data, kinds = source.data, {}
    source.keys(("motor_types",), data["motor_types"], schema.MOTOR_TYPES, "motor type")
    for name, row in data["motor_types"].items():
        numbers = {k: x for k, x in row.items() if k != "drives"}
        kinds[name] = _numbers(source, ("motor_types", name), numbers, schema.MOTOR_TYPE)
    order = [*outputs[:16], "dice"]
    source.keys(("motors",), data["motors"], order, "motor")
    motors = []
    for index, name in enumerate(order):
        row, here = data["motors"][name], ("motors", name)
        source.keys(here, row, schema.MOTOR)
        if row["type"] not in kinds:
            raise source.unknown((*here, row["type"]), list(kinds), "motor type")
        for output in (row["output"], row["dir"]):
            if output and output not in outputs:
                raise source.unknown((*here, output), [o for o in outputs if o], "output")
        kind = kinds[row["type"]]
        motors.append(Motor(
            index, name, row["type"], row["output"], row["group"], row["dir"],
            tuple(row["machines"]), kind["run_mw"], kind["run_mw"] * kind["start_pct"] // 100,
            kind["coast_max_ms"], kind["max_on_ms"]))
    return tuple(motors)


def _pins(source: Source) -> None:
    """Every pin complete and every GPIO used once."""
    seen: dict[int, str] = {}
    for name, row in source.data["pins"].items():
        source.keys(("pins", name), row, schema.PIN)
        if row["gp"] in seen:
            raise source.error(("pins", name), f"pins.{name}: GP{row['gp']} is already "
                               f"{seen[row['gp']]}; each GPIO has one use")
        seen[row["gp"]] = name
