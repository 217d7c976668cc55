"""The parts of a head that stand: two plates, guide blocks, pocket stop, brackets, motor."""

from typing import Any

from build123d import Plane, Solid

from ..dimensions import Dims
from ..layout import band, lane_x
from ..part import box, pin, rod
from .linkage import frame
from .piece import Hole, Piece, plate

FOOT_Z = 452.0  # screws of the feet
SPACERS = ((284.0, 480.0), (386.0, 480.0), (388.0, 590.0))
LIFT_SCREWS = ((281.5, 650.0), (298.5, 650.0))  # of the elevator's guide
SLIDE_SCREWS = ((318.0, 703.0), (331.0, 703.0))  # of the slider's guide
STOP_SCREWS = ((283.0, 712.0), (297.0, 712.0))  # of the pocket stop
SWITCH_SCREWS = ((380.5, 651.0), (389.5, 651.0))
M4, M4_INSERT, M3, M2_INSERT = 4.5, 5.6, 3.4, 3.2
BUSH = 12.0  # outside of the shaft's bushes
BUSH_FITS = ((12.0, "12 H7 for the shaft's bush"), (8.0, "8 H7 for the pivot"))


def outer_y(g: Dims) -> tuple[float, float]:
    """The outer plate across."""
    return g("line.plate.outer") - g("line.plate.thick"), g("line.plate.outer")


def inner_y(g: Dims) -> tuple[float, float]:
    """The inner plate across."""
    return g("line.plate.inner"), g("line.plate.inner") + g("line.plate.thick")


def frame_pieces(g: Dims) -> list[Piece]:
    """Everything of the head that stands, without sensors."""
    return [*_plates(g), _lift_guide(g), _slide_guide(g), _pocket_stop(g), *_bushes(g),
            *_spacers(g), *_pivots(g), *_motor(g), *_feet(g)]


def _shared() -> list[Hole]:
    spots = [*SPACERS, *LIFT_SCREWS, *SLIDE_SCREWS, (290, FOOT_Z), (380, FOOT_Z)]
    return [(x, z, M4) for x, z in spots]


def _plates(g: Dims) -> list[Piece]:
    points = frame(g)
    low, motor = g("table.bottom") + g("table.base") + 2, g("line.motor.holes") / 2
    outer = plate([(272, low), (395, low), (395, 688), (376, 688), (345, 720), (345, 726),
                   (272, 726)], outer_y(g), [
        *_shared(), (*points.shaft, BUSH), (*points.lever, 8.0),
        *((x, z, M3) for x, z in STOP_SCREWS), *((x, 508.0, M4) for x in (309.0, 321.0)),
        *((x, z, M4) for x, z in SWITCH_SCREWS)], 3)
    inner = plate([(272, low), (395, low), (395, 600), (345, 716), (311.5, 716), (311.5, 664),
                   (272, 664)], inner_y(g), [
        *_shared(), (*points.shaft, BUSH), (*points.rocker, 8.0),
        *((points.shaft[0] + i * motor, points.shaft[1] + j * motor, M4)
          for i in (-1, 1) for j in (-1, 1))], 3)
    return [Piece("plate_outer", "outer head plate", outer, "aluminium", "plate",
                  fits=BUSH_FITS),
            Piece("plate_inner", "inner head plate", inner, "aluminium", "plate",
                  fits=BUSH_FITS)]


def _lift_guide(g: Dims) -> Piece:
    """Guides the elevator's rods; its cheeks keep a lowered tile in the pocket."""
    x0 = lane_x(g)[1]
    x1 = x0 + g("head.pocket")
    low, high = g("line.elevator.guide_low"), g("line.elevator.guide_high")
    y = g("line.plate.outer"), g("line.plate.inner")
    solid: Any = box((x0 - 3.5, x1 + 3.5), y, (low, high))
    solid += [box((x0 - 3.5, x0 - 0.5), (y[0] + 5, y[1] - 4), (low, g("lane.floor") - 7.5)),
              box((x1 + 0.5, x1 + 3.5), (y[0] + 5, y[1] - 4), (low, g("lane.floor") - 0.5))]
    bores = [rod((frame(g).pocket, g(f"line.elevator.rod_{n}")), 4, (low - 1, high + 1))
             for n in ("one", "two")]
    solid = solid - bores - [pin(at, M4_INSERT / 2, side) for at in LIFT_SCREWS
                             for side in ((y[0] - 1, y[0] + 7), (y[1] - 7, y[1] + 1))]
    return Piece("guide_elevator", "elevator guide", solid, "print", "print", view="z",
                 fits=((8.0, "8 H7, reamed, for a bush 6/8 x 10 from either end"),
                       (M4_INSERT, "melt-in insert M4")))


def _slide_guide(g: Dims) -> Piece:
    x = g("line.slider.guide_from"), g("line.slider.guide_to")
    y = g("line.plate.outer"), g("line.plate.inner")
    middle, z = -g("lane.centre"), g("line.slider.rod_z")
    solid: Any = box(x, y, (z - 9, z + 9))
    solid -= [along_x((middle + i * g("line.slider.rod_half"), z), 4, (x[0] - 1, x[1] + 1))
              for i in (-1, 1)]
    solid -= [pin(at, M4_INSERT / 2, side) for at in SLIDE_SCREWS
              for side in ((y[0] - 1, y[0] + 6), (y[1] - 6, y[1] + 1))]
    return Piece("guide_slider", "slider guide", solid, "print", "print", view="x",
                 fits=((8.0, "8 H7, reamed, for a bush 6/8 x 10 from either end"),
                       (M4_INSERT, "melt-in insert M4")))


def along_x(centre: tuple[float, float], radius: float, x: tuple[float, float]) -> Any:
    """A cylinder along x; `centre` is y, z."""
    return Solid.make_cylinder(radius, x[1] - x[0], Plane((x[0], *centre), z_dir=(1, 0, 0)))


def _pocket_stop(g: Dims) -> Piece:
    """What a tile runs against; its distance from the belt is set by shims."""
    x0, outer = lane_x(g)[1], band(g, "lane")[0]
    y = g("line.plate.outer"), outer
    solid = box((x0 + 0.5, x0 + g("head.pocket") - 0.5), y, (g("lane.floor") - 21, 726))
    solid = solid - [tool for x, z in STOP_SCREWS
                     for tool in (pin((x, z), M3 / 2, (y[0] - 1, y[1] + 1)),
                                  pin((x, z), 3.2, (y[1] - 1.8, y[1] + 1)))]
    return Piece("pocket_stop", "pocket stop", solid, "print", "print",
                 fits=((M3, "M3, head let in"),))


def _bushes(g: Dims) -> list[Piece]:
    shaft = frame(g).shaft
    bore = g("line.shaft.diameter") / 2
    rows = (("outer", outer_y(g), (g("line.plate.outer"), g("line.plate.outer") + 1)),
            ("inner", inner_y(g), (g("line.plate.inner") - 1, g("line.plate.inner"))))
    return [Piece(f"bush_{name}", "flanged bush 8/12 x 6", pin(shaft, BUSH / 2, y)
                  + pin(shaft, 8, flange) - pin(shaft, bore, (y[0] - 9, y[1] + 9)), "bronze",
                  "buy") for name, y, flange in rows]


def _spacers(g: Dims) -> list[Piece]:
    y = g("line.plate.outer"), g("line.plate.inner")
    return [Piece(f"spacer_{n}", "spacer 8 x 41, M4 inside", pin(at, 4, y) - pin(at, 1.65, y),
                  "aluminium", "turn") for n, at in enumerate(SPACERS, 1)]


def _pivots(g: Dims) -> list[Piece]:
    """Pins of lever and rocker, each held by one plate: nothing else passes their planes."""
    points = frame(g)
    return [Piece("pivot_lever", "lever's pivot", pin(points.lever, 4,
                                                      (outer_y(g)[0], -327.8)), "steel", "turn",
                  fits=((8.0, "8 h6, M6 x 8 at the plate's end, groove for a clip DIN 471"),)),
            Piece("pivot_rocker", "rocker's pivot", pin(points.rocker, 4,
                                                        (-326.2, inner_y(g)[1])), "steel",
                  "turn",
                  fits=((8.0, "8 h6, M6 x 8 at the plate's end, groove for a clip DIN 471"),))]


def _motor(g: Dims) -> list[Piece]:
    x, z = frame(g).shaft
    face = inner_y(g)[1] + g("line.motor.stand")
    half, hole = g("motor.frame") / 2, g("line.motor.holes") / 2
    stands = [Piece(f"stand_{n}", "motor stand 8 x 30, M4 inside",
                    pin(at, 4, (inner_y(g)[1], face)) - pin(at, 1.65, (inner_y(g)[1], face)),
                    "aluminium", "turn")
              for n, at in enumerate(((x + i * hole, z + j * hole) for i in (-1, 1)
                                      for j in (-1, 1)), 1)]
    body = box((x - half, x + half), (face, face + g("motor.length")), (z - half, z + half))
    return [*stands, Piece("motor", "head's gear motor, 75 rpm", body, "motor", "buy",
                           mass_g=g("motor.mass"))]


def _feet(g: Dims) -> list[Piece]:
    """Angles that the plates stand on, screwed to the table's base plate."""
    low = g("table.bottom") + g("table.base")
    pieces = []
    for name, wall, out in (("outer", outer_y(g)[0], -1), ("inner", inner_y(g)[1], 1)):
        solid: Any = box((280, 390), (wall, wall + out * 3), (low, low + 20))
        solid += box((280, 390), (wall, wall + out * 20), (low, low + 3))
        solid -= [pin((x, FOOT_Z), M4 / 2, (wall - 9, wall + 9)) for x in (290, 380)]
        solid -= [rod((x, wall + out * 12), 2.5, (low - 1, low + 4)) for x in (300, 370)]
        pieces.append(Piece(f"foot_{name}", "foot, angle 20 x 20 x 3", solid, "aluminium",
                            "sheet"))
    return pieces
