"""Checks [connectors]: families, nets, pins, cables and wires."""

import re
from typing import Any

from tools.make.generate.errors import Source
from tools.make.generate.read import board_schema as board
from tools.make.generate.read import fitting
from tools.make.generate.read.nets import mains_nets, selv_nets
from tools.make.generate.read.numbers import numbers, text

Where = tuple[str, int]  # connector and pin, from 1
TO = re.compile(r"[A-Z][A-Z0-9_]*\.[A-Z0-9_+]+")


def connectors(source: Source) -> dict[str, list[Where]]:
    """Check every connector; the pins of each net."""
    rows = source.data["connectors"]
    refs: dict[str, str] = {}
    ends: dict[str, Where] = {}
    found: dict[str, list[Where]] = {}
    for name, row in rows.items():
        _frame(source, name, row)
        if row["ref"] in refs:
            other = refs[row["ref"]]
            raise source.error(("connectors", name, "ref"), f"connectors.{name}: {row['ref']} is "
                               f"already {other} (line {source.line('connectors', other, 'ref')})")
        refs[row["ref"]] = name
        _nets(source, name, row)
        _cable(source, name, row, ends)
        for pin, net in enumerate(row["pins"], 1):
            found.setdefault(net, []).append((name, pin))
    _once(source, found)
    return found


def place(source: Source, where: Where, key: str = "pins") -> str:
    """`connectors.side_a pin 4 (line 1020)`."""
    path = ("connectors", where[0], key)
    return (f"connectors.{where[0]} pin {where[1]} "
            f"(line {source.line(*source.item(where[1] - 1, *path))})")


def _frame(source: Source, name: str, row: dict[str, Any]) -> None:
    """Keys, family, domain, machines, contacts of the housing."""
    here = ("connectors", name)
    extra = ["positions"] if row.get("family") == board.EVERY_SECOND else []
    source.keys(here, row, [*board.CONNECTOR[:6], *extra, "cable"])
    text(source, (*here, "title"), row["title"])
    if not re.fullmatch(r"J\d+", str(row["ref"])):
        raise source.error((*here, "ref"), f"connectors.{name}: ref {row['ref']!r} must be J and "
                           "a number")
    source.choice((*here, "family"), row["family"], list(board.FAMILIES), "family")
    source.choice((*here, "domain"), row["domain"], sorted(set(board.FAMILIES.values())), "domain")
    if row["domain"] != board.FAMILIES[row["family"]]:
        raise source.error((*here, "domain"), f"connectors.{name}: domain {row['domain']!r}, but "
                           f"family {row['family']} carries {board.FAMILIES[row['family']]}")
    fitting.checked(source, here, row["fitted"])
    wanted = list(range(1, 2 * len(row["pins"]), 2))
    if extra and row["positions"] != wanted:
        raise source.error((*here, "positions"), f"connectors.{name}: positions "
                           f"{row['positions']}, but {board.EVERY_SECOND} uses every second "
                           f"contact: {wanted}")


def _nets(source: Source, name: str, row: dict[str, Any]) -> None:
    """Every pin's net exists and is of the connector's domain."""
    mains, selv = mains_nets(source.data), selv_nets(source.data)
    for index, net in enumerate(row["pins"]):
        at = source.item(index, "connectors", name, "pins")
        if net not in mains and net not in selv:
            near = source.nearest(str(net), [*mains, *selv], "net")
            raise source.error(at, f"connectors.{name} pin {index + 1}: unknown net {net!r}{near}")
        if net not in (mains if row["domain"] == "mains" else selv):
            other = "selv" if row["domain"] == "mains" else "mains"
            raise source.error(at, f"connectors.{name} pin {index + 1}: {net} is {other}, the "
                               f"connector is {row['domain']} (line "
                               f"{source.line('connectors', name, 'domain')})")


def _cable(source: Source, name: str, row: dict[str, Any], ends: dict[str, Where]) -> None:
    """A cable: its figures, and a wire to every pin, of its own colour, to an end of its own."""
    here = ("connectors", name, "cable")
    cable = row["cable"]
    source.keys(here, cable, board.CABLE)
    numbers(source, here, {k: v for k, v in cable.items() if k != "wires"},
            board.units(board.CABLE[:2]))
    colours: dict[str, int] = {}
    for index, wire in enumerate(cable["wires"]):
        at = source.item(index, *here, "wires")
        source.keys(at, wire, board.WIRE)
        if wire["pin"] != index + 1 or index >= len(row["pins"]):
            raise source.error(at, f"connectors.{name}: wire {index + 1} is for pin "
                               f"{wire['pin']!r}; wires go in pin order, and the connector has "
                               f"pins 1 to {len(row['pins'])}")
        _wire(source, at, name, wire, row["pins"][index], colours)
        if wire["to"] in ends:
            raise source.error(at, f"connectors.{name} pin {index + 1}: {wire['to']} already has "
                               f"the wire of {_wire_place(source, ends[wire['to']])}")
        ends[wire["to"]] = (name, index + 1)
    if len(cable["wires"]) != len(row["pins"]):
        pin = len(cable["wires"]) + 1
        raise source.error((*here, "wires"), f"connectors.{name}: pin {pin} "
                           f"({row['pins'][pin - 1]}, line "
                           f"{source.line(*source.item(pin - 1, 'connectors', name, 'pins'))}) "
                           "has no wire")


def _wire(source: Source, at: tuple[str, ...], name: str, wire: dict[str, Any], net: str,
          colours: dict[str, int]) -> None:
    """One wire: a colour that WireViz knows, once a cable, GNYE for PE alone; an end."""
    pin, colour = wire["pin"], wire["colour"]
    where = f"connectors.{name} pin {pin}"
    if colour not in board.COLOURS:
        named = [code for code, word in board.COLOURS.items() if word == str(colour).lower()]
        near = source.nearest(str(colour), named or list(board.COLOURS), "colour")
        raise source.error(at, f"{where}: unknown colour {colour!r}{near}")
    if (colour == board.PE_COLOUR) != (net == "PE"):
        raise source.error(at, f"{where}: {net} in {colour}; {board.PE_COLOUR} is PE's colour and "
                           "no other's")
    if colour in colours:
        other = (name, colours[colour])
        raise source.error(at, f"{where}: {colour} is already the colour of "
                           f"{_wire_place(source, other)}")
    colours[colour] = pin
    if not TO.fullmatch(str(wire["to"])):
        raise source.error(at, f"{where}: to = {wire['to']!r} must be PART.TERMINAL, like "
                           "M_DRUM.A")


def _wire_place(source: Source, where: Where) -> str:
    path = source.item(where[1] - 1, "connectors", where[0], "cable", "wires")
    return f"connectors.{where[0]} pin {where[1]} (line {source.line(*path)})"


def _once(source: Source, found: dict[str, list[Where]]) -> None:
    """A net that is not shared by nature stands on one pin."""
    for net, places in found.items():
        if len(places) > 1 and net not in board.SHARED_NETS:
            first, second = places[:2]
            at = source.item(second[1] - 1, "connectors", second[0], "pins")
            raise source.error(at, f"connectors.{second[0]} pin {second[1]}: {net} is already on "
                               f"{place(source, first)}")
