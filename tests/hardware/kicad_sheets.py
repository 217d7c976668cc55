"""What a schematic connects, by the places of its pins and labels as `kiutils` reads the files.

Shares no code with the generator: a pin belongs to a net when a global label of that name stands
on its end, on whatever sheet. Wires, turned symbols and pins that touch are none of ours.
"""

from pathlib import Path
from typing import NamedTuple

from kiutils.items.schitems import Connection
from kiutils.schematic import Schematic


class Spot(NamedTuple):
    """A place on a sheet: its file, and micrometres."""

    file: str
    x: int
    y: int


class Seen(NamedTuple):
    """A whole schematic. `fields`: reference -> its symbol's fields; `open`: pins with the sign of
    an open end; `loose`: pins with nothing, each with its electrical type; `stray`: signs and
    labels that stand at no pin."""

    nets: dict[str, set[tuple[str, str]]]
    fields: dict[str, dict[str, str]]
    open: set[tuple[str, str]]
    loose: dict[tuple[str, str], str]
    stray: list[Spot]


def spot(file: str, x: float, y: float) -> Spot:
    return Spot(file, round(x * 1000), round(y * 1000))


def sheets(root: Path) -> dict[str, tuple[str, Schematic]]:
    """File -> the path of its box in the root sheet, and what stands on it."""
    top = Schematic.from_file(str(root), encoding="utf-8")
    assert not top.schematicSymbols and not top.globalLabels
    return {box.fileName.value: (f"/{box.uuid}", Schematic.from_file(
        str(root.parent / box.fileName.value), encoding="utf-8")) for box in top.sheets}


def pins(file: str, page: Schematic, path: str, names: dict[str, str]):
    """Every pin of a sheet: where it ends, reference, number, electrical type."""
    known = {its.libId: its for its in page.libSymbols}
    for part in page.schematicSymbols:
        assert not part.position.angle and not part.mirror and part.unit == 1
        ref = names[f"{path}/{part.uuid}"]
        for unit in known[part.libId].units:
            for pin in unit.pins:
                yield (spot(file, part.position.X + pin.position.X,
                            part.position.Y - pin.position.Y), (ref, pin.number),
                       pin.electricalType)


def seen(root: Path) -> Seen:
    """The schematic of this root sheet."""
    top = Schematic.from_file(str(root), encoding="utf-8")
    names = {its.path: its.reference for its in top.symbolInstances}
    found = Seen({}, {}, set(), {}, [])
    for file, (path, page) in sheets(root).items():
        labels = {spot(file, its.position.X, its.position.Y): its.text
                  for its in page.globalLabels}
        signs = {spot(file, its.position.X, its.position.Y) for its in page.noConnects}
        assert len(labels) == len(page.globalLabels) and not signs & labels.keys()
        assert not page.labels and not page.junctions
        assert all(not isinstance(its, Connection) for its in page.graphicalItems), "a wire"
        used: dict[Spot, tuple[str, str]] = {}
        for where, pin, kind in pins(file, page, path, names):
            assert where not in used, f"{pin} touches {used[where]}"
            used[where] = pin
            if where in labels:
                found.nets.setdefault(labels[where], set()).add(pin)
            elif where in signs:
                found.open.add(pin)
            else:
                found.loose[pin] = kind
        found.stray.extend((labels.keys() | signs) - used.keys())
        for part in page.schematicSymbols:
            its = {field.key: field.value for field in part.properties}
            assert its["Reference"] == names[f"{path}/{part.uuid}"]
            assert its["Reference"] not in found.fields
            found.fields[its["Reference"]] = its
    return found
