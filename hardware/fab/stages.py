"""The stages of assembly: which part is fitted when, how, and what is tried before the next.

Low parts first, on a flat board; safe low voltage before mains; what lives on mains last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hardware.fab.read import Fitted
from hardware.problem import Problem

COMMISSIONING = "../../../safety/commissioning.md"
LOW_WIRED = ("pico", "testpoint", "capacitor")
TALL = ("polar_capacitor", "dcdc")
BARRIERS = ("opto_triac", "opto_ac")
MAINS_LOW = ("resistor", "triac", "fuse", "strap")
MAINS_TALL = ("x_capacitor", "y_capacitor", "mov", "cm_choke", "ct", "relay_spdt",
              "relay_forceguided", "smps_acdc")
PLUG = ("connector", "board_link")
TWO_PADS = 2


class StageError(Problem):
    """A part that no stage takes."""


class Stage(NamedTuple):
    """One stage. `then`: what is looked at or measured before the next one."""

    title: str
    takes: Callable[[Fitted], bool]
    how: str
    then: str


def kind(its: Fitted) -> str:
    """The circuit's word for the part."""
    return its.part.kind if its.part else "not in the circuit"


def of(*kinds: str) -> Callable[[Fitted], bool]:
    """Parts with wires of these kinds."""
    return lambda its: its.through and kind(its) in kinds


STAGES = (
    Stage("Surface parts with two pads",
          lambda its: not its.through and len(its.placed.pattern.pads) <= TWO_PADS,
          "Paste by stencil and oven or hot plate, or iron and tweezers, a row at a time. Straps "
          "(JP) are two bare pads: leave them open. The dot is pin 1: the cathode of diodes and "
          "lamps.",
          "No bridge under a magnifier; resistance between every two supplies and GND is not a "
          "short."),
    Stage("Surface parts with three pads and more", lambda its: not its.through,
          "The dot is pin 1. Compare the marking on each chip with the table: a part whose record "
          "is *not read* is compared with its data sheet, pin by pin.",
          "Every row of legs under a magnifier, from both sides."),
    Stage("Low parts with wires", of(*LOW_WIRED),
          "Two rows of 20 as the Pico's socket: stick them on a Pico to hold them straight, "
          "solder, take the Pico off. Test points in any order.",
          "The Pico stays out until step B2."),
    Stage("Plugs of the low-voltage side",
          lambda its: its.through and kind(its) in PLUG and not live_plug(its),
          "Latch towards the edge of the board, as the outline shows. The ribbon plug's notch as "
          "drawn: pin 1 is the dot.",
          "Each plug stands flat; pin 1 of plug and board agree."),
    Stage("Tall parts of the low-voltage side", of(*TALL),
          "Polarity: plus is pin 1, the dot; the bar on the can is minus. The converter's "
          "marked pin is pin 1.",
          f"B1 of [commissioning]({COMMISSIONING}#b-supplies-first-12-v-from-the-bench-no-mains): "
          "12 V from the bench, 1 A limit, below 100 mA, **no Pico in its socket**."),
    Stage("Couplers across the insulation", of(*BARRIERS),
          "The form with 10.16 mm between the rows; never bend another form to fit. Nothing may "
          "lie in the slot: no flux, no wire end, no glue.",
          "Look through every slot against the light."),
    Stage("Low parts of the mains side", of(*MAINS_LOW),
          "Resistors of 1 W a millimetre above the board. The triac's middle lead is bent "
          "forward. **JP4 stays out until step A3.** Fuse clips without their fuses.",
          "Wire ends below the board cut to 1.5 mm; flux washed off, above all between mains "
          "pads."),
    Stage("Tall parts of the mains side", of(*MAINS_TALL),
          "Only parts with the approvals of the parts list: X1, X2, Y1 are no values. Relays and "
          "supply last. Nothing may touch a neighbour of another potential.",
          "Compare every order number with the list once more."),
    Stage("Plugs of the mains side", lambda its: kind(its) == "connector" and live_plug(its),
          "JST VH with every second position: the free posts are pulled before soldering.",
          f"A1 to A6 of [commissioning]({COMMISSIONING}#a-before-any-power-plug-pulled-nothing-"
          "connected-but-pe), both boards joined by the ribbon, everything else unplugged."),
)


def live_plug(its: Fitted) -> bool:
    """Does a plug carry mains?"""
    return its.part is not None and its.package.startswith(("VH_", "MSTB_"))


def staged(parts: Iterable[Fitted]) -> list[tuple[Stage, list[Fitted]]]:
    """The stages that a board has, each with its parts; screws and bare holes are in none."""
    taken: dict[int, list[Fitted]] = {}
    for its in parts:
        if its.screw:
            continue
        number = next((i for i, stage in enumerate(STAGES) if stage.takes(its)), None)
        if number is None:
            raise StageError(f"{its.ref} ({kind(its)}, {its.package}) has no stage of assembly; "
                             "add its kind in hardware/fab/stages.py")
        taken.setdefault(number, []).append(its)
    return [(STAGES[number], taken[number]) for number in sorted(taken)]
