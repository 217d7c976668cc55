"""The controller's pinout: 40 pins with GP number, net, direction, function and connector."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from tools.make.generate.errors import SourceError
from tools.make.generate.read.machine import MACHINE_FILE, Machine

# The Pico's edge, pin 1 first; the Pico 2's is the same. A number is a GP.
EDGE: tuple[int | str, ...] = (
    0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15,
    16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "AGND", 28, "ADC_VREF", "3V3",
    "3V3_EN", "GND", "VSYS", "VBUS")
FIXED = {
    "GND": ("ground", "0 V"), "AGND": ("ground", "0 V of the analogue inputs"),
    "RUN": ("control", "low = reset; the supervisor U27 holds it"),
    "ADC_VREF": ("power", "reference of the analogue inputs, filtered 3.3 V"),
    "3V3": ("power", "3.3 V out, supply of the logic"), "3V3_EN": ("control", "left open"),
    "VSYS": ("power", "5 V in through D1"), "VBUS": ("power", "5 V of USB, not used"),
}
# where a pin's net goes by another name behind a buffer or driver
BEHIND = {"led_data": "LED_DATA_5V", "dice_in1": "DICE_OUT1", "dice_in2": "DICE_OUT2",
          "emit_en": "EMIT", "btn_mark_n": "mark", "btn_elevator_n": "elevator"}
# kind: colour, corners of its mark in a square of 10 x 10
KINDS: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "out": ("#b04a00", ((0, 0), (10, 5), (0, 10))),
    "in": ("#0b5394", ((10, 0), (0, 5), (10, 10))),
    "io": ("#6a1b9a", ((0, 5), (5, 0), (10, 5), (5, 10))),
    "analog": ("#2e7d32", ((0, 10), (3, 0), (7, 0), (10, 10))),
    "ground": ("#000000", ((0, 3), (10, 3), (10, 7), (0, 7))),
    "power": ("#b71c1c", ((4, 0), (6, 0), (6, 4), (10, 4), (10, 6), (6, 6), (6, 10), (4, 10),
                          (4, 6), (0, 6), (0, 4), (4, 4))),
    "control": ("#555555", ((0, 0), (10, 0), (10, 10), (0, 10))),
}
ROW, WIDTH, TOP, BODY = 34, 1180, 70, 210


class Row(NamedTuple):
    """One pin of the edge."""

    number: int
    label: str
    kind: str
    net: str
    function: str
    use: str
    connector: str


def rows(machine: Machine) -> list[Row]:
    """The 40 pins; SourceError when machine.toml names a GP that the board has not."""
    pins: Mapping[str, Mapping[str, Any]] = machine.data["pins"]
    by_gp = {row["gp"]: (name, row) for name, row in pins.items()}
    valid = [gp for gp in EDGE if isinstance(gp, int)]
    for gp, (name, _) in by_gp.items():
        if gp not in valid:
            near = min(valid, key=lambda v: (abs(v - gp), v))
            raise SourceError(f"{MACHINE_FILE}: pins.{name}: a Pico has no GP{gp} on its edge"
                              f"; nearest: GP{near}")
    found = []
    for number, label in enumerate(EDGE, 1):
        if isinstance(label, str):
            kind, use = FIXED[label]
            found.append(Row(number, label, kind, "", "", use, ""))
        elif label in by_gp:
            name, row = by_gp[label]
            found.append(Row(number, f"GP{label}", row["dir"], name.upper(), row["function"],
                             row["use"], connector_of(machine, name)))
        else:
            found.append(Row(number, f"GP{label}", "control", "", "", "free", ""))
    return found


def connector_of(machine: Machine, pin: str) -> str:
    """Reference and pin number of the first connector with the net, how many more; "" for none."""
    net = BEHIND.get(pin, pin.upper())
    found = [f"{row['ref']}.{row['pins'].index(net) + 1}"
             for row in machine.data["connectors"].values() if net in row["pins"]]
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    return found[0] + more if found else ""


def pinout(machine: Machine) -> str:
    """The drawing as SVG."""
    middle, height = WIDTH / 2, TOP + 20 * ROW + 90
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           f'viewBox="0 0 {WIDTH} {height}" role="img" '
           'font-family="Arial, Helvetica, Liberation Sans, sans-serif" font-size="13">',
           "<title>Pins of the Raspberry Pi Pico or Pico 2</title>",
           f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
           _text(middle, 30, "Raspberry Pi Pico / Pico 2 (U1), seen from above, USB at the top",
                 "middle", size=18),
           f'<rect x="{middle - BODY / 2:g}" y="{TOP - 18}" width="{BODY}" '
           f'height="{20 * ROW + 16}" rx="8" fill="#eef3ee" stroke="#000000"/>',
           f'<rect x="{middle - 24:g}" y="{TOP - 28}" width="48" height="26" fill="#cccccc" '
           'stroke="#000000"/>']
    for row in rows(machine):
        out += _pin(row, middle)
    return "\n".join([*out, *_legend(height - 45), "</svg>"]) + "\n"


def _pin(row: Row, middle: float) -> list[str]:
    """One pin: number and name on the board, then mark, net, function, connector, use."""
    left = row.number <= 20
    sign, anchor = (-1, "end") if left else (1, "start")
    y = TOP + ((row.number - 1) if left else (40 - row.number)) * ROW + 14
    edge = middle + sign * BODY / 2
    colour = KINDS[row.kind][0]
    inside = "start" if left else "end"
    words = [_text(edge - sign * 8, y + 5, f"{row.number}", inside),
             _text(edge - sign * 30, y + 5, row.label, inside, size=11)]
    far = edge + sign * 34
    line = " · ".join(t for t in (row.net, row.function, row.kind,
                                  f"to {row.connector}" if row.connector else "") if t)
    words.append(f'<line x1="{edge:g}" y1="{y}" x2="{edge + sign * 12:g}" y2="{y}" '
                 f'stroke="{colour}" stroke-width="3"/>')
    words.append(_mark(row.kind, edge + sign * 20, y, sign))
    words.append(_text(far, y - 1, line, anchor, colour))
    words.append(_text(far, y + 13, row.use, anchor, "#555555", 11))
    return words


def _mark(kind: str, x: float, y: float, sign: int = 1) -> str:
    """The sign of a kind around x, y: its shape says the same as its colour; an output's arrow
    points away from the board, so that it is mirrored (`sign`) on the left edge."""
    colour, corners = KINDS[kind]
    points = " ".join(f"{x + sign * (a - 5):g},{y + b - 5:g}" for a, b in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


def _legend(y: float) -> list[str]:
    """What the signs mean (as they stand on the right edge)."""
    out, x = [], 60.0
    for kind, (colour, _) in KINDS.items():
        out += [_mark(kind, x, y), _text(x + 13, y + 5, kind, "start", colour)]
        x += 150
    return out


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#000000",
          size: int = 13) -> str:
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" '
            f'font-size="{size}">{escape(text)}</text>')
