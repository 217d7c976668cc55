"""The wires of a machine's connectors, as plain rows."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hardware.lib.connectors import shown
from tools.make.generate.read.machine import Machine

RAW = "_raw"


class Wire(NamedTuple):
    """One wire from a board connector to a part at its far end. `position` is the contact of the
    connector's housing: VH uses every second one."""

    connector: str
    ref: str
    pin: int
    position: int
    net: str
    colour: str
    gauge_awg: int
    length_mm: int
    part: str
    terminal: str

    @property
    def cable(self) -> str:
        """The cable's name: that of its connector with W."""
        return "W" + self.ref.removeprefix("J")


def signal_named(machine: Machine, net: str) -> str:
    """The input that `net` belongs to (cnt_a for cnt_a and cnt_a_raw), "" for any other net."""
    stem = net.removesuffix(RAW)
    return stem if stem in machine.inputs else ""


def needed(machine: Machine, name: str, net: str) -> bool:
    """Is a wire of `net` laid on machine `name`? A sensor that is not fitted has none."""
    signal = signal_named(machine, net)
    return not signal or machine.fitted(signal, name)


def wires_of(machine: Machine, name: str, connectors: Iterable[str]) -> list[Wire]:
    """The wires of these connectors that machine `name` has, in connector and pin order."""
    rows = []
    for connector in connectors:
        row = machine.data["connectors"][connector]
        cable = row["cable"]
        for wire in cable["wires"]:
            net = row["pins"][wire["pin"] - 1]
            part, _, terminal = wire["to"].partition(".")
            if needed(machine, name, net):
                rows.append(Wire(connector, row["ref"], wire["pin"],
                                 positions(row)[wire["pin"] - 1], net, wire["colour"],
                                 cable["gauge_awg"]["value"], cable["length_mm"]["value"],
                                 part, terminal))
    return rows


def positions(connector: Mapping[str, Any]) -> list[int]:
    """The housing's contact of each pin of a row of [connectors]."""
    return list(connector.get("positions", range(1, len(connector["pins"]) + 1)))


def pins_shown(connector: Mapping[str, Any]) -> str:
    """`1 L_IN, 2 N_IN`, or where the housing counts otherwise `2 (position 3) N_MOT`."""
    return ", ".join(f"{pin_shown(connector, pin)} {net}"
                     for pin, net in enumerate(connector["pins"], 1))


def pin_shown(connector: Mapping[str, Any], pin: int) -> str:
    """`2`, or where the housing counts otherwise `2 (position 3)`."""
    return shown(pin, positions(connector)[pin - 1]) if "positions" in connector else str(pin)
