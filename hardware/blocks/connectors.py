"""Every connector and every test point of machine.toml."""

from hardware.blocks.board import Board
from hardware.blocks.design import Design
from hardware.blocks.mistakes import nearest
from hardware.lib.connectors import FAMILIES, connector


def build(b: Board, design: Design) -> None:
    """A pin's net is its name there, so a misspelt one is alone and is reported by its line."""
    for name, row in design.data.get("connectors", {}).items():
        where = design.at("connectors", name, "pins")
        if row["family"] not in FAMILIES:
            b.mistake(f"{design.at('connectors', name, 'family')}: connectors.{name}.family: "
                      f"{row['family']} is unknown{nearest(row['family'], FAMILIES)}")
            continue
        try:
            what = connector(row["family"], row["pins"])
        except KeyError as problem:
            b.mistake(f"{where}: connectors.{name}: {problem.args[0]}")
            continue
        nets = {str(n): net for n, net in enumerate(row["pins"], 1)}
        b.add("", row["ref"], nets, where=where, what=what, domain=row["domain"], note=name)
    for ref, row in design.data.get("testpoints", {}).items():
        b.add("TESTPOINT", ref, {"1": row["net"]}, where=design.at("testpoints", ref, "net"))
