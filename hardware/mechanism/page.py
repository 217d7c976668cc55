"""mechanism.md: what the geometry comes to, beside what is advertised."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.make.generate.read.fitting import having

from .dimensions import MACHINE_FILE, Dims
from .layout import belt_path, belt_slope, port_height, wall_length
from .mass import all_parts, set_kg, total_kg, weights
from .part import SIDES
from .rules_drum import drum_fill
from .rules_wall import gears, hand_strip, play_square, slot_gaps, spare

LB, INCH = 0.45359237, 25.4

HEAD = """# The mechanism

Computed from `hardware/machine.toml` (`[mechanism.*]` and the sections of tile, belt, drum, ring,
lift and hatch) by `hardware/mechanism`; `make hardware` writes this page, the drawings and the
STEP file again. Nothing here was measured on a real table.

![the table](table.svg)

- [table_top.svg](table_top.svg): the table from above, dimensioned
- [wall_line.svg](wall_line.svg): one wall line in section, dimensioned
- [wall_growth.svg](wall_growth.svg): in which order the tiles of a wall come, machine by machine
- [One wall line as parts that one can make](../wall_line/wall_line.md): belt, head, lane and lift
  of a side, computed apart from this model and moved amid it. All else here is an envelope
- [four_port.step](four_port.step): all parts of the four-port table, home position, walls of 19
  stacks in the lanes. The single-port table has one line and a chain, an envelope, instead of the
  other three; it is checked and weighed, not drawn. The row-stacking table has the four-port
  table's parts; how its heads bring the upper row onto the lower one is its maker's, not drawn

"""

METHOD = """## What is checked, and how far it goes

Every pair of parts is tested for common volume (more than 1 mm3 is a collision) with lifts down,
half up, up and tipped, hatch down, half up and up, pushers home and out, elevators up and down.
Clearances, levels and the rows above are arithmetic on the dimensions; a finding names the parts,
the numbers and the key in `machine.toml`. Motors, cams and the chain are envelopes: their insides,
springs, screws, cables and the joint that tips the lift plate are not drawn. The ring's rollers
and the wedge that peels a tile off the ring are left to the builder. The drum's high side lies
between the ports of A and B, so that belts A and B are almost level while C and D climb.

**The drum turns, and mixes slowly.** Its vanes stand over spring fingers: in the physical engine
the motor turns it, with little to spare, and a set is mixed in a minute rather than in seconds.
Rigid bars in place of the fingers mix better and take four times the torque that the motor has:
[PHYSICS.md](../../../docs/PHYSICS.md) has the figures. No test of clearance sees this. Fingers
bend under the vanes at every turn; how long such a coil lasts is not known.
"""


def page(g: Dims, root: Path) -> str:
    """The page's text."""
    data = tomllib.loads((root / MACHINE_FILE).read_text(encoding="utf-8"))
    return HEAD + _against(g, data) + _walls(g) + _clear(g) + _masses(g) + METHOD


def _against(g: Dims, data: dict[str, Any]) -> str:
    size, high = g("table.size"), g("table.height")
    want, tall = g("advertised.size"), g("advertised.height")
    mass, limit = total_kg(g, g.default), g("advertised.mass") / 1000
    loaded = mass + 2 * set_kg(g, 144)
    over = f", **{loaded - limit:.1f} kg over**" if loaded > limit else ""
    run = {name: row["run_mw"]["value"] / 1000 for name, row in data["motor_types"].items()}
    logic = data["logic"]["mw"]["value"] / 1000
    sort = run["drum"] + run["ring"] + 2 * run["head"] + 2 * run["belt"] + logic
    fitted = sum(run[m["type"]] for name, m in data["motors"].items()
                 if g.default in having(data, m["fitted"], name)) + logic
    rows = [
        ("width and depth", f"{want:.1f} mm ({want / INCH:.0f} in)", f"{size:.1f} mm"),
        ("height", f"{tall:.0f} mm ({tall / INCH:.0f} in)", f"{high:.0f} mm"),
        ("mass", f"{limit:.1f} kg ({limit / LB:.0f} lb)", f"{mass:.1f} kg without tiles, "
         f"{loaded:.1f} kg with two sets of 144{over}"),
        ("power", f"{g('advertised.power'):.0f} W", f"{sort:.0f} W while sorting (drum, ring, "
         f"two heads, two belts, logic); the scheduler keeps below {g('power.budget'):.0f} W; "
         f"all motors at once would take {fitted:.1f} W"),
    ]
    return _table("The table against its advertisement",
                  ("", "advertised", "this design, four-port"), rows)


def _walls(g: Dims) -> str:
    rows = [(str(n), f"{8 * n}", f"{wall_length(g, n, False):.0f}", f"{wall_length(g, n):.1f}",
             f"{spare(g, n, 'lane'):.1f}", f"{spare(g, n, 'slot'):.1f}") for n in gears(g)]
    return _table("Walls, mm", ("stacks a side", "tiles", "wall", "with the largest tiles",
                                "left in the lane", "left in the lift slot"), rows)


def _clear(g: Dims) -> str:
    heap, room = drum_fill(g)
    tiles = 8 * g("wall.stacks_max")
    belts = ", ".join(f"{s.upper()} {belt_slope(g, s):.1f} deg ({belt_path(g, s):.0f} mm, port at "
                      f"{port_height(g, s):.0f} mm)" for s in SIDES)
    gaps = slot_gaps(g)
    rows = [
        ("between the walls", f"{play_square(g):.0f} mm square"),
        ("strip for a hand, slot to rim", f"{hand_strip(g):.1f} mm"),
        ("lift plate in its slot", ", ".join(f"{gap:.2f} mm {where}"
                                             for where, gap in gaps.items())),
        ("hatch in its opening", f"{g('hatch.opening') - g('hatch.radius'):.1f} mm; raised "
         f"{g('hatch.travel') - g('hatch.thick'):.0f} mm above the table"),
        ("ring above the drum's floor", f"{g('ring.gap'):.1f} mm: a flat tile "
         f"({g('tile.thick'):.0f} mm) passes, one on its edge ({g('tile.width'):.0f} mm) and two "
         f"flat ones ({2 * g('tile.thick'):.0f} mm) do not"),
        (f"{tiles:.0f} loose tiles in the drum", f"{heap:.0f} cm3 of the {room:.0f} cm3 below "
         "the ring"),
        ("belts", belts),
    ]
    return _table("Room and clearances", ("", ""), rows)


def _masses(g: Dims) -> str:
    text = ""
    for machine in (build.name for build in g.builds if build.wired == build.name):
        found = weights(g, machine)
        extra = total_kg(g, machine) - sum(w.mass_kg for w in found)
        rows = [(w.group, str(w.count), f"{w.mass_kg:.2f}") for w in found]
        rows.append((f"screws, springs, felt: {g('density.fastener'):.0f} %", "",
                     f"{extra:.2f}"))
        rows.append(("**all, without tiles**", str(len(all_parts(g, machine))),
                     f"**{total_kg(g, machine):.1f}**"))
        text += _table(f"Mass of the {machine.replace('_', '-')} table, kg", ("", "parts", "kg"),
                       rows)
    return text


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"## {title}", "", "| " + " | ".join(head) + " |",
             "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join(lines) + "\n\n"
