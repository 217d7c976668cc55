"""The symbol library mj.kicad_sym (KiCad 6 text), written from the part tables.

Boxes with the pins of the left half on the left: enough to look a pin up and to draw with; the
sheets a person reads are hardware/out/sheets.
"""

from collections.abc import Iterable

from hardware.lib.connectors import FAMILIES, LINK, connector
from hardware.lib.discrete import TYPES as DISCRETE
from hardware.lib.logic import TYPES as LOGIC
from hardware.lib.mains import TYPES as MAINS
from hardware.lib.passive import capacitor, resistor
from hardware.lib.types import FUNCTIONS, PartType, Pin

SYMBOL_FILE = "hardware/lib/mj.kicad_sym"
STEP_MM = 2.54
HALF_MM = 7.62
PREFIX = {
    "resistor": "R", "capacitor": "C", "polar_capacitor": "C", "x_capacitor": "C",
    "y_capacitor": "C", "diode": "D", "schottky": "D", "zener": "D", "tvs": "D", "led": "D",
    "nmos": "Q", "pmos": "Q", "npn": "Q", "pnp": "Q", "triac": "Q", "opto_triac": "OK",
    "opto_ac": "OK", "relay_forceguided": "K", "relay_spdt": "K", "smps_acdc": "PS",
    "dcdc": "PS", "ct": "T", "fuse": "F", "mov": "RV", "cm_choke": "L", "inlet_filter": "FL",
    "connector": "J", "testpoint": "TP", "buzzer": "LS", "strap": "JP", "mounting_hole": "H",
}  # everything else is U
FONT = "(effects (font (size 1.27 1.27)))"
HIDDEN = "(effects (font (size 1.27 1.27)) hide)"


def symbol_name(name: str, its: PartType) -> str:
    """R, R_1W, C, CP, the type's name, or family and count of a connector."""
    if its.kind == "polar_capacitor":
        return "CP"
    return name or its.value


def symbols() -> dict[str, PartType]:
    """Every symbol of the library by name."""
    found = {**LOGIC, **MAINS, **DISCRETE, "R": resistor("R", "10k"),
             "R_1206": resistor("R_1206", "47"), "R_LOW": resistor("R_LOW", "0R33"),
             "R_1W": resistor("R_1W", "100"),
             "C": capacitor("100n"),
             "CP": capacitor("3300u 25V")}
    for family, its in FAMILIES.items():
        for count in its.headers:
            found[f"{family}-{count}"] = connector(family, [""] * count)
    return {**found, "BOARD_LINK": LINK}


def library() -> str:
    """The text of mj.kicad_sym."""
    rows = [_symbol(name, its) for name, its in sorted(symbols().items())]
    return "(kicad_symbol_lib (version 20211014) (generator mj)\n" + "".join(rows) + ")\n"


def _symbol(name: str, its: PartType) -> str:
    half = (len(its.pins) + 1) // 2
    top = STEP_MM * (half + 1) / 2
    fields = (("Reference", PREFIX.get(its.kind, "U"), top + STEP_MM, FONT),
              ("Value", name, -top - STEP_MM, FONT),
              ("Footprint", its.footprint, 0, HIDDEN), ("Datasheet", "", 0, HIDDEN))
    lines = [f'  (symbol "{name}" (in_bom yes) (on_board yes)']
    lines += [f'    (property "{key}" "{text}" (id {n}) (at 0 {y:.2f} 0) {effects})'
              for n, (key, text, y, effects) in enumerate(fields)]
    lines.append(f'    (symbol "{name}_0_1" (rectangle (start {-HALF_MM:.2f} {top:.2f}) '
                 f"(end {HALF_MM:.2f} {-top:.2f}) (stroke (width 0.254) (type default) "
                 "(color 0 0 0 0)) (fill (type background))))")
    lines.append(f'    (symbol "{name}_1_1"')
    lines += _side(its.pins[:half], -HALF_MM - STEP_MM, top, 0)
    lines += _side(its.pins[half:][::-1], HALF_MM + STEP_MM, top, 180)
    return "\n".join([*lines, "    )", "  )"]) + "\n"


def _side(pins: Iterable[Pin], x_mm: float, top_mm: float, turn_deg: int) -> list[str]:
    """Pins of one side from the top down, as round an IC's body."""
    return [f"      (pin {FUNCTIONS[pin.function]} line (at {x_mm:.2f} "
            f"{top_mm - STEP_MM * n:.2f} {turn_deg}) (length {STEP_MM}) "
            f'(name "{pin.name}" {FONT}) (number "{pin.number}" {FONT}))'
            for n, pin in enumerate(pins, 1)]
