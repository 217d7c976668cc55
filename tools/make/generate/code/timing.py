"""mjtable/generated/timing.py: the times and limits the firmware needs, one integer each."""

from pathlib import Path

from tools.make.generate.read.machine import Machine, load
from tools.make.generate.render import header
from tools.make.generate.words import settings

TARGET = Path("firmware/mjtable/generated/timing.py")

# Which numbers of machine.toml the firmware gets. What it does not get it cannot import (its own
# copy says where to look: here); what it gets and does not use costs the board nothing, for the
# board's build writes constants out where they are used. The plant gets every number.

# Sections whose every value the firmware gets, as <SECTION>_<KEY>; a new key in one needs no row.
WHOLE = ("mains", "start", "lag", "dir", "relay", "current", "temperature", "count",
         "inlet", "head", "chain", "lift", "hatch", "dice_plate", "pick")
# Of these, what only the plant needs: by unit, geometry; and some single values. A value listed
# here is left out of timing.py, so that no line of the firmware can lean on it.
PLANT_UNITS = ("deg", "um", "mdeg/ms", "v")
PLANT_ONLY = ("hatch.spread_pct", "count.notch_ms", "dice_plate.rot_edge_ms")
# Single values of other sections: a new key there that the firmware needs is added here.
ALSO = ("mains.volts_v", "tile.pulse_ms", "belt.buffer", "belt.gap_ms", "belt.transit_ms",
        "drum.edge_ms", "drum.edge_warn_ms", "drum.edge_limit_ms", "ring.edge_ms",
        "ring.edge_warn_ms", "ring.edge_limit_ms", "scan.period_ms", "scan.work_max_ms",
        "scan.react_ms")
# The pick-up law's flips, under the name of the law.
RENAMED = (("PICK_PHI_PER_KS", "flip.phi_per_ks"), ("PICK_PSI_PER_KS", "flip.psi_per_ks"))


def outputs(root: Path) -> dict[Path, str]:
    """The firmware's times."""
    return {TARGET: text(load(root), {row["name"] for row in settings.read(root)})}


def text(machine: Machine, settable: set[str]) -> str:
    """The module's text; every line ends with its grade and source.

    What people can set (`settable`) is in the settings table instead.
    """
    rows = [(f"{s}_{k}".upper(), s, k) for s in WHOLE for k in machine.values[s]
            if machine.data[s][k]["unit"] not in PLANT_UNITS
            and f"{s}.{k}" not in PLANT_ONLY and f"{s}.{k}" not in settable]
    rows += [(f"{s}_{k}".upper(), s, k) for s, k in (a.split(".") for a in ALSO)]
    for name, path in RENAMED:
        section, key = path.split(".")
        rows.append((name, section, key))
    lines = [header(machine.origin, "Times, limits and rates of the mechanism, integers in the "
                    "unit of their name.\n\nWhich of machine.toml's numbers are here is listed "
                    "in tools/make/generate/code/timing.py.")]
    for name, section, key in rows:
        row = machine.data[section][key]
        lines.append(f"{name} = {row['value']}  # {row['grade']}, {row['source']}\n")
    lines.append("\n# Longest coast after switching off, by motor kind.\n")
    for kind, row in machine.data["motor_types"].items():
        number = row["coast_max_ms"]
        lines.append(f"COAST_{kind.upper()}_MS = {number['value']}"
                     f"  # {number['grade']}, {number['source']}\n")
    return "".join(lines)
