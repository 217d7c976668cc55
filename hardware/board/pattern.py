"""What a land pattern is, and the usual shapes: chips, two rows, two wires, one row of pins."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board.geometry import Rect, union


@dataclass(frozen=True)
class Pad:
    """One pad: centre, size, drill (0 = surface mount), shape, all before turning."""

    name: str
    x: float
    y: float
    w: float
    h: float
    drill: float = 0.0
    shape: str = "rect"

    @property
    def rect(self) -> Rect:
        return Rect(self.x - self.w / 2, self.y - self.h / 2,
                    self.x + self.w / 2, self.y + self.h / 2)


@dataclass(frozen=True)
class Pattern:
    """A land pattern: pads, body, room, and an isolation slot when it is a barrier."""

    name: str
    title: str
    pads: tuple[Pad, ...]
    body: Rect
    margin: float = 0.25
    check: str = ""
    slot: Rect | None = None
    hole: float = 0.0  # a mounting hole without copper, at the origin

    @property
    def courtyard(self) -> Rect:
        return union([self.body, *(pad.rect for pad in self.pads)]).grown(self.margin)


def centred(width: float, height: float) -> Rect:
    return Rect(-width / 2, -height / 2, width / 2, height / 2)


def chip(name: str, title: str, pitch: float, pad: tuple[float, float],
         body: tuple[float, float]) -> Pattern:
    """Two surface-mount pads: 1 on the left (cathode of a diode), 2 on the right."""
    w, h = pad
    pads = (Pad("1", -pitch / 2, 0, w, h), Pad("2", pitch / 2, 0, w, h))
    return Pattern(name, title, pads, centred(*body))


def dual(name: str, title: str, count: int, pitch: float, span: float,
         pad: tuple[float, float], body: tuple[float, float], drill: float = 0.0) -> Pattern:
    """Two rows, counted down the left side and up the right one."""
    half = count // 2
    top = -(half - 1) * pitch / 2
    pads = [Pad(str(i + 1), -span / 2, top + i * pitch, *pad, drill,
                "oval" if drill and i else "rect") for i in range(half)]
    pads += [Pad(str(half + i + 1), span / 2, -top - i * pitch, *pad, drill,
                 "oval" if drill else "rect") for i in range(half)]
    return Pattern(name, title, tuple(pads), centred(*body))


def leaded(name: str, title: str, pitch: float, pad: float, drill: float, body: Rect,
           check: str = "") -> Pattern:
    """Two wires through the board, the first one at the left."""
    pads = (Pad("1", -pitch / 2, 0, pad, pad, drill),
            Pad("2", pitch / 2, 0, pad, pad, drill, "circle"))
    return Pattern(name, title, pads, body, check=check)


def header(name: str, title: str, count: int, pitch: float, pad: tuple[float, float],
           drill: float, body: tuple[float, float, float, float], check: str = "") -> Pattern:
    """A row of pins from the origin to the right; body = beyond the ends, above, below."""
    left, right, above, below = body
    pads = tuple(Pad(str(i + 1), i * pitch, 0, *pad, drill, "oval" if i else "rect")
                 for i in range(count))
    outline = Rect(-left, -above, (count - 1) * pitch + right, below)
    return Pattern(name, title, pads, outline, 0.5, check)


def barrier_dip(name: str, title: str, count: int, pad_names: str) -> Pattern:
    """A DIP coupler with 10.16 mm between the rows and a slot under its body."""
    plain = dual(name, title, count, 2.54, 10.16, (1.6, 1.6),
                 (6.4, count / 2 * 2.54), 0.8)
    return Pattern(name, title, plain.pads, plain.body, 0.25,
                   f"{pad_names}; lead form with 10.16 mm between the rows",
                   centred(1.5, 6.6 if count == 6 else 4.6))
