"""The router on small boards, and planes with holes as one closed line."""

import shutil
from itertools import pairwise

import numpy as np
import pytest

from hardware.board.geometry import Rect
from hardware.copper.fills import mask_of
from hardware.route.job import Job, Land, Rules
from hardware.route.plane import CELL, outlines, plane

RULES = Rules(0.2, 0.2, 0.6, 0.3, 0.8, 0.4)
needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="NOT RUN: cc is missing")


def land(name, net, x, y, layers=(0,)):
    return Land(name, net, Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5), layers)


def routed(lands, planes=(), seed=1):
    from hardware.route.ripup import Router
    from hardware.route.tracks import tracks
    router = Router(Job(20, 12, tuple(lands), RULES, frozenset(planes)), seed)
    return tracks(router, router.run(lambda line: None))


CROSSED = [land("a1", "A", 3, 6), land("a2", "A", 17, 6), land("b1", "B", 10, 2),
           land("b2", "B", 10, 10)]


@needs_compiler
def test_two_nets_that_cross_take_two_layers():
    its = routed(CROSSED)
    assert its.open == []
    assert its.vias and {segment.layer for segment in its.segments} == {0, 1}
    assert its == routed(CROSSED)


@needs_compiler
def test_a_plane_takes_one_via():
    its = routed([land("a1", "GND", 3, 6)], {"GND"})
    assert its.open == [] and len(its.vias) == 1


@needs_compiler
def test_who_is_walled_in_is_named():
    wall = [Land("wall", "W", Rect(8, -1, 9, 13), (0, 1))]
    assert routed([*CROSSED[:2], *wall]).open == ["A"]


@needs_compiler
def test_who_stands_in_the_way_is_laid_anew():
    """The short wire is laid first, through the only gap that the long one has."""
    walls = [Land("w1", "W", Rect(8, -1, 9, 5.2), (0, 1)),
             Land("w2", "W", Rect(8, 6.8, 9, 13), (0, 1))]
    lands = [*walls, land("a1", "A", 6, 6), land("a2", "A", 11, 6), land("b1", "B", 3, 3),
             land("b2", "B", 17, 9)]
    assert [name for name in routed(lands).open if name != "W"] == []


def test_a_planes_line_encloses_its_cells():
    foreign = [Rect(5, 5, 6, 6), Rect(7, 5.2, 8, 6.1), Rect(6.5, 1, 6.6, 1.1)]
    mask = plane(Rect(0.4, 0.4, 9.6, 9.6), foreign, [Rect(2, 2, 3, 3)], 0.2)
    lines = outlines(mask)
    assert len(lines) == 1
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*lines[0], lines[0][0]]))
    assert twice / 2 == pytest.approx(mask.sum() * CELL ** 2)
    again = mask_of(tuple(lines[0]))
    rows, columns = (min(a, b) for a, b in zip(mask.shape, again.shape, strict=True))
    assert np.array_equal(mask[:rows, :columns], again[:rows, :columns])
    for rect in foreign:
        x, y = rect.centre
        assert not mask[int(y / CELL), int(x / CELL)]


def test_a_piece_without_a_pad_is_no_plane():
    mask = plane(Rect(0, 0, 10, 4), [Rect(5, -1, 6, 5)], [Rect(1, 1, 2, 2)], 0.2)
    assert mask[20, 60] and not mask[:, 130:].any()
