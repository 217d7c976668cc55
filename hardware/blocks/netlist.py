"""The netlist as KiCad reads it, and the one a person can compare: net, then its pins."""

import uuid

from hardware.lib.symbols import symbols
from hardware.lib.types import FUNCTIONS, PartType
from hardware.model import Circuit, Part

NETLIST_FILE = "hardware/out/netlist.net"
TEXT_FILE = "hardware/out/netlist.txt"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "mjtable/hardware/circuit")


def stamp(name: str) -> str:
    """An identifier that depends on the name alone, so that a rebuilt board keeps its parts."""
    return str(uuid.uuid5(NAMESPACE, name))


def text(circuit: Circuit) -> str:
    """`NET: R1.1 U2.15(QA)`, sorted; after the nets the pins left open on purpose."""
    rows = []
    for net, pins in circuit.nets.items():
        rows.append(f"{net}: " + " ".join(_named(circuit, ref, pin) for ref, pin in pins))
    rows.append("")
    rows += [f"open: {ref} " + " ".join(_named(circuit, ref, pin) for pin in part.nc)
             for ref, part in circuit.parts.items() if part.nc]
    return "\n".join(rows) + "\n"


def _named(circuit: Circuit, ref: str, pin: str) -> str:
    name = circuit.parts[ref].names.get(pin, pin)
    return f"{ref}.{pin}" if name == pin else f"{ref}.{pin}({name})"


def kicad(circuit: Circuit) -> str:
    """KiCad's netlist (version E) without its date; identifiers from the references."""
    used = {part.symbol for part in circuit.parts.values()}
    lines = ['(export (version "E")', '  (design (source "hardware/circuit.py") (tool "mj"))',
             "  (components"]
    lines += [_component(ref, part) for ref, part in circuit.parts.items()]
    lines.append("  )\n  (libparts")
    known = symbols()
    lines += [_libpart(name, known[name]) for name in sorted(used)]
    lines.append("  )\n  (nets")
    lines += [_net(circuit, code, net) for code, net in enumerate(circuit.nets, 1)]
    return "\n".join([*lines, "  )\n)"]) + "\n"


def _component(ref: str, part: Part) -> str:
    fields = "".join(f' (field (name "{key}") "{value}")' for key, value in (
        ("MPN", part.mpn), ("Group", part.group), ("Note", part.note)) if value)
    return (f'    (comp (ref "{ref}") (value "{part.value}") (footprint "{part.footprint}")\n'
            f"      (fields{fields}) (libsource (lib \"mj\") (part \"{part.symbol}\") "
            f'(description "{part.kind}"))\n'
            f'      (sheetpath (names "/{part.block}/") (tstamps "/{stamp(part.block)}/")) '
            f'(tstamps "{stamp(ref)}"))')


def _libpart(name: str, its: PartType) -> str:
    pins = "".join(f'\n        (pin (num "{p.number}") (name "{p.name}") '
                   f'(type "{FUNCTIONS[p.function]}"))' for p in its.pins)
    return f'    (libpart (lib "mj") (part "{name}")\n      (pins{pins}))'


def _net(circuit: Circuit, code: int, net: str) -> str:
    nodes = []
    for ref, pin in circuit.nets[net]:
        name = circuit.parts[ref].names.get(pin, pin)
        function = "" if name == pin else f' (pinfunction "{name}")'
        nodes.append(f'\n      (node (ref "{ref}") (pin "{pin}"){function})')
    return f'    (net (code "{code}") (name "{net}"){"".join(nodes)})'
