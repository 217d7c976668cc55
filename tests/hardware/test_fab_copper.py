"""What two foreign readers see in the Gerbers is the copper of the board file, pixel by pixel.

FAB=all lets gerbv draw every part of every layer; otherwise it draws one part of each.
"""

import os
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hardware.fab.boards import BOARDS
from tests.hardware import board_raster
from tests.hardware.gerber_readers import by_gerbv, by_pygerber, drills, windows
from tests.hardware.raster import Raster, equal, thick
from tests.hardware.tools import needs

ROOT = Path(__file__).resolve().parents[2]
LAYERS = [(board, layer) for board in BOARDS for layer in board.copper]
NAMES = [f"{board.name}-{layer}" for board, layer in LAYERS]
WANTED = 0.999  # of a whole layer's pixels
DRAWN_ALIKE = 0.99999  # where the same hand draws both
CROWDED = 0.998  # of a part of it, which may be nothing but edges
MICROMETRE = 0.0011


@cache
def copper(board, layer):
    """What the board file says."""
    text = (ROOT / board.file).read_text(encoding="utf-8")
    return board_raster.copper(text, layer, board.width, board.height)


def gerber(board, layer):
    return ROOT / board.folder / f"gerbers/{board.name}-{layer.replace('.', '_')}.gbr"


def differences(have, want, least=WANTED):
    """A sentence where the pixels are not the same copper."""
    found = [f"{equal(have, want):.5f} of the pixels are equal"] \
        if equal(have, want) < least else []
    if place := thick(have, want):
        found.append(f"more than an edge differs at {place} mm from the upper left corner")
    return found


@pytest.mark.parametrize("board, layer", LAYERS, ids=NAMES)
def test_pygerber_sees_the_boards_copper(board, layer):
    seen = by_pygerber(gerber(board, layer), board.width, board.height)
    assert differences(seen, copper(board, layer), DRAWN_ALIKE) == []


@pytest.mark.parametrize("board, layer", LAYERS, ids=NAMES)
def test_gerbv_sees_the_boards_copper(board, layer, tmp_path):
    needs("gerbv")
    parts, want = windows(board.width, board.height), copper(board, layer)
    if os.environ.get("FAB") != "all":
        window = parts[board.copper.index(layer) * 2 + 1]
        seen = by_gerbv(gerber(board, layer), window, tmp_path)
        assert differences(seen, window.of(want), CROWDED) == []
        return
    seen = np.zeros_like(want)
    for window in parts:
        window.of(seen)[:] = by_gerbv(gerber(board, layer), window, tmp_path)
    assert differences(seen, want) == []


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_drills_are_the_pads_and_vias(board):
    plated, bare = board_raster.holes((ROOT / board.file).read_text(encoding="utf-8"),
                                      board.height)
    for kind, wanted in (("PTH", plated), ("NPTH", bare)):
        found = drills(ROOT / board.folder / f"gerbers/{board.name}-{kind}.drl")
        assert len(found) == len(wanted) > 0
        assert np.allclose(rounded(found), rounded(wanted), atol=MICROMETRE)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_gerbv_sees_the_drills(board, tmp_path):
    needs("gerbv")
    plated, _ = board_raster.holes((ROOT / board.file).read_text(encoding="utf-8"), board.height)
    drawn, window = Raster(board.width, board.height), windows(board.width, board.height)[0]
    for x, y, drill in plated:
        drawn.oval(x, board.height - y, drill, drill)
    seen = by_gerbv(ROOT / board.folder / f"gerbers/{board.name}-PTH.drl", window, tmp_path)
    assert seen.any() and differences(seen, window.of(drawn.cells)) == []


def rounded(holes):
    """In an order that the last digit does not change."""
    return sorted(tuple(round(its, 2) for its in hole) for hole in holes)


# ----------------------------------------------------------------------------- faults
def without_a_track(text):
    """The longest line of a Gerber left out."""
    def long(found):
        (ax, ay), (bx, by) = ((int(found[i]), int(found[i + 1])) for i in (1, 3))
        return abs(ax - bx) + abs(ay - by)

    pair = r"X(-?\d+)Y(-?\d+)D02\*\nX(-?\d+)Y(-?\d+)D01\*\n"
    track = max(re.finditer(pair, text), key=long)
    return text[:track.start()] + text[track.end():]


def without_a_flash(text):
    return re.sub(r"^X-?\d+Y-?\d+D03\*\n", "", text, count=1, flags=re.M)


def wider_tracks(text):
    return text.replace("C,0.200000*%", "C,0.300000*%")


def moved(text):
    """The whole picture 0.1 mm to the right."""
    return re.sub(r"^X(-?\d+)(Y-?\d+D0)", lambda its: f"X{int(its[1]) + 100000}{its[2]}", text,
                  flags=re.M)


@pytest.mark.parametrize("spoil", [without_a_track, without_a_flash, wider_tracks, moved])
def test_a_spoilt_gerber_is_seen(spoil, tmp_path):
    board, layer = BOARDS[1], "B.Cu"
    text = gerber(board, layer).read_text(encoding="utf-8")
    assert spoil(text) != text
    path = tmp_path / "spoilt.gbr"
    path.write_text(spoil(text), encoding="utf-8")
    assert differences(by_pygerber(path, board.width, board.height), copper(board, layer))


def test_gerbv_sees_a_track_left_out(tmp_path):
    needs("gerbv")
    board, layer = BOARDS[1], "B.Cu"
    path = tmp_path / "spoilt.gbr"
    path.write_text(without_a_track(gerber(board, layer).read_text(encoding="utf-8")),
                    encoding="utf-8")
    assert any(differences(by_gerbv(path, window, tmp_path), window.of(copper(board, layer)),
                           CROWDED) for window in windows(board.width, board.height))


def test_a_drill_left_out_or_too_large_is_seen(tmp_path):
    path = ROOT / BOARDS[1].folder / "gerbers/mains-PTH.drl"
    text = path.read_text(encoding="utf-8")
    spoilt = tmp_path / "x.drl"
    for change in (lambda its: re.sub(r"^X.*\n", "", its, count=1, flags=re.M),
                   lambda its: re.sub(r"^T1C0\.\d+", "T1C0.900", its, flags=re.M)):
        spoilt.write_text(change(text), encoding="utf-8")
        assert drills(spoilt) != drills(path)
