"""Checks the I/O frames and signals of hardware/machine.toml."""

import difflib
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import board_schema, fitting, schema
from tools.make.generate.read.numbers import text


def signal_of(name: str, signals: dict[str, Any]) -> tuple[str, str]:
    """('cnt', 'A') for cnt_a, ('hatch_up', '') for hatch_up; ('', '') when there is no row."""
    if name in signals and signals[name]["fitted"] not in ("sides", "lines"):
        return name, ""
    stem, _, side = name.rpartition("_")
    if stem in signals and side in ("a", "b", "c", "d"):
        return stem, side.upper()
    return "", ""


def full_names(signals: dict[str, Any]) -> list[str]:
    """Every input that the rows of [signals] allow: cnt_a, cnt_b ... hatch_up."""
    return [full for name, row in signals.items()
            for full in ([f"{name}_{side.lower()}" for side in schema.SIDES]
                         if row["fitted"] in ("sides", "lines") else [name])]


def bits(source: Source, section: str, count: int) -> tuple[str, ...]:
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


def signals(source: Source, inputs: tuple[str, ...]) -> None:
    """Every input has a signal row and every row an input."""
    rows = source.data["signals"]
    for name, row in rows.items():
        source.keys(("signals", name), row, schema.SIGNAL)
        here = ("signals", name)
        source.choice((*here, "fitted"), row["fitted"], fitting.RULES, "place")
        source.choice((*here, "active"), row["active"], schema.ACTIVE, "level")
        if row["idle"] not in (0, 1):
            raise source.error((*here, "idle"), f"signals.{name}: idle = {row['idle']} must be 0 "
                               "or 1")
        source.choice((*here, "wired"), row["wired"], board_schema.WIRED, "end of a wire")
        source.choice((*here, "edges"), row["edges"], schema.EDGES, "time of an edge")
        for key in ("part", "what", "test", "stuck"):
            text(source, (*here, key), row[key])
    used = set()
    for index, name in enumerate(inputs):
        stem, _ = signal_of(name, rows)
        if name and not stem:
            where = f"byte{index // 8}"
            near = difflib.get_close_matches(name, full_names(rows), 1, 0.0)
            raise source.error(("inputs", where), f'inputs.{where} bit {index % 8}: "{name}" is '
                               f"no signal; nearest: {near[0]}")
        used.add(stem)
    for name in rows:
        if name not in used:
            raise source.error(("signals", name), f"signals.{name} is on no input bit")
