"""The parts that may stand between two domains: by manufacturer part number and by pins.

A kind alone is no barrier: a part whose number is not listed here conducts between all its pins
as far as the isolation rule is concerned. Add a part only after reading its insulation data:
reinforced (mains to SELV) at 253 V, >= 8 mm creepage (design hardware §1.2); grade of every row:
check-datasheet. Pins are the numbers of the project's own symbols, which follow the datasheets.
"""

from typing import NamedTuple

MAINS, MOTOR, PE, SELV = "mains", "motor", "PE", "SELV"
LIVE = frozenset({MAINS, MOTOR})
SAFE = frozenset({SELV})
EARTH = frozenset({PE})


class Side(NamedTuple):
    """Pins that conduct to one another, and the domains they may lie in."""

    name: str
    pins: tuple[str, ...]
    domains: frozenset[str]


class Barrier(NamedTuple):
    """One kind of insulating part: rated numbers, the pads that keep its creepage, its sides,
    and where its data come from."""

    kind: str
    mpns: tuple[str, ...]
    footprint: str
    sides: tuple[Side, ...]
    source: str

    def side_of(self, pin: str) -> Side | None:
        """The side that `pin` belongs to, None when the pin must stay open."""
        return next((side for side in self.sides if pin in side.pins), None)


BARRIERS = (
    Barrier("opto_triac", ("IL4208-X006", "FOD4208TV"), "mj:DIP-6_W10.16", (
        Side("LED", ("1", "2"), SAFE), Side("triac", ("4", "6"), LIVE),
    ), "Vishay IL4208: 800 V, 5300 V rms insulation; onsemi FOD4208: 5000 V rms; 400-mil forms"),
    Barrier("opto_ac", ("LTV-814M-A", "SFH620A-3X006"), "mj:DIP-4_W10.16", (
        Side("LED", ("1", "2"), LIVE), Side("transistor", ("3", "4"), SAFE),
    ), "Lite-On LTV-814: 5000 V rms insulation, M = 400-mil form"),
    Barrier("relay_forceguided", ("G7SA-2A2B DC12",), "mj:Relay_G7SA", (
        Side("coil", ("0", "1"), SAFE),
        Side("NC 11-12", ("11", "12"), SAFE), Side("NC 21-22", ("21", "22"), SAFE),
        Side("33", ("33",), frozenset({MAINS})), Side("34", ("34",), frozenset({MOTOR})),
        Side("43", ("43",), frozenset({MAINS})), Side("44", ("44",), frozenset({MOTOR})),
    ), "Omron G7SA: 4 kV between coil and contacts and between unlike poles"),
    Barrier("relay_spdt", ("RT214012", "40.51.9.012.0000"), "mj:Relay_SPDT", (
        Side("coil", ("A1", "A2"), SAFE), Side("contact", ("11", "12", "14"), frozenset({MOTOR})),
    ), "TE RT1: 5 kV, 10 mm coil to contacts, Finder 40.51 8 mm; a G5LE-1 has 2 kV, basic only"),
    Barrier("smps_acdc", ("IRM-20-12",), "mj:IRM-20", (
        Side("primary", ("1", "2"), LIVE), Side("secondary", ("3", "4"), SAFE),
    ), "Mean Well IRM-20: class II, 3 kV AC"),
    Barrier("ct", ("ZMCT103C", "TA12-100"), "mj:CT_ZMCT103C", (
        Side("primary", ("1", "2"), LIVE), Side("secondary", ("3", "4"), SAFE),
    ), "ZMCT103C: 4.5 kV, and the primary is double-insulated wire"),
    Barrier("y_capacitor", ("DE1E3RA222MA4BQ01F",), "mj:CY_P10", (
        Side("mains", ("1",), LIVE), Side("PE", ("2",), EARTH),
    ), "Murata DE1 class Y1"),
    Barrier("inlet_filter", ("FN9280", "DD12"), "mj:OffBoard", (
        Side("mains", ("1", "2", "4", "5"), LIVE), Side("PE", ("3",), EARTH),
    ), "Schaffner FN 9280, Schurter DD12: the variant with two fuses"),
)

# The one place where SELV 0 V meets protective earth (design hardware §1.2).
TIE_KIND = "strap"
TIE_NETS = frozenset({"GND", "PE"})


def rated(kind: str, mpn: str) -> Barrier | None:
    """The barrier of this part number, None when it insulates nothing."""
    return next((b for b in BARRIERS if b.kind == kind and mpn in b.mpns), None)


def numbers(kind: str) -> tuple[str, ...]:
    """The rated part numbers of a kind."""
    return tuple(m for b in BARRIERS if b.kind == kind for m in b.mpns)
