"""Solids of a wall line: moved they meet nothing, shifted they do; what is written is them."""

import io
from pathlib import Path

import ezdxf
import numpy as np
import pytest

from tests.hardware.tools import needs

needs("build123d")

from build123d import import_step  # noqa: E402
from ezdxf import path as dxf_path  # noqa: E402

from hardware.mechanism.part import Part, box  # noqa: E402
from hardware.mechanism.wall_line import OUT, figures, stl  # noqa: E402
from hardware.mechanism.wall_line.dxf import dxf_text  # noqa: E402
from hardware.mechanism.wall_line.exploded import steps, ways  # noqa: E402
from hardware.mechanism.wall_line.files import made, part_files  # noqa: E402
from hardware.mechanism.wall_line.head import head_pieces  # noqa: E402
from hardware.mechanism.wall_line.lane_lift import lane_lift_pieces  # noqa: E402
from hardware.mechanism.wall_line.line import line_pieces  # noqa: E402
from hardware.mechanism.wall_line.masses import bought, line_kg, table_kg  # noqa: E402
from hardware.mechanism.wall_line.outline import bores, flat_face, size  # noqa: E402
from hardware.mechanism.wall_line.turn import entry_hits, lift_hits, turn_hits  # noqa: E402
from tests.hardware.test_wall_line import changed  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
G = figures.load(ROOT)
PIECES = line_pieces(G)


def pairs(hits):
    return {frozenset((hit.first, hit.second)) for hit in hits}


@pytest.mark.parametrize("grown", [-0.1, 0.1])
def test_a_head_turns_freely_at_angles_that_the_build_does_not_look_at(grown):
    angles = (61.5, 97, 143.5, 231, 239.5, 251.5, 263, 285.5, 299, 317.5, 329.5)
    assert [str(hit) for hit in turn_hits(G, PIECES, angles, grown=grown)] == []


def test_a_lift_goes_up_freely():
    assert [str(hit) for hit in lift_hits(G, lane_lift_pieces(G), (22.5, 97.5, 172.5))] == []


def test_a_part_in_the_way_is_found_with_both_names():
    h = changed(line__slider__guide_to=350)
    assert frozenset(("guide_slider", "yoke")) in pairs(turn_hits(h, head_pieces(h), (305,)))
    h = changed(line__elevator__guide_high=668)
    assert frozenset(("guide_elevator", "elevator_plate")) in pairs(
        turn_hits(h, head_pieces(h), (190,)))
    wall = Part("wall", box((340, 345), (-330, -320), (620, 700)), "other")
    assert frozenset(("wall", "rocker")) in pairs(turn_hits(G, head_pieces(G), (300,), [wall]))


def test_a_tile_cannot_come_in_while_the_pusher_is_out():
    assert entry_hits(G, head_pieces(G), (0, 49, 151, 229)) == []
    assert frozenset(("blade", "entering")) in pairs(entry_hits(G, head_pieces(G), (320,)))


def test_a_lift_in_a_lane_too_narrow_is_found():
    h = changed(lane__width=33)
    assert frozenset(("lift_plate", "lane_outer")) in pairs(
        lift_hits(h, lane_lift_pieces(h), (90,)))


def test_step_files_hold_the_same_volumes_and_masses():
    looked = 0
    for piece, _ in made(PIECES):
        file = ROOT / OUT / "step" / f"{piece.name}.step"
        if piece.process == "turn":
            continue
        volume = sum(solid.volume for solid in import_step(file).solids())
        assert volume == pytest.approx(piece.volume, rel=1e-6), piece.name
        assert volume * piece.mass_kg(G) / piece.volume == pytest.approx(piece.mass_kg(G))
        looked += 1
    assert looked > 30


def test_printed_parts_are_closed_and_hold_their_volume():
    printed = [piece for piece, _ in made(PIECES) if piece.process == "print"]
    assert len(printed) >= 8
    for piece in printed:
        surface = stl.read_stl((ROOT / OUT / "stl" / f"{piece.name}.stl").read_bytes())
        assert stl.open_edges(surface) == 0, piece.name
        assert stl.volume(surface) == pytest.approx(piece.volume, rel=2e-3)


def test_a_hole_in_a_surface_and_a_thin_wall_are_seen():
    block = stl.triangles(box((0, 20), (0, 20), (0, 20)))
    assert stl.open_edges(block) == 0 and stl.least_wall(block) == pytest.approx(20, abs=0.01)
    assert stl.open_edges(block[1:]) == 3
    cup = box((0, 20), (0, 20), (0, 20)) - box((1, 19), (2, 18), (3, 21))
    assert stl.least_wall(stl.triangles(cup)) == pytest.approx(1, abs=0.01)


def area(entities) -> float:
    """What the closed loops of a drawing enclose: the largest less the others."""
    lines = [np.array([(v.x, v.y) for v in dxf_path.make_path(e).flattening(0.001)])
             for e in entities]
    loops = []
    while lines:
        loop = lines.pop()
        while np.hypot(*(loop[0] - loop[-1])) > 0.01:
            n, flip = next((n, flip) for n, line in enumerate(lines) for flip in (1, -1)
                           if np.hypot(*(line[::flip][0] - loop[-1])) < 0.01)
            loop = np.concatenate([loop, lines.pop(n)[::flip]])
        x, y = loop[:, 0], loop[:, 1]
        loops.append(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)
    return 2 * max(loops) - sum(loops)


def test_flat_patterns_enclose_what_the_solids_do():
    looked = 0
    for piece, _ in made(PIECES):
        if piece.process != "plate":
            continue
        drawing = ezdxf.read(io.StringIO((ROOT / OUT / "dxf" / f"{piece.name}.dxf").read_text()))
        cut = area(drawing.modelspace().query('*[layer=="CUT"]'))
        assert cut == pytest.approx(flat_face(piece, piece.view).area, rel=1e-3), piece.name
        looked += 1
    assert looked >= 18


def test_files_are_the_same_every_time():
    piece = next(piece for piece in PIECES if piece.name == "bracket_switch")
    assert part_files(G, piece, 1) == part_files(G, piece, 1)
    cam = next(piece for piece in PIECES if piece.name == "cam_elevator")
    assert dxf_text(cam) == dxf_text(cam)


def test_every_part_comes_in_one_step_and_is_one_solid():
    brought = [name for step in steps() for name in ways(step, PIECES)]
    assert sorted(brought) == sorted(piece.name for piece in PIECES)
    assert [p.name for p in PIECES if len(p.solid.solids()) != 1 or not p.solid.is_valid] == []


def test_inserts_and_bushes_bought_are_those_that_are_drawn():
    counts = {what: count for what, count, _ in bought()}

    def drilled(wide):
        return sum(bore.sides for piece in PIECES if piece.process == "print"
                   for view in "xyz" for bore in bores(piece, view) if bore.wide == wide)

    assert drilled(5.6) == counts["melt-in insert M4 x 6"]
    assert drilled(3.2) == counts["melt-in insert M2 x 4"]
    assert drilled(4.2) == counts["melt-in insert M3 x 4"]
    # a bore takes a bush from either end
    assert 2 * drilled(8.0) == counts["plain bush 6/8 x 10, polymer"]


def test_the_table_with_real_lines_weighs_less_than_advertised():
    assert sum(line_kg(G).values()) == pytest.approx(
        sum(piece.mass_kg(G) for piece in PIECES))
    assert table_kg(G) < G("advertised.mass") / 1000


def test_a_drawing_measures_the_part():
    plate = next(piece for piece in PIECES if piece.name == "plate_outer")
    text = (ROOT / OUT / "drawings/plate_outer.svg").read_text(encoding="utf-8")
    wide, high, deep = size(plate, "y")
    for value in (wide, high, deep):
        assert f">{value:g}<" in text
    assert "12 H7 for the shaft" in text and "ISO 2768-m" in text
    assert len([bore for bore in bores(plate, "y") if bore.wide == 4.5]) == 13
