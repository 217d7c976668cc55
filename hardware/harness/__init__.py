"""The harness: WireViz files, drawings and wire lists of every wiring, from machine.toml.

Every wire (net, colour, gauge, length, far end) comes from [connectors]; this package adds only
which connectors share a drawing (`groups`). WireViz lays the graph out as text and the pinned
Graphviz of tools/node draws it: no program of the system's takes part, so that the drawings are
the same bytes on every computer.
"""

from pathlib import Path

from tools.make.generate.read.machine import load

from .csv_list import wire_list
from .groups import drawings
from .render import draw
from .tails import tail_list
from .wires import wires_of
from .yml import wireviz_text

FOLDER = "hardware/out/harness"


def sources(root: Path) -> dict[str, str]:
    """WireViz files and wire lists: what needs no other program."""
    machine = load(root)
    files: dict[str, str] = {}
    for name in machine.wirings:
        groups = drawings(machine, name)
        for group in groups:
            text = wireviz_text(machine, name, group, wires_of(machine, name, group.connectors))
            files[f"{FOLDER}/{name}_{group.name}.yml"] = text
        files[f"{FOLDER}/{name}_wires.csv"] = wire_list(machine, name, groups)
        files[f"{FOLDER}/{name}_tails.csv"] = tail_list(machine, name, groups)
    return files


def build(root: Path) -> dict[str, str]:
    """Every file of the harness, path below `root` to text."""
    files = sources(root)
    plans = {path: text for path, text in files.items() if path.endswith(".yml")}
    drawn = draw(root, {Path(path).stem: text for path, text in plans.items()})
    return files | {f"{FOLDER}/{name}.svg": text for name, text in drawn.items()}
