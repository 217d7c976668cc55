"""The table's mechanism: solids, checks, drawings, picture and page, all from machine.toml."""

from pathlib import Path

from hardware.problem import Problem
from tools.make.generate.errors import Source

OUT = "hardware/out/mechanism"
GEOMETRY = "host_tools/mjweb/static/geometry.json"


class MechanismError(Problem):
    """The table cannot be built as machine.toml has it; the text lists every finding."""


def build(root: Path) -> dict[str, bytes | str]:
    """The files of this area: path below `root` -> content; refuses a table that collides."""
    from .dashboard import geometry
    from .dimensions import load
    from .growth import growth
    from .line_view import line_view
    from .model import STATES, fixed, moving
    from .page import page
    from .picture import picture
    from .step_file import step_bytes
    from .top_view import top_view
    g = load(root)
    if found := problems(root):
        raise MechanismError("the table does not fit together:\n" + "\n".join(found))
    files: dict[str, bytes | str] = {
        f"{OUT}/table.svg": picture(g), f"{OUT}/table_top.svg": top_view(g),
        f"{OUT}/wall_line.svg": line_view(g),
        f"{OUT}/wall_growth.svg": growth(g), f"{OUT}/mechanism.md": page(g, root),
        GEOMETRY: geometry(g)}
    parts = [*fixed(g), *moving(g, STATES["home"], 19)]
    files[f"{OUT}/{g.default}.step"] = step_bytes(g.default, parts)
    return files


def problems(root: Path) -> list[str]:
    """Every broken rule; only when there is none, every collision of the machines.

    A machine that is wired as another one has its parts in the same places. Walls of 17, 18 and
    19 stacks. Broken rules begin with file and line of their key.
    """
    from .dimensions import MACHINE_FILE, load
    from .rules import findings
    g = load(root)
    source = Source.read(root, MACHINE_FILE)
    found = [f"{MACHINE_FILE}:{source.line(*finding.key.split('.'))}: {finding}"
             for finding in findings(g)]
    if found:
        return found
    from .collide import clashes
    for machine in (build.name for build in g.builds if build.wired == build.name):
        found += [f"{machine}: {clash}" for clash in clashes(g, machine)]
    for stacks in (17, 18):
        found += [f"{stacks} stacks: {clash}"
                  for clash in clashes(g, stacks=stacks, only=f"wall_{stacks}")]
    return found


def same(path: str, have: bytes, want: bytes) -> bool:
    """STEP files mean the same when part count, volume and bounding box agree."""
    from .step_file import same_step
    return path.endswith(".step") and same_step(have, want)
