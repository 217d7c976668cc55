"""Connectors: each as machine.toml says, one domain each, and no SELV plug fits a live socket."""

import re
from typing import NamedTuple

from .barriers import MAINS, MOTOR, PE, SELV
from .finding import Finding
from .fitting import Label
from .view import View

RULE = "connector"


class Family(NamedTuple):
    """A connector family: what its part numbers look like, its pitch, the domains it may carry."""

    part: str
    pitch_um: int
    row_domain: str
    domains: frozenset[str]


# Makers' pitches; the VH headers use every second position (3 mm L to N, design hardware §1.2).
FAMILIES = {
    "MSTB": Family(r"MSTB.*5,08", 5080, "mains", frozenset({MAINS, PE})),
    "VH": Family(r"B\d+P-VH", 3960, "mains", frozenset({MOTOR, PE})),
    "XH": Family(r"B\d+B-XH", 2500, "selv", frozenset({SELV})),
    "LOOP": Family(r"MC.*3,81", 3810, "selv", frozenset({SELV})),
}


def mating(families: dict[str, Family] = FAMILIES) -> list[Finding]:
    """Families whose plugs fit one another's sockets although their domains differ."""
    found = []
    for one, a in sorted(families.items()):
        for two, b in sorted(families.items()):
            if one < two and a.pitch_um == b.pitch_um and not a.domains & b.domains:
                found.append(Finding(RULE, f"family {one}", f"family {two}",
                                     f"both have {a.pitch_um} um pitch, so a SELV plug fits a "
                                     "live socket; choose another family"))
    return found


def check(view: View, labels: dict[str, Label]) -> list[Finding]:
    """All connectors against machine.toml and against the domains the flood found."""
    found, rows = mating() + far_ends(view), view.data["connectors"]
    refs = {row["ref"]: name for name, row in rows.items()}
    for ref, part in view.of_kind("connector"):
        if ref not in refs:
            found.append(Finding(RULE, f"{ref} {part.mpn}", "machine.toml [connectors]",
                                 "no row has this ref; add it or take the connector out"))
    for name, row in sorted(rows.items()):
        if row["family"] not in FAMILIES:
            found.append(Finding(RULE, view.line("connectors", name, "family"), row["family"],
                                 f"unknown family; choose one of {', '.join(FAMILIES)}"))
        else:
            found += _row(view, labels, name, row)
    return found


def far_ends(view: View) -> list[Finding]:
    """A part at the far end of a live cable is on no SELV cable: the harness bridges nothing."""
    ends: dict[str, dict[str, str]] = {"mains": {}, "selv": {}}
    for name, row in view.data["connectors"].items():
        for wire in row["cable"]["wires"]:
            part = wire["to"].partition(".")[0]
            ends.get(row["domain"], {}).setdefault(part, name)
    return [Finding(RULE, view.line("connectors", ends["mains"][part]),
                    view.line("connectors", ends["selv"][part]),
                    f"both cables end at {part}; a part is either live or SELV")
            for part in sorted(ends["mains"].keys() & ends["selv"].keys())]


def _row(view: View, labels: dict[str, Label], name: str, row: dict) -> list[Finding]:
    """One connector."""
    ref, family = row["ref"], FAMILIES[row["family"]]
    line, part = view.line("connectors", name), view.parts.get(ref)
    if part is None or part.kind != "connector":
        return [Finding(RULE, line, ref, "the circuit has no such connector; add it")]
    found = []
    if row["domain"] != family.row_domain:
        found.append(Finding(RULE, view.line("connectors", name, "domain"),
                             f"family {row['family']}", f"this family carries {family.row_domain}"
                             f", not {row['domain']}; change the family or the domain"))
    if not re.search(family.part, part.mpn):
        found.append(Finding(RULE, f"{ref} {part.mpn or 'without a number'}",
                             view.line("connectors", name, "family"),
                             f"not a part of family {row['family']}; fit one of that family"))
    want = {str(n): net for n, net in enumerate(row["pins"], 1)}
    for pin in sorted({*want, *part.pins}, key=lambda p: (len(p), p)):
        found += _pin(view, labels, (ref, pin), want.get(pin, ""), row, name)
    return found


def _pin(view: View, labels: dict[str, Label], at: tuple[str, str], want: str, row: dict,
         name: str) -> list[Finding]:
    """One pin: its net as in machine.toml, and that net in the connector's domain."""
    have, found = view.net(*at), []
    line = view.line("connectors", name, "pins")
    if have != want:
        found.append(Finding(RULE, view.at(*at), line,
                             f"pin {at[1]} should carry {want or 'nothing'}; swap the wires or "
                             "change the row"))
    label = labels.get(have)
    if label and label.domain not in FAMILIES[row["family"]].domains:
        found.append(Finding(RULE, f"{view.at(*at)} {label.domain} {label.why}", line,
                             f"{label.domain} may not leave by a {row['family']} connector"))
    return found
