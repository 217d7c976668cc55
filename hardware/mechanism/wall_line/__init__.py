"""One wall line as parts that one can make: computed from machine.toml and figures.toml, moved
through a turn, drawn. The rest of the table is the envelope model in the folder above."""

from pathlib import Path

from hardware.problem import Problem

OUT = "hardware/out/wall_line"


class WallLineError(Problem):
    """The wall line does not work as it is computed; the text lists every finding."""


def build(root: Path) -> dict[str, bytes | str]:
    """The files of this area: path below `root` -> content; refuses a line that does not work."""
    from .figures import load
    from .files import files
    from .rules import findings
    g = load(root)
    if found := findings(g):
        raise WallLineError("the wall line does not work:\n" + "\n".join(found))
    return {f"{OUT}/{name}": content for name, content in files(g, root).items()}


def same(path: str, have: bytes, want: bytes) -> bool:
    """STEP files mean the same when part count, volume and bounding box agree; STL by volume."""
    from ..step_file import same_step
    from .stl import same_stl
    if path.endswith(".step"):
        return same_step(have, want)
    return path.endswith(".stl") and same_stl(have, want)
