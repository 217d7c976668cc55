"""Tables on the sheets: what repeats, read from the circuit."""

import difflib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hardware.lib.connectors import housing, shown
from hardware.model import Circuit, natural
from tools.make.generate.errors import SourceError

from .plan import Plan, line_of

LAST = 16  # channels


class Table(NamedTuple):
    """Head and rows; `columns`: how many pieces stand side by side."""

    head: list[str]
    rows: list[list[str]]
    columns: int = 1


def tables_of(plan: Plan, circuit: Circuit) -> list[Table]:
    """The tables that a plan asks for."""
    found = []
    for name in plan.tables:
        if name not in TABLES:
            near = difflib.get_close_matches(name, TABLES, 1, 0.0)[0]
            raise SourceError(f'{plan.source.name}:{line_of(plan.source, f"{name}")}: there is no '
                              f"table {name}; nearest: {near}")
        found.append(TABLES[name](circuit))
    return found


def like(circuit: Circuit, ref: str, model: str) -> str:
    """`ref`, with its value when that is not the one of the part drawn; "-" when not there."""
    if ref not in circuit.parts:
        return "-"
    value = circuit.parts[ref].value
    same = model in circuit.parts and value == circuit.parts[model].value
    return ref if same else f"{ref} = {value}"


def others(circuit: Circuit, net: str, but: Sequence[str], prefix: str) -> str:
    """The pins of `net` on parts of this prefix other than `but`: `J10.1 J12.1`."""
    found = [f"{ref}.{pin}" for ref, pin in circuit.nets.get(net, [])
             if ref not in but and ref.rstrip("0123456789") == prefix]
    return " ".join(found) or "-"


def channels(circuit: Circuit) -> Table:
    """The sixteen AC channels: what is R101 in the drawing is R201 in the next."""
    roles = ["R{}01", "R{}02", "D{}01", "R{}03", "R{}04", "R{}05", "C{}01"]
    head = ["channel", "opto", "triac", *(f"{r.format(1)} is" for r in roles), "driver", "relay",
            "connector"]
    rows = []
    for n in range(1, LAST + 1):
        if f"OK{n}" not in circuit.parts:
            continue
        opto, triac = f"OK{n}", f"Q{n + 2}"
        led, out = circuit.net(opto, "K"), circuit.net(triac, "A1")
        relay = others(circuit, out, (), "K")
        windings = [out] if relay == "-" else [
            net for net in circuit.parts[relay.partition(".")[0]].pins.values()
            if net.rpartition("_")[0] == out.rpartition("_")[0] and net != out]
        rows.append([f"{n} {led.removesuffix('_LED').lower()}", like(circuit, opto, "OK1"),
                     like(circuit, triac, "Q3"),
                     *(like(circuit, r.format(n), r.format(1)) for r in roles),
                     others(circuit, led, (), "U"), relay,
                     " ".join(others(circuit, net, (), "J") for net in windings)])
    return Table(head, rows)


def relays(circuit: Circuit) -> Table:
    """What each direction relay turns, and where its windings go."""
    rows = []
    for ref in circuit.of_kind("relay_spdt"):
        com, nc, no = (circuit.net(ref, pin) for pin in ("11", "12", "14"))
        rows.append([ref, circuit.parts[ref].value, others(circuit, com, (ref,), "Q"),
                     others(circuit, circuit.net(ref, "A2"), (ref,), "U"),
                     f"{others(circuit, nc, (ref,), 'J')} {nc}",
                     f"{others(circuit, no, (ref,), 'J')} {no}"])
    return Table(["relay", "part", "triac", "coil driver", "forward winding", "backward winding"],
                 rows)


def inputs(circuit: Circuit) -> Table:
    """Every wire from outside: its connector pin, its four parts, the chip it ends at."""
    rows = []
    for ref in sorted(circuit.parts, key=natural):
        if not (ref.startswith("R31") and len(ref) == 5):
            continue
        index = int(ref[3:])
        wire, chip = circuit.parts[ref].pins["1"], circuit.parts[ref].pins["2"]
        rows.append([wire, others(circuit, wire, (), "J"),
                     like(circuit, f"R30{index:02}", "R3001"),
                     like(circuit, f"D30{index:02}", "D3001"), like(circuit, ref, "R3101"),
                     like(circuit, f"R32{index:02}", ""),
                     like(circuit, f"C30{index:02}", "C3001"), others(circuit, chip, (), "U"),
                     chip])
    head = ["wire", "connector", "pull-up", "clamp", "series", "to 0 V", "filter", "chip",
            "net there"]
    return Table(head, rows, 2)


def connectors(circuit: Circuit) -> Table:
    """Every connector with the net of every pin, and the housing's contact where it differs."""
    rows = []
    for ref, part in circuit.of_kind("connector").items():
        places = housing(part.mpn)
        pins = ", ".join(f"{shown(n, places[int(n) - 1]) if places else n} {net}"
                         for n, net in part.pins.items())
        rows.append([ref, part.value, part.note, pins])
    return Table(["ref", "part", "for", "pins"], rows)


def testpoints(circuit: Circuit) -> Table:
    """Every test point with its net."""
    return Table(["point", "net"], [[ref, part.pins["1"]] for ref, part
                                    in circuit.of_kind("testpoint").items()], 3)


TABLES: dict[str, Callable[[Circuit], Table]] = {
    "channels": channels, "relays": relays, "inputs": inputs, "connectors": connectors,
    "testpoints": testpoints}
