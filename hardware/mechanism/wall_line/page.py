"""wall_line.md: what a wall line comes to, against what it was checked, how it is put together."""

from collections.abc import Sequence
from pathlib import Path

from ..dimensions import Dims
from ..mass import set_kg
from .cam import elevator_cam, push_cam
from .exploded import steps
from .figures import graded
from .flags import Edge, edges
from .head import head_pieces
from .lift_checks import lift_edges, lift_torque
from .line import line_pieces
from .masses import bought, envelope_kg, line_kg, table_kg
from .motion import fastest, friction_n, row_kg
from .piece import MATERIALS, Piece
from .rules import TURN, earliest_rest
from .torque import slide_mm, torque

HEAD = """# One wall line to build

Computed by `hardware/mechanism/wall_line` from `hardware/machine.toml` and
[figures.toml](../../mechanism/wall_line/figures.toml); `make hardware` writes this page, the
drawings, STEP, STL and DXF again, and refuses a line that breaks a rule below. **Nobody has built
one.** Every figure is a default, or a data sheet's that nobody has looked up. The rest of the
table is an envelope: [mechanism.md](../mechanism/mechanism.md).

![one turn of a head](turn.svg)

The head's shaft turns anticlockwise as seen from outside the table, one turn a stack. While PARK
or MID show, the cam may stand anywhere: the elevator waits level with the belt, then a tile lower.
Between the flags it sinks (slowly), rises (fast), and the pusher goes out and comes home.

"""

LEFT = """## What is not there yet

- The joint that tips the lift plate at the top: the plate is screwed to its beam. The slot's flap.
- Belt: a tensioner (the belt is made to length), guide edges; the wedge at the ring. The chute is
  one solid, not a flat pattern; bent sheets (feet, bed, lane, chute) have drawings, no DXF.
- Bushes, screws, springs and clips are a list, not solids: the collision check does not see them.
- Only whole tiles in their place are moved: no tile that tips, bounces or lies askew.
- Strength was not computed, nor wear, nor noise; a jam is held by the motor's stall alone.
- The row-stacking and the single-port table: the head fits under the chain, the lane's outer sheet
  is in its way and must end lower.
"""


def page(g: Dims, root: Path, made: list[tuple[Piece, int]]) -> str:
    """The page's text."""
    return (HEAD + _checks(g) + _flags(g) + _torques(g) + _masses(g) + _steps() + _parts(g, made)
            + _bought(g) + _figures(root) + LEFT)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return f"## {title}\n\n" + "\n".join(lines) + "\n\n"


def _checks(g: Dims) -> str:
    cams = [("elevator cam", elevator_cam(g)), ("push disc", push_cam(g))]
    rows = [(f"{name}: pressure angle, least bend",
             f"{float(cam.steep.max()):.1f} deg, {cam.least_bend():.1f} mm over a roller of "
             f"{cam.radius:.1f} mm") for name, cam in cams]
    low = torque(g, list(head_pieces(g)), 1, True).lift_low
    rows += [
        ("collisions over a head's turn", f"0, at {len(TURN)} angles, amid the rest of the table, "
         "with the largest tiles and a wall of 19 in the lane"),
        ("a tile may come in", f"with the cam at rest from {earliest_rest(g):.0f} to "
         f"{g('head.park_to') + g('line.law.edge'):.0f} and "
         f"{g('head.mid_from') - g('line.law.edge'):.0f} to "
         f"{g('head.mid_to') + g('line.law.edge'):.0f} deg: flags off by the worn spread, the "
         "shortest coast"),
        ("collisions of a lift", "0, at 13 places of its way, the wall of 19 on it"),
        ("the other sides", "0, at rest; belts of C and D by their own cheeks"),
        ("tiles stay on the elevator", f"it slows with {-low:.1f} m/s2 at {fastest(g):.2f} of its "
         "speed (worn, high mains), gravity has 9.8"),
        ("the row slides on", f"{slide_mm(g, 19):.0f} mm beyond the pusher, held by "
         f"{friction_n(g, 19):.1f} N on {row_kg(g, 19):.2f} kg: walls end up to that far from the "
         "head, or at the lane's felt"),
        ("printed parts", "watertight; thinnest wall at least 1.2 mm, by rays from everywhere"),
    ]
    return _table("What was checked", ("", ""), rows)


def _flags(g: Dims) -> str:
    worn, typical = g("spread.cam_edge.worn.high"), g("spread.cam_edge.typical.high")

    def row(edge: Edge) -> tuple[str, ...]:
        within = "typical" if edge.inside(typical) else "worn" if edge.inside(worn) else "**none**"
        return (edge.name, f"{edge.expected:.0f}", f"{edge.found:.1f}",
                f"-{edge.early:.1f} +{edge.late:.1f}", within)

    return _table("Flags, degrees", ("", "firmware", "here", "all tolerances to one side",
                                     f"within the spread (typical {typical:.0f}, worn "
                                     f"{worn:.0f})"),
                  [row(edge) for edge in [*edges(g), *lift_edges(g)]])


def _torques(g: Dims) -> str:
    pieces, rows = list(head_pieces(g)), []
    for stacks, fast in ((1, False), (19, False), (19, True)):
        load = torque(g, pieces, stacks, fast)
        rows.append((f"head, {stacks} stack{'s' * (stacks > 1)}, {load.speed:.2f} of its speed",
                     f"{load.peak:.3f}", f"{float(load.table.mean()):.3f}", f"{load.rated:.3f}",
                     f"{load.margin:.2f}"))
    need, rated = lift_torque(g)
    rows.append(("lift, wall of 19", f"{need:.3f}", "", f"{rated:.3f}", f"{rated / need:.2f}"))
    return _table("Torque, N m", ("", "peak", "mean", "motor's rating", "margin"), rows)


def _masses(g: Dims) -> str:
    mass, limit = table_kg(g), g("advertised.mass") / 1000
    line = line_kg(g)
    rows = [(name, f"{kg:.2f}") for name, kg in line.items()]
    rows += [("one line", f"{sum(line.values()):.2f}"),
             ("the envelopes it replaces", f"{envelope_kg(g):.2f}"),
             ("four-port table with four such lines, without tiles", f"**{mass:.1f}**"),
             ("advertised", f"{limit:.1f}"),
             ("with two sets of 144 tiles", f"{mass + 2 * set_kg(g, 144):.1f}")]
    return _table("Mass, kg", ("", ""), rows)


def _steps() -> str:
    text = "## Putting it together\n\n"
    for n, step in enumerate(steps(), 1):
        text += f"### {n}. {step['title']}\n\n{step['words']}\n\n![{step['title']}]" \
                f"(steps/step_{n}.svg)\n\n"
    return text


def _parts(g: Dims, made: list[tuple[Piece, int]]) -> str:
    rows = []
    for piece, count in made:
        files = [f"[drawing](drawings/{piece.name}.svg)"]
        if piece.process != "turn":
            files.append(f"[STEP](step/{piece.name}.step)")
        if piece.process in ("plate", "print"):
            kind = {"plate": "dxf", "print": "stl"}[piece.process]
            files.append(f"[{kind.upper()}]({kind}/{piece.name}.{kind})")
        rows.append((piece.title, str(count), MATERIALS[piece.material][2], piece.process,
                     f"{piece.volume:.0f}", f"{piece.mass_kg(g) * 1000:.1f}", " ".join(files)))
    return _table("Parts to make, for lines A and B; C and D have cheeks and bed of their own",
                  ("", "number", "material", "by", "mm3", "g", "files"), rows)


def _bought(g: Dims) -> str:
    counts: dict[str, int] = {}
    for piece in line_pieces(g):
        if not piece.made:
            counts[piece.title] = counts.get(piece.title, 0) + 1
    rows = [(title, str(count), "drawn") for title, count in counts.items()]
    return _table("Parts to buy, one line", ("", "number", "where"),
                  [*rows, *((what, str(count), where) for what, count, where in bought())])


def _figures(root: Path) -> str:
    rows = [(name, f"{row['value']} {row['unit']}", row["grade"], row["source"])
            for name, row in graded(root).items()]
    return _table("Every assumption", ("", "", "grade", "source"), rows)
