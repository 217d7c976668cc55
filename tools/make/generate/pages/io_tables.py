"""Tables of docs/IO.md that show the harness and the figures."""

from collections.abc import Iterable
from typing import Any

from tools.make.generate.read.fitting import having
from tools.make.generate.read.machine import Machine
from tools.make.generate.render import table

UNSHOWN = ("testpoints",)  # they have a page of their own; every other section is on this one


def letters(machine: Machine, names: Iterable[str]) -> str:
    """First letters: F for a table wired as the four-port one, S for the single-port one."""
    return "".join(which[0].upper() for which in machine.wirings if which in names)


def places(machine: Machine, nets: Iterable[str]) -> str:
    """`J30.4 WH`: every connector pin of `nets` with its wire's colour; or that there is none."""
    found = []
    for net in nets:
        for name, pin in machine.found.get(net, []):
            row = machine.data["connectors"][name]
            colour = row["cable"]["wires"][pin - 1]["colour"]
            found.append(f"{row['ref']}.{pin} {colour}")
    return ", ".join(found) or "on the board"


def connectors(machine: Machine) -> str:
    """One row a connector."""
    rows = []
    for name, row in machine.data["connectors"].items():
        cable = row["cable"]
        pins = f"{len(row['pins'])}"
        if "positions" in row:
            pins += f" (contacts {', '.join(map(str, row['positions']))})"
        rows.append((row["ref"], f"`{name}`", row["title"], row["family"], row["domain"], pins,
                     f"{cable['length_mm']['value']} mm", f"AWG {cable['gauge_awg']['value']}",
                     letters(machine, having(machine.data, row["fitted"], name))))
    return table(("", "connector", "what", "family", "domain", "pins", "cable", "wire", ""), rows)


def wires(machine: Machine) -> str:
    """One row a wire."""
    return table(("pin", "net", "colour", "goes to"), (
        (f"{row['ref']}.{wire['pin']}", f"`{net}`", wire["colour"], wire["to"])
        for row in machine.data["connectors"].values()
        for net, wire in zip(row["pins"], row["cable"]["wires"], strict=True)))


def sections(machine: Machine) -> str:
    """Grade and source of what has no number: one row a section."""
    return table(("section", "grade", "source"), (
        (f"`[{name}]`", row["grade"], row["source"])
        for name, row in machine.data["provenance"].items()))


def figures(machine: Machine) -> str:
    """Every number with its unit, grade and source."""
    rows = []
    for path, value in machine.flat.items():
        if path.split(".")[0] not in UNSHOWN:
            number: dict[str, Any] = machine.data
            for key in path.split("."):
                number = number[key]
            rows.append((f"`{path}`", value, number["unit"].replace("1", "-"), number["grade"],
                         number["source"]))
    return table(("value", "", "unit", "grade", "source"), rows)
