"""Values as they stand on the drawing: `4k7`, `560R 1W`, `10n X2`, `2200u 25V`."""

import re

SCALE = {"p": 1e-12, "n": 1e-9, "u": 1e-6, "m": 1e-3, "R": 1.0, "": 1.0, "k": 1e3, "M": 1e6}
NUMBER = re.compile(r"^(\d+(?:\.\d+)?)([pnumRkM]?)(\d*)(?:F|H|ohm)?$")


def number(value: str) -> float | None:
    """Ohm, farad or henry of the first word; None when it is no number."""
    words = value.replace("\u00b5", "u").split()
    match = NUMBER.match(words[0]) if words else None
    if not match:
        return None
    whole, letter, rest = match.groups()
    if rest and ("." in whole or not letter):
        return None
    return float(f"{whole}.{rest}" if rest else whole) * SCALE[letter]
