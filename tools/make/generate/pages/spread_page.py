"""How tables differ: the plant's table of spreads and its page, from [spread] of machine.toml.

Only the plant reads them. `tests/tooling/make/test_spread.py` changes every one and compares all
files that the firmware is made of.
"""

from pathlib import Path
from typing import Any

from tools.make.generate.read.machine import load
from tools.make.generate.render import header, mark, table

TARGET = Path("simulator/mjsim/generated/spread.py")
PAGE = Path("docs/SPREAD.md")

WHAT = """How tables differ: by name, the least and the most of a typical and of a worn table.

The unit is part of the row; percentages are of the figure, other units are added to it."""

INTRO = """# How tables differ

No two tables are alike, and no real one is the nominal one. So a simulated table can be a unit
drawn from its number: each motor, cam, contact, beam and set of tiles has its own figures within
these limits.

    mjsim run --unit typical --seed 7      # a table as sold, drawn from the seed (the default)
    mjsim run --unit worn --seed 7         # an old one
    mjsim run --unit 4711                  # always the same table, whatever the seed
    mjsim run --unit nominal --late none   # every figure as designed
    mjsim shuffle --unit 4711              # serve and scenarios (`unit:`) have it, too

The firmware knows none of it: no file of the board changes when one of these numbers does. How
far each may go alone, the others typical, and what happens beyond, `mjsim margins` measures;
`make soak PART=units` plays 3,600 hands on 1,300 tables; each cycle of `mjsim shuffle` is sorted
by a table of its own.

A coast of a drawn unit decays, as friction does it: after half of its time three eighths of the
way are done that full speed would have made, at its end four. On the nominal unit it goes on at
full speed to its end.

Tiles that touch show a beam nothing but their chamfers. Of a shingled pair the second lies 3 to
8 mm on the first: a beam sees one long tile, and both catch in the mouth of the head. That is an
incident of the table, no fault of control: the belt runs back and empty, once.

Voltage and frequency of the mains wander from one chance value to the next in 30 to 120 s, as the
loads of a house come and go. Drum, ring and belts follow while they run, the others keep what
they began with. The drum also turns faster as its set leaves it.

A beam is a spot: by its threshold a nose is seen later and a tail goes earlier, by its hysteresis
both come later, and dust raises the threshold by the hour. The hall switches of drum, ring and
chain switch once, with a hysteresis of their own: their magnets differ, they do not bounce.

What the motors of a table draw, the board learns while each runs alone; the account of the power
budget is judged by the design's watts, which are all that a controller has for it.

"""


def outputs(root: Path) -> dict[Path, str]:
    """The plant's table and the page."""
    machine = load(root)
    rows = machine.data["spread"]
    return {TARGET: _module(machine.origin, rows), PAGE: _page(machine.origin, rows)}


def _module(origin: str, rows: dict[str, Any]) -> str:
    lines = [header(origin, WHAT), "SPREAD: dict[str, dict[str, tuple[int, int]]] = {\n"]
    for name, row in rows.items():
        ranges = ", ".join(f'"{kind}": ({row[kind][0]}, {row[kind][1]})'
                           for kind in ("typical", "worn"))
        lines.append(f'    "{name}": {{{ranges}}},  # {row["unit"]}\n')
    return "".join([*lines, "}\n"])


def _page(origin: str, rows: dict[str, Any]) -> str:
    return mark(origin) + INTRO + table(
        ("spread", "of", "typical", "worn", "unit", "grade", "source"),
        ((f"`{name}`", row["of"], _span(row["typical"]), _span(row["worn"]), row["unit"],
          row["grade"], row["source"]) for name, row in rows.items()))


def _span(limits: list[int]) -> str:
    return f"{limits[0]:+d} to {limits[1]:+d}".replace("+0", "0")
