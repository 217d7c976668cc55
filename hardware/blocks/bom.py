"""The bill of materials: the board's parts, what mates with its connectors, the sensors.

`quantity` is the fully fitted board with everything for every machine; the columns with a
machine's name are what a machine wired so needs: channels, direction relays, plugs and sensors of
motors and lines it does not have may stay empty.
"""

import csv
import io
from collections.abc import Iterable
from typing import Any, NamedTuple

from hardware.blocks.design import Design
from hardware.blocks.extras import AT_CONNECTORS, BOARD_EXTRAS, EMITTERS, SENSORS, Extra
from hardware.blocks.mistakes import CircuitError, nearest
from hardware.lib.connectors import FAMILIES
from hardware.model import Circuit, Part, natural

BOM_FILE = "hardware/out/bom.csv"
ABOUT = ("group", "manufacturer_part_number", "value", "quantity")
DETAILS = ("references", "substitute", "check_datasheet", "footprint")


class Item(NamedTuple):
    """Something to buy, once: how often on which machine, and for which reference."""

    group: str
    mpn: str
    value: str
    ref: str
    machines: frozenset[str]
    substitute: str = ""
    check: str = ""
    footprint: str = ""
    pieces: int = 1


def bom(circuit: Circuit, design: Design) -> str:
    """The CSV text; rows of the same part and group are one row."""
    rows: dict[tuple[str, str, str, str, str, str], list[Item]] = {}
    for item in (*_board(circuit, design), *_plugs(design), *_sensors(design)):
        key = (item.group, item.mpn, item.value, item.substitute, item.check, item.footprint)
        rows.setdefault(key, []).append(item)
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(design), lineterminator="\n")
    writer.writeheader()
    for key in sorted(rows):
        writer.writerow(_row(rows[key], design))
    return out.getvalue()


def columns(design: Design) -> tuple[str, ...]:
    """The names of the columns, one for each wiring among them."""
    return *ABOUT, *design.wirings, *DETAILS


def _row(items: list[Item], design: Design) -> dict[str, Any]:
    first = items[0]
    row: dict[str, Any] = {name: sum(i.pieces for i in items if name in i.machines)
                           for name in design.wirings}
    return row | {
        "group": first.group, "manufacturer_part_number": first.mpn, "value": first.value,
        "quantity": sum(i.pieces for i in items), "substitute": first.substitute,
        "references": " ".join(sorted({i.ref for i in items}, key=natural)),
        "check_datasheet": first.check, "footprint": first.footprint.removeprefix("mj:")}


def _board(circuit: Circuit, design: Design) -> Iterable[Item]:
    """Every part of the circuit, and what goes with it (fuse holders, sockets)."""
    for ref, part in circuit.parts.items():
        machines = _needed(ref, part, design)
        yield Item(part.group, part.mpn, part.value, ref, machines, part.substitute, part.check,
                   part.footprint)
        for extra in BOARD_EXTRAS.get(part.symbol, ()):
            yield Item(part.group, extra.mpn, extra.value, ref, machines, extra.substitute,
                       extra.check, "", extra.pieces)


def _needed(ref: str, part: Part, design: Design) -> frozenset[str]:
    """The machines that need the part: by its motor, or by its connector."""
    if part.kind == "connector":
        return design.having("connectors", part.note)
    if part.block in ("channels", "relays"):
        nets = set(part.pins.values())
        for motor in design.motors():
            if any(net.startswith(f"{motor.net}_") for net in nets):
                return design.having("motors", motor.name)
    return frozenset(design.wirings)


def _plugs(design: Design) -> Iterable[Item]:
    """Housing and contacts of the cable's side of every connector, and what hangs on it."""
    for name, row in design.data["connectors"].items():
        its, count = FAMILIES[row["family"]], len(row["pins"])
        machines = design.having("connectors", name)
        yield Item("harness", its.mates[count], f"plug, {count} wires", row["ref"], machines)
        if its.contact:
            yield Item("harness", its.contact, "crimp contact", row["ref"], machines,
                       pieces=count, check=f"wire {row['cable']['gauge_awg']['value']} AWG")
        for extra in AT_CONNECTORS.get(name, ()):
            yield Item("off the board", extra.mpn, extra.value, row["ref"], machines,
                       extra.substitute, extra.check, pieces=extra.pieces)


def _sensors(design: Design) -> Iterable[Item]:
    """Sensors and switches by [signals]; a key's word is the first of its `part`."""
    bought: set[Extra] = set()
    for stem, signal in design.data["signals"].items():
        word = signal["part"].split()[0]
        if word not in SENSORS:
            if signal["wired"] == "board":
                continue  # made on the board: its parts are the circuit's
            raise CircuitError(_unknown_sensor(stem, word))
        its = SENSORS[word]
        for ref in design.copies(stem):
            machines = design.having("signals", ref, stem)
            count = 0 if its.once and its in bought else 1
            bought.add(its)
            yield Item("sensors", its.mpn, its.value, ref, machines, its.substitute, its.check,
                       pieces=count)
            if word in EMITTERS:
                beside = EMITTERS[word]
                yield Item("sensors", beside.mpn, beside.value, ref, machines, beside.substitute)


def _unknown_sensor(stem: str, word: str) -> str:
    """What to do about a part that the list of sensors does not have."""
    return (f"hardware/machine.toml: signals.{stem}.part begins with {word}, which is no sensor "
            f"of hardware/blocks/extras.py{nearest(word, SENSORS)}; add it to SENSORS there")
