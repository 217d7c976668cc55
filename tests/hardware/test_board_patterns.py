"""Land patterns, plane geometry and the library's files."""

import math
from itertools import combinations
from pathlib import Path

import pytest

from hardware.board import library
from hardware.board.geometry import Rect, around, crosses, turn
from hardware.board.landpatterns import PATTERNS
from hardware.board.sexpr import number, quote

ROOT = Path(__file__).resolve().parents[2]
SOLDER_BRIDGE_MM = 0.15


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_pattern_can_be_made(name):
    pattern = PATTERNS[name]
    names = [pad.name for pad in pattern.pads]
    assert len(names) == len(set(names))
    for pad in pattern.pads:
        assert min(pad.w, pad.h) - pad.drill >= (0.5 if pad.drill else 0.3), pad
    for one, two in combinations(pattern.pads, 2):
        assert one.rect.gap(two.rect) >= SOLDER_BRIDGE_MM, (one, two)
    assert all(pad.rect.inside(pattern.courtyard) for pad in pattern.pads)
    if pattern.slot:
        assert min(pattern.slot.width, pattern.slot.height) >= 1.0
        assert all(pad.rect.gap(pattern.slot) >= 0.5 for pad in pattern.pads)


def test_library_is_fresh_and_holds_nothing_else():
    files = library()
    for path, content in files.items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, path
    folder = ROOT / "hardware/lib/mj.pretty"
    assert {str(p.relative_to(ROOT)) for p in folder.iterdir()} == set(files)


def test_known_distances():
    pads = {pad.name: pad for pad in PATTERNS["VH_4"].pads}
    assert pads["1"].rect.gap(pads["2"].rect) > 3
    pads = {pad.name: pad for pad in PATTERNS["TO-220-3_V"].pads}
    a1, a2 = pads["1"], pads["2"]  # up to 587 V peak between them
    assert math.dist((a1.x, a1.y), (a2.x, a2.y)) - 1.8 > 3.2
    pads = {pad.name: pad for pad in PATTERNS["Relay_G7SA"].pads}
    assert pads["12"].rect.gap(pads["33"].rect) > 8
    pads = {pad.name: pad for pad in PATTERNS["Pico_socket"].pads}
    assert (pads["1"].x, pads["40"].x) == (-8.89, 8.89)
    assert pads["1"].y == pads["40"].y


def test_turning_is_counter_clockwise_with_y_down():
    assert turn((1, 0), 90) == (0, -1)
    assert turn((1, 0), 270) == (0, 1)
    assert turn((1, 2), 180) == (-1, -2)


def test_the_way_round_a_slot():
    slot = Rect(4, -3, 5, 3)
    assert around((0, 5), (9, 5), slot) == 9
    wanted = 2 * math.hypot(4, 3) + 1
    assert around((0, 0), (9, 0), slot) == pytest.approx(wanted)
    assert crosses((0, 0), (9, 0), slot) and not crosses((0, 4), (9, 4), slot)
    assert not crosses((4.5, -9), (4.5, -4), slot)


def test_distance_of_rectangles():
    assert Rect(0, 0, 1, 1).gap(Rect(4, 5, 6, 6)) == 5
    assert Rect(0, 0, 2, 2).gap(Rect(1, 1, 3, 3)) == 0


def test_numbers_and_quotes():
    assert [number(x) for x in (1.0, -0.0, 1.25, 0.00001, 10.0, -3.5)] == \
        ["1", "0", "1.25", "0", "10", "-3.5"]
    assert quote('a "b" \\') == '"a \\"b\\" \\\\"'
