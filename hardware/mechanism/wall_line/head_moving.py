"""The parts of a head that move, at 0 deg: cams, shaft, lever, rocker, elevator, slider."""

import math
from typing import Any

from build123d import Axis

from ..dimensions import Dims
from ..layout import band, lane_x
from ..part import box, pin, rod
from .cam import elevator_cam, push_cam
from .head_frame import M4, along_x, inner_y
from .linkage import cam_roller, frame, groove_roller, lever_deg, rocker_deg
from .piece import Piece, capsule, curved, drilled

CAM_Y, PUSH_Y = (-342.0, -334.0), (-320.0, -312.0)
LEVER_Y, ROCKER_Y = (-333.0, -329.0), (-325.0, -321.0)
HUB_TURN = ((11.0, 0.0), (-3.762, 10.337), (-5.5, -9.526))  # screws; uneven: one way only
SHAFT_FITS = ((8.0, "8 H7 on the shaft"), (M4, "for M4, head let in"))


def moving_pieces(g: Dims) -> list[Piece]:
    """All of them."""
    return [*_cams(g), *_shaft(g), *_lever(g), *_rocker(g), *_elevator(g), *_slider(g)]


def _cams(g: Dims) -> list[Piece]:
    x, z = frame(g).shaft
    lift, push = elevator_cam(g), push_cam(g)
    holes = [(x, z, g("line.shaft.diameter")), *((x + i, z + j, M4) for i, j in HUB_TURN)]
    cam = drilled(curved(lift.offset(-lift.radius)[::8], (x, z), CAM_Y), CAM_Y, holes)
    cam -= [pin((x + i, z + j), 4.5, (CAM_Y[0] - 1, CAM_Y[0] + 2.5)) for i, j in HUB_TURN]
    half = push.radius + g("line.cam.play") / 2
    outside = float((push.pitch ** 2).sum(axis=1).max() ** 0.5) + half + g("line.cam.rim")
    floor = PUSH_Y[0] + g("line.cam.deep")
    groove = (curved(push.offset(half)[::8], (x, z), (PUSH_Y[0] - 1, floor))
              - curved(push.offset(-half)[::8], (x, z), (PUSH_Y[0] - 2, floor + 1)))
    disc = drilled(pin((x, z), outside, PUSH_Y), PUSH_Y, holes) - groove
    disc -= [pin((x + i, z + j), 4.5, (PUSH_Y[1] - 2.5, PUSH_Y[1] + 1)) for i, j in HUB_TURN]
    return [Piece("cam_elevator", "elevator cam", cam, "pom", "plate", "shaft", SHAFT_FITS),
            Piece("disc_push", "push disc with its groove", disc, "pom", "plate", "shaft",
                  SHAFT_FITS)]


def _shaft(g: Dims) -> list[Piece]:
    x, z = frame(g).shaft
    half, y = g("line.shaft.diameter") / 2, (-386.0, -294.0)
    solid = pin((x, z), half, y) - box((x - 9, x + 9), (y[0] - 1, y[1] + 1),
                                       (z + half - g("line.shaft.flat"), z + 9))
    hub = pin((x, z), 16, (CAM_Y[1], PUSH_Y[0])) - pin((x, z), half, (-400, -300))
    hub = hub - [pin((x + i, z + j), 1.65, (-400, -300)) for i, j in HUB_TURN]
    joint = pin((x, z), 10, (inner_y(g)[1] + 2, inner_y(g)[1] + 27))
    joint -= pin((x, z), half, (-400, -200))
    return [Piece("shaft", "cam shaft", solid, "steel", "turn", "shaft",
                  ((8.0, "8 h6; flat 0.5 along it"),)),
            Piece("hub", "cam hub", hub, "aluminium", "turn", "shaft",
                  ((8.0, "8 H7; two grub screws M4 on the flat"), (3.3, "M4 through"))),
            Piece("coupling", "coupling 8/8, 20 x 25", joint, "aluminium", "buy", "shaft")]


def _roller(name: str, size: str, at: tuple[float, float], y: float, body: str,
            g: Dims) -> Piece:
    wide, radius = g(f"line.roller.{size}_wide"), g(f"line.roller.{size}") / 2
    ring = pin(at, radius, (y, y + wide)) - pin(at, g(f"line.roller.{size}_bore") / 2,
                                                (y - 1, y + wide + 1))
    kind = "ball bearing 624ZZ" if size == "large" else "ball bearing 623ZZ"
    return Piece(name, kind, ring, "steel", "buy", body)


def _lever(g: Dims) -> list[Piece]:
    points = frame(g)
    at, tip = cam_roller(g, 0), _tip(g)
    bore = g("line.roller.large_bore")
    solid = capsule([(*tip, 4), (*at, 7), (*points.lever, 9)], LEVER_Y)
    solid = drilled(solid, LEVER_Y, [(*tip, bore), (*at, bore), (*points.lever, 10)])
    return [Piece("lever", "elevator lever", solid, "steel", "plate", "lever",
                  ((10.0, "10 H7 for a bush 8/10 x 4"), (4.0, "4 H7 for the roller's screw"))),
            _roller("roller_cam", "large", at, CAM_Y[0] + 2, "lever", g),
            _roller("roller_tip", "large", tip, LEVER_Y[1] + 0.5, "lever", g)]


def _tip(g: Dims) -> tuple[float, float]:
    """The roller under the foot with the elevator level."""
    angle, pivot = math.radians(lever_deg(g, 0)), frame(g).lever
    arm = g("line.lever.tip")
    return pivot[0] - arm * math.cos(angle), pivot[1] + arm * math.sin(angle)


def _rocker(g: Dims) -> list[Piece]:
    """Upright with the pusher half out, so drawn leaning back as at home."""
    x, z = frame(g).rocker
    arm, long = g("line.rocker.arm"), g("line.rocker.pin_z") - z
    bore, half = g("line.roller.small_bore"), g("line.roller.small") / 2 + 0.1
    solid = capsule([(x, z, 9), (x, z + arm, 7), (x, z + long - 9, 8)], ROCKER_Y)
    solid += box((x - 8, x + 8), ROCKER_Y, (z + long - 9, z + long + 3))
    solid = drilled(solid, ROCKER_Y, [(x, z, 10), (x, z + arm, bore)])
    solid -= box((x - half, x + half), (-400, -300), (z + long - 7, z + long + 9))
    lean = math.radians(rocker_deg(g, 0))
    solid = solid.rotate(Axis((x, 0, z), (0, -1, 0)), math.degrees(lean))
    return [Piece("rocker", "pusher rocker", solid, "aluminium", "plate", "rocker",
                  ((10.0, "10 H7 for a bush 8/10 x 4"), (3.0, "3 H7 for the roller's screw"))),
            _roller("roller_push", "small", groove_roller(g, 0), PUSH_Y[0] - 0.5, "rocker", g)]


def _elevator(g: Dims) -> list[Piece]:
    x0, floor, thick = lane_x(g)[1], g("lane.floor"), g("lift.plate")
    outer, inner = band(g, "lane")
    gap, middle, foot = g("line.elevator.gap"), frame(g).pocket, frame(g).foot_up
    spots = [(middle, g(f"line.elevator.rod_{n}")) for n in ("one", "two")]
    top = box((x0 + gap, x0 + g("head.pocket") - gap), (outer + gap, inner - gap),
              (floor - thick, floor))
    top = top - [tool for at in spots for tool in (rod(at, 1.7, (floor - 9, floor + 1)),
                                                   rod(at, 3.2, (floor - 2, floor + 1)))]
    high = foot + g("line.elevator.foot")
    base = box((middle - 6, middle + 6), (-346.5, -322.5), (foot, high))
    base = base - [rod(at, 2.1, (foot + 1.5, high + 1)) for at in spots]  # smooth below
    rods = [Piece(f"elevator_rod_{n}", "elevator rod 6 x 40, with a stub M5 x 6",
                  rod(at, 3, (high, floor - thick)) + rod(at, 2.1, (high - 6, high))
                  - rod(at, 1.25, (floor - thick - 10, floor)), "steel", "turn", "elevator",
                  ((6.0, "6 h6 ground"), (4.2, "M5"), (2.5, "M3 x 8")), view="z")
            for n, at in enumerate(spots, 1)]
    return [Piece("elevator_plate", "elevator plate", top, "aluminium", "plate", "elevator",
                  ((3.4, "M3, head let in"),), view="z"), *rods,
            Piece("elevator_foot", "elevator foot", base, "aluminium", "plate", "elevator",
                  ((4.2, "M5 x 6, from above"),), view="z")]


def _slider(g: Dims) -> list[Piece]:
    x = lane_x(g)[1] + g("head.pocket") + g("line.slider.home_gap")
    outer, inner = band(g, "lane")
    y, z, floor = (outer + 2.5, inner - 2.5), g("line.slider.rod_z"), g("lane.floor")
    back = x + g("pusher.blade")
    yoke = g("line.slider.yoke_from")
    end = yoke + g("line.slider.yoke")
    at = [(-g("lane.centre") + i * g("line.slider.rod_half"), z) for i in (-1, 1)]
    blade = box((x, back), y, (floor + 1.5, floor + 2 * g("tile.thick") - 4))
    blade = blade - [tool for spot in at for tool in (along_x(spot, 1.7, (x - 1, back + 1)),
                                                      along_x(spot, 3.2, (x - 1, x + 2)))]
    rods = [Piece(f"slider_rod_{n}", "slider rod 6 x 59.5", along_x(spot, 3, (back, yoke))
                  - [along_x(spot, 1.25, (back - 1, back + 10)),
                     along_x(spot, 1.25, (yoke - 10, yoke + 1))], "steel", "turn", "slider",
                  ((6.0, "6 h6 ground"), (2.5, "M3 x 8 at both ends")), view="x")
            for n, spot in enumerate(at, 1)]
    body: Any = box((yoke, end), y, (z - 8, z + 8))
    body += box((yoke, end), (y[0], -327), (g("line.rocker.pin_z") - 18, z))
    pin_at = frame(g).pin_home, g("line.rocker.pin_z")
    body = body - [along_x(spot, 1.7, (yoke - 1, end + 1)) for spot in at]
    body -= pin(pin_at, 1.25, (y[0] - 1, -320))
    return [Piece("blade", "pusher blade", blade, "aluminium", "plate", "slider",
                  ((3.4, "M3, head let in"),), view="x"), *rods,
            Piece("yoke", "slider yoke", body, "aluminium", "plate", "slider",
                  ((3.4, "for M3"), (2.5, "M3 through")), view="x"),
            _roller("roller_pin", "small", pin_at, ROCKER_Y[0], "slider", g)]
