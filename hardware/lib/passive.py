"""Resistors and capacitors: the part number follows from the value by the maker's scheme."""

from hardware.lib.types import PartType, row

_TWO = row("1 2")

# family -> footprint, first and last part of the number, substitute's family
RESISTORS = {
    "R": ("mj:R_0805", "RC0805FR-07{0}L", "CRCW0805{1}FKEA"),
    "R_1206": ("mj:R_1206", "RC1206FR-07{0}L", "CRCW1206{1}FKEA"),
    "R_LOW": ("mj:R_1206", "RL1206FR-07{0}L", "ERJ-8RQFR{3}V"),  # below 1 ohm, 0.25 W
    "R_1W": ("mj:R_1W", "PR0100010{2}JR500", ""),
}

# value -> footprint, number, substitute; the voltage belongs to the number
CAPACITORS = {
    "1n": ("mj:C_0805", "CC0805KRX7R9BB102", "C0805C102K5RACTU"),
    "10n": ("mj:C_0805", "CC0805KRX7R9BB103", "C0805C103K5RACTU"),
    "100n": ("mj:C_0805", "CC0805KRX7R9BB104", "C0805C104K5RACTU"),
    "1u": ("mj:C_0805", "GRM21BR71E105KA99L", "CC0805KKX7R8BB105"),
    "2u2": ("mj:C_0805", "GRM21BR71E225KA73L", "CC0805KKX7R8BB225"),
    "3u3": ("mj:C_0805", "GRM21BR71C335KA73L", "C2012X7R1C335K125AB"),
    "4u7": ("mj:C_1206", "GRM31CR71E475KA88L", "CC1206KKX7R8BB475"),
    "10u": ("mj:C_1206", "GRM31CR71E106KA12L", "CC1206KKX7R8BB106"),
}

# value -> footprint, number, substitute, what to check: film, where a time hangs on the value
FILMS = {
    "1u 63V": ("mj:C_Film_P5", "MKS2C041001F00JSSD", "", "5 %, 63 V, leads 5 mm apart"),
}

# value -> footprint, number, substitute, what to check
ELECTROLYTICS = {
    "3300u 25V": ("mj:CP_D16", "EEU-FM1E332", "UHE1E332MHD6", "16 mm can, ripple current, 105 C"),
    "220u 25V": ("mj:CP_D8", "EEU-FR1E221", "UHE1E221MPD6", "8 mm can"),
    "470u 10V": ("mj:CP_D8", "EEU-FR1A471", "UHE1A471MPD6", "8 mm can"),
}


def ohms(value: str) -> float:
    """4k7 -> 4700.0, 0R33 -> 0.33, 100R -> 100.0, 560 -> 560.0"""
    for letter, factor in (("R", 1.0), ("k", 1e3), ("M", 1e6)):
        if letter in value:
            whole, _, rest = value.partition(letter)
            return float(f"{whole or 0}.{rest or 0}") * factor
    return float(value)


def farads(value: str) -> float:
    """2u2 -> 2.2e-6, 100n -> 1e-7, 3300u 25V -> 3.3e-3"""
    head = value.split()[0]
    for letter, factor in (("p", 1e-12), ("n", 1e-9), ("u", 1e-6)):
        if letter in head:
            whole, _, rest = head.partition(letter)
            return round(float(f"{whole}.{rest or 0}") * factor, 15)
    raise ValueError(f"{value} is no capacitance; write 100n, 2u2 or 10u")


def _codes(value: str) -> tuple[str, str, str, str]:
    """How makers write it: 4K7 (three signs), 4K70 (four), 4701 (digits and zeros), 33 of 0R33."""
    letter = next((c for c in "RkM" if c in value), "R")
    whole, _, rest = value.partition(letter) if letter in value else (value, "", "")
    short = f"{whole}{letter.upper()}{rest}"
    long = f"{whole}{letter.upper()}{rest}"
    if len(long) < 4:
        long += "0" * (4 - len(long))
    number = ohms(value)
    zeros = 0
    while number >= 1000:
        number /= 10
        zeros += 1
    return short, long, f"{round(number):03d}{zeros}", rest


def resistor(family: str, value: str) -> PartType:
    """A resistor: R = 0805 1 %, R_1206 of 0.25 W, R_LOW below 1 ohm, R_1W = axial 1 W."""
    footprint, number, other = RESISTORS[family]
    if (ohms(value) < 1) != (family == "R_LOW"):
        raise KeyError(f"{family} of {value}: {family} is not made below 1 ohm; use R_LOW"
                       if family != "R_LOW" else f"R_LOW of {value}: it ends at 1 ohm; use R")
    codes = _codes(value)
    check = "" if family != "R_1W" else "limiting voltage 350 V, pulse load"
    return PartType("resistor", _TWO, footprint, value, number.format(*codes),
                    other.format(*codes), check)


def capacitor(value: str) -> PartType:
    """A ceramic capacitor X7R, or a film or electrolytic one when the value names its voltage."""
    if value in ELECTROLYTICS:
        return PartType("polar_capacitor", row("+ -"), *_order(ELECTROLYTICS[value], value))
    if value in FILMS:
        return PartType("capacitor", _TWO, *_order(FILMS[value], value))
    if value not in CAPACITORS:
        raise KeyError(f"no capacitor of {value} in hardware/lib/passive.py; there are "
                       + ", ".join(sorted((*CAPACITORS, *FILMS, *ELECTROLYTICS))))
    return PartType("capacitor", _TWO, *_order(CAPACITORS[value], value))


def _order(row_: tuple[str, ...], value: str) -> tuple[str, ...]:
    return (row_[0], value, *row_[1:])
