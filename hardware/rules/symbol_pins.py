"""Does a pin as we drew it fit what its record says that it does?

The drawing tells by the pin's function letter (hardware/lib/types.py) and by its name. A name is
asked only where it tells the role in every maker's sheet: G of a transistor, GND of a chip.
"""

import re

LETTERS = {
    "input": "IBP", "output": "OTB", "tri_state": "TOB", "bidirectional": "BIOP",
    "open_drain": "CB", "supply": "WP", "ground": "WP", "supply_out": "wP", "gate": "IP",
    "base": "IP", "reference": "IP", "open": "N", "absent": "N",
}  # every other role is drawn as passive
NAMES = {
    "ground": r"[AD]?GND.*|VSS.*|VEE|0V|A", "supply": r"\+?V(CC|DD|M|SYS|EE|S|IN|BUS).*|\+Vin",
    "gate": r"G", "source": r"S", "drain": r"D", "base": r"B", "emitter": r"E\d?",
    "collector": r"C\d?", "anode": r"A\d?|\+", "cathode": r"K\d?|-|COM.*|C", "plus": r"\+.*",
    "minus": r"-.*", "triac_gate": r"G", "reference": r"REF", "coil_plus": r".*\+|1",
    "coil_minus": r".*-|0", "line": r"(AC/)?L'?", "neutral": r"(AC/)?N'?", "earth": r"PE",
}
SWAPPED = {"a1": "A2", "a2": "A1"}  # a triac's; an optotriac's two ends have many names


def fits(does: str, name: str, letter: str) -> bool:
    """Is a pin drawn with this name and function letter ("" = unknown) one that `does` this?"""
    if letter and letter not in LETTERS.get(does, "PN" if does == "passive" else "P"):
        return False
    if does in NAMES:
        return re.fullmatch(NAMES[does], name, re.IGNORECASE) is not None
    return SWAPPED.get(does) != name


def fitting_names(does: str) -> str:
    """`drawn with I or P and named REF`."""
    letters = " or ".join(LETTERS.get(does, "P"))
    named = NAMES.get(does, "").replace("|", ", ")
    return f"drawn with {letters}" + (f" and named like {named}" if named else "")
