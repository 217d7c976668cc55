"""firmware/mjtable/timing.py: the times and limits the firmware needs, one integer each."""

from pathlib import Path

from .machine import MACHINE_FILE, Machine, load
from .render import header

TARGET = Path("firmware/mjtable/timing.py")

# Sections whose every value the firmware gets, as <SECTION>_<KEY>.
WHOLE = ("mains", "power", "start", "dir", "relay", "current", "temperature", "count",
         "inlet", "head", "chain", "lift", "hatch", "dice_plate", "pick")
# Geometry that only the plant needs.
PLANT_ONLY = ("deg", "um", "mdeg/ms")
# Single values of other sections.
ALSO = ("tile.pulse_ms", "tile.length_um", "tile.pitch_um", "belt.speed_um_per_ms", "belt.buffer",
        "belt.transit_ms", "belt.length_um", "drum.rev_ms", "drum.edge_ms", "drum.edge_warn_ms",
        "drum.edge_limit_ms", "ring.rev_ms", "ring.edge_ms", "ring.edge_warn_ms",
        "ring.edge_limit_ms", "rot.edges")
# The pick-up law's flips, under the name of the law.
RENAMED = (("PICK_PHI_PER_KS", "flip.phi_per_ks"), ("PICK_PSI_PER_KS", "flip.psi_per_ks"))


def outputs(root: Path) -> dict[Path, str]:
    """The firmware's times."""
    return {TARGET: text(load(root))}


def text(machine: Machine) -> str:
    """The module's text; every line ends with its grade and source."""
    rows = [(f"{s}_{k}".upper(), s, k) for s in WHOLE for k in machine.values[s]
            if machine.data[s][k]["unit"] not in PLANT_ONLY]
    rows += [(f"{s}_{k}".upper(), s, k) for s, k in (a.split(".") for a in ALSO)]
    for name, path in RENAMED:
        section, key = path.split(".")
        rows.append((name, section, key))
    lines = [header(MACHINE_FILE, "Times, limits and rates of the mechanism, integers in the "
                    "unit of their name.")]
    for name, section, key in rows:
        row = machine.data[section][key]
        lines.append(f"{name} = {row['value']}  # {row['grade']}, {row['source']}\n")
    lines.append("\n# Longest coast after switching off, by motor kind.\n")
    for kind, row in machine.data["motor_types"].items():
        number = row["coast_max_ms"]
        lines.append(f"COAST_{kind.upper()}_MS = {number['value']}"
                     f"  # {number['grade']}, {number['source']}\n")
    return "".join(lines)
