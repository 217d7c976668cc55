"""Land patterns of every part on the board: one table, all lengths in millimetres.

The numbers are facts of the parts' drawings and of the usual IPC-7351 nominal patterns.
`check` names what a builder compares with the maker's drawing before ordering boards;
an empty `check` means a standard outline (JEDEC, IPC) that all makers share.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware.board.geometry import Rect
from hardware.board.pattern import Pad, Pattern, barrier_dip, centred, chip, dual, header, leaded


def small_parts() -> Iterable[Pattern]:
    for kind, title in (("R", "resistor"), ("C", "capacitor"), ("FB", "ferrite")):
        yield chip(f"{kind}_0805", f"{title} 2.0 x 1.25 mm", 1.825, (1.025, 1.4), (2.0, 1.25))
    yield chip("Strap_0R", "link 2.0 x 1.25 mm", 1.825, (1.025, 1.4), (2.0, 1.25))
    for name in ("R_1206", "C_1206", "Fuse_1206"):
        yield chip(name, "3.2 x 1.6 mm", 2.925, (1.125, 1.75), (3.2, 1.6))
    yield chip("LED_0805", "LED 2.0 x 1.25 mm", 1.875, (0.975, 1.4), (2.0, 1.2))
    yield chip("D_SOD-323", "diode", 2.1, (0.6, 0.45), (1.8, 1.4))
    yield chip("D_SOD-123", "diode", 3.3, (0.9, 1.2), (2.8, 1.8))
    yield chip("D_SMA", "diode DO-214AC", 4.0, (2.5, 1.8), (4.6, 3.0))
    yield chip("D_SMB", "diode DO-214AA", 4.3, (2.5, 2.3), (4.6, 4.0))
    pads = (Pad("1", -0.9375, -0.95, 1.475, 0.6), Pad("2", -0.9375, 0.95, 1.475, 0.6),
            Pad("3", 0.9375, 0, 1.475, 0.6))
    yield Pattern("SOT-23", "TO-236AB", pads, centred(1.3, 2.9))
    for name, pitch, span, pad, body in (
            ("SOT-23-5", 0.95, 2.275, (1.325, 0.6), (1.6, 2.9)),
            ("SOT-353", 0.65, 1.9, (1.1, 0.4), (1.25, 2.0))):
        six = dual(name, "five-lead small outline", 6, pitch, span, pad, body)
        kept = (*six.pads[:4], Pad("5", *(getattr(six.pads[5], k) for k in "xywh")))
        yield Pattern(name, six.title, kept, six.body)
    yield dual("SOT-23-6", "six-lead small outline", 6, 0.95, 2.275, (1.325, 0.6), (1.6, 2.9))
    tab = Pad("4", 3.15, 0, 2.0, 3.8)
    legs = tuple(Pad(str(i + 1), -3.15, (i - 1) * 2.3, 2.0, 1.5) for i in range(3))
    yield Pattern("SOT-223", "TO-261", (*legs, tab), centred(3.5, 6.5))
    yield header("TO-92", "TO-92, leads bent to 2.54 mm", 3, 2.54, (1.5, 1.5), 0.8,
                 (1.0, 1.0, 2.4, 2.4))


def integrated() -> Iterable[Pattern]:
    for count, length in ((8, 4.9), (14, 8.65), (16, 9.9)):
        yield dual(f"SOIC-{count}", "JEDEC MS-012", count, 1.27, 4.95, (1.95, 0.6),
                   (3.9, length))
    yield dual("SOIC-18W", "JEDEC MS-013", 18, 1.27, 9.3, (2.05, 0.6), (7.5, 11.55))
    for count, length in ((14, 5.0), (16, 5.0)):
        yield dual(f"TSSOP-{count}", "JEDEC MO-153", count, 0.65, 5.725, (1.475, 0.4),
                   (4.4, length))
    plain = dual("HTSSOP-16", "JEDEC MO-153, thermal pad", 16, 0.65, 5.55, (1.05, 0.45),
                 (4.4, 5.0))
    yield Pattern("HTSSOP-16", plain.title, (*plain.pads, Pad("17", 0, 0, 3.0, 3.4)), plain.body,
                  check="size of the thermal pad")
    for count in (8, 14, 16, 18):
        yield dual(f"DIP-{count}", "DIP, 7.62 mm", count, 2.54, 7.62, (1.6, 1.6),
                   (6.4, count / 2 * 2.54), 0.8)
    yield dual("Pico_socket", "two 20-way sockets, rows 17.78 mm apart; USB at pins 1 and 40",
               40, 2.54, 17.78, (1.7, 1.7), (21.0, 51.0), 1.02)
    pads = tuple(Pad(str(i + 1), x, y, 2.5, 2.5)
                 for i, (x, y) in enumerate(((-3.5, -3.5), (-3.5, 3.5), (3.5, 3.5))))
    yield Pattern("Buzzer_8504", "8.5 x 8.5 mm magnetic buzzer", pads, centred(8.5, 8.5),
                  check="order and size of the three pads")
    yield header("SIP-3_TSR2", "step-down module, 14 x 7.5 mm", 3, 2.54, (1.5, 2.5), 1.0,
                 (4.5, 4.5, 5.6, 2.0), "body against the pins")
    pads = tuple(Pad(str(i + 1), x, y, 1.8, 1.8, 1.1, "circle" if i else "rect")
                 for i, (x, y) in enumerate(((0, 0), (2.54, 5.08), (5.08, 0))))
    yield Pattern("TO-220-3_V", "TO-220 standing, insulated tab, middle lead bent 5.08 mm forward",
                  pads, Rect(-2.5, -3.2, 7.58, 1.3))


def passive_leaded() -> Iterable[Pattern]:
    pads: tuple[Pad, ...]
    yield leaded("R_1W", "1 W axial", 15.24, 2.4, 1.2, centred(10.0, 3.6))
    yield leaded("Link_PE", "link of copper wire 1.5 mm2", 7.62, 3.6, 1.6, centred(9.2, 2.0))
    yield leaded("R_2W", "2 W axial", 20.32, 2.4, 1.2, centred(15.5, 5.0))
    for name, diameter, pitch in (("CP_D8", 8.0, 3.5), ("CP_D10", 10.0, 5.0),
                                  ("CP_D13", 13.0, 5.0), ("CP_D16", 16.0, 7.5)):
        yield leaded(name, f"electrolytic, {diameter:g} mm, 1 = plus", pitch,
                     1.6 if diameter < 12 else 2.2, 0.8 if diameter < 12 else 1.1,
                     centred(diameter, diameter))
    yield leaded("C_Film_P5", "film capacitor, box of up to 7.2 x 7.2 mm", 5.0, 1.6, 0.8,
                 centred(7.2, 7.2))
    yield leaded("CX2_P10", "X2 film capacitor 13 x 5 mm", 10.0, 2.0, 1.0, centred(13.0, 5.0),
                 "thickness of the chosen maker's 10 nF")
    yield leaded("CX2_P15", "X2 film capacitor 18 x 8 mm", 15.0, 2.2, 1.0, centred(18.0, 8.0),
                 "thickness of the chosen maker's 100 nF")
    yield leaded("CY_P10", "Y1 or Y2 disc 10 mm", 10.0, 2.0, 1.0, centred(10.0, 5.0),
                 "diameter of the chosen maker's part")
    pads = (Pad("1", -3.75, -1.2, 2.0, 2.0, 1.0), Pad("2", 3.75, 1.2, 2.0, 2.0, 1.0, "circle"))
    yield Pattern("RV_14mm", "14 mm varistor", pads, centred(16.5, 7.5),
                  check="thickness; the thermally protected form is thicker")
    pads = (Pad("1", -3.75, -5.35, 2.2, 2.2, 1.2), Pad("2", -3.75, 5.35, 2.2, 2.2, 1.2),
            Pad("3", 3.75, 5.35, 2.2, 2.2, 1.2), Pad("4", 3.75, -5.35, 2.2, 2.2, 1.2))
    yield Pattern("CM_choke", "common-mode choke: 1-2 line, 4-3 neutral", pads,
                  centred(23.0, 13.0), check="pin pitch of the chosen choke")
    yield leaded("Fuse_5x20", "closed holder for 5 x 20 mm", 22.5, 3.0, 1.3,
                 centred(22.5, 9.6), "holder's pin pitch")


def barriers() -> Iterable[Pattern]:
    pads: tuple[Pad, ...]
    yield barrier_dip("DIP-6_W10.16", "opto-triac", 6, "-X006 form")
    yield barrier_dip("DIP-4_W10.16", "AC-input coupler", 4, "wide form")
    pads = (Pad("1", 0, 0, 3, 3, 1.5), Pad("2", 0, 20.8, 3, 3, 1.5, "circle"),
            Pad("3", 45, 20.8, 3, 3, 1.5, "circle"), Pad("4", 45, 12.8, 3, 3, 1.5, "circle"))
    yield Pattern("IRM-20", "20 W AC-DC module 52.4 x 27.2 mm", pads, Rect(-3.4, -3.2, 49, 24),
                  check="pin 1/2 order of line and neutral")
    pads = (Pad("A1", 0, 0, 3, 2, 1.3), Pad("A2", 0, -7.5, 3, 2, 1.3, "oval"),
            Pad("11", 20.3, -7.5, 2, 3, 1.3, "oval"), Pad("12", 15.26, 0, 2, 3, 1.3, "oval"),
            Pad("14", 25.34, 0, 2, 3, 1.3, "oval"))
    yield Pattern("Relay_SPDT", "change-over relay, 5 mm pin pitch: 11 common, 12 NC, 14 NO",
                  pads, Rect(-2.35, -10.1, 26.65, 2.6), slot=Rect(7.1, -9.5, 8.6, 2.0),
                  check="pin positions of the chosen contact form")
    pole = [("11", 13.97, 0), ("12", 19.05, 0), ("33", 29.21, 0), ("34", 34.29, 0),
            ("21", 13.97, -10.16), ("22", 19.05, -10.16), ("43", 29.21, -10.16),
            ("44", 34.29, -10.16), ("0", 0.0, 0), ("1", 0.0, -10.16)]
    pads = tuple(Pad(name, x, y, 2.0, 2.6, 1.4) for name, x, y in sorted(pole))
    yield Pattern("Relay_G7SA", "force-guided relay 2 NO + 2 NC, 40 x 13 mm", pads,
                  Rect(-2.8, -11.6, 37.2, 1.4), slot=Rect(23.4, -11.0, 24.9, 0.8),
                  check="every pin position: drawn from the outline, not from the pin drawing")
    pads = (Pad("1", -13.0, -3, 2.5, 2.5, 1.3), Pad("2", -13.0, 3, 2.5, 2.5, 1.3, "circle"),
            Pad("3", 5.0, -3.75, 2.0, 2.0, 1.0), Pad("4", 5.0, 3.75, 2.0, 2.0, 1.0, "circle"))
    yield Pattern("CT_ZMCT103C", "current transformer; 1, 2 = ends of the insulated wire", pads,
                  Rect(-9.2, -8.6, 9.2, 8.6), slot=Rect(-4.5, -8.0, -3.0, 8.0),
                  check="pins of the chosen transformer; two turns of wire rated 300 V or more")


def connectors() -> Iterable[Pattern]:
    yield header("MSTB_3", "5.08 mm pluggable terminal, opening to the edge", 3, 5.08,
                 (2.08, 3.6), 1.4, (3.54, 3.54, 2.0, 10.0))
    for count in (2, 8):
        yield header(f"LOOP_{count}", "3.81 mm pluggable terminal, opening to the edge", count,
                     3.81, (1.8, 3.6), 1.2, (2.6, 2.6, 1.8, 8.0))
    for count in (3, 4):
        yield header(f"VH_{count}", f"JST VH, {2 * count - 1} positions, every second pin", count,
                     7.92, (2.7, 2.7), 1.7, (1.95, 1.95, 3.7, 4.8),
                     "even pins pulled before soldering")
    for count in range(2, 17):
        yield header(f"XH_{count}", f"JST XH, {count} pins", count, 2.5, (1.7, 1.95), 0.95,
                     (2.45, 2.45, 2.35, 3.4))
    yield box_header(25)
    yield Pattern("TestPoint", "wire loop", (Pad("1", 0, 0, 2.0, 2.0, 1.0, "circle"),),
                  centred(2.0, 2.0))
    yield Pattern("MountingHole", "M3, no copper", (), centred(7.0, 7.0), 0.25, hole=3.2)
    yield Pattern("MountingHole_PE", "M4, bonded to PE",
                  (Pad("1", 0, 0, 8.0, 8.0, 4.3, "circle"),), centred(8.0, 8.0))


def box_header(ways: int) -> Pattern:
    """Two rows at 2.54 mm for a ribbon cable's plug: odd pins on the left, even on the right."""
    pads = tuple(Pad(str(2 * row + side + 1), side * 2.54, row * 2.54, 1.7, 1.7, 1.0,
                     "oval" if row or side else "rect")
                 for row in range(ways) for side in (0, 1))
    return Pattern(f"IDC_2x{ways}", f"box header, 2 x {ways} pins, notch at the odd row", pads,
                   Rect(-3.2, -5.1, 5.74, (ways - 1) * 2.54 + 5.1), 0.5)


PATTERNS: dict[str, Pattern] = {
    pattern.name: pattern
    for group in (small_parts, integrated, passive_leaded, barriers, connectors)
    for pattern in group()
}
