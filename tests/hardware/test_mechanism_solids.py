"""Solids: nothing collides in any position; what is shifted does; STEP, masses and drawings."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from tests.hardware.tools import needs

needs("build123d")

from hardware.mechanism import OUT, same  # noqa: E402
from hardware.mechanism.collide import clashes  # noqa: E402
from hardware.mechanism.dimensions import load  # noqa: E402
from hardware.mechanism.line_view import line_view  # noqa: E402
from hardware.mechanism.mass import all_parts, group_of, part_mass, set_kg, total_kg  # noqa: E402
from hardware.mechanism.mesh import cuboid  # noqa: E402
from hardware.mechanism.model import STATES, fixed, moving  # noqa: E402
from hardware.mechanism.part import Part, box  # noqa: E402
from hardware.mechanism.raster import View, facets, render, shadows  # noqa: E402
from hardware.mechanism.sheet import Sheet, num  # noqa: E402
from hardware.mechanism.step_file import same_step, step_bytes, summary  # noqa: E402
from hardware.mechanism.top_view import top_view  # noqa: E402
from hardware.mechanism.trace import outlines, simplified  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
G = load(ROOT)


@pytest.mark.parametrize("machine", ["four_port", "single_port"])
def test_nothing_collides_in_any_position(machine):
    assert [str(clash) for clash in clashes(G, machine)] == []


@pytest.mark.parametrize("stacks", [17, 18])
def test_shorter_walls_collide_with_nothing(stacks):
    assert clashes(G, stacks=stacks, only=f"wall_{stacks}") == []


SHIFTS = [
    ({"lift__start": 281}, "lifts up", "lift_plate", {"a.lift_plate", "body.top"}),
    ({"lift__centre": 335}, "home", "lift_plate", {"a.lift_plate", "a.lane_outer"}),
    ({"lane__length": 457}, "home", "wall", {"a.wall_19", "a.lane_end"}),
    ({"hatch__radius": 140}, "home", "hatch.panel", {"hatch.panel", "body.top"}),
    ({"drum__centre": 650}, "home", "shell", {"drum.shell", "body.top"}),
    ({"belt__line": 275}, "home", "trough", {"d.trough_inner", "drum.shell"}),
    ({"flap__open": 20}, "lifts up", "flap", {"a.flap", "a.wall_19"}),
]


@pytest.mark.parametrize("change, state, only, pair", SHIFTS)
def test_a_part_in_the_way_is_found_with_both_names(change, state, only, pair):
    found = clashes(G.changed(**change), states=[state], only=only)
    hit = [clash for clash in found if {clash.first, clash.second} == pair]
    assert hit, [str(clash) for clash in found]
    assert re.search(r" overlap by \d+ mm3 \(within [\d.]+ x [\d.]+ x [\d.]+ mm\)", str(hit[0]))


def test_the_chain_must_clear_the_pusher():
    found = clashes(G.changed(chain__inside=354), "single_port", states=["home"], only="chain")
    assert {"a.pusher", "b.chain"} in [{c.first, c.second} for c in found]


def test_every_part_has_its_own_name_one_solid_and_a_group():
    for machine in ("four_port", "single_port"):
        parts = [*fixed(G, machine), *moving(G, STATES["home"], 19, machine)]
        assert len({part.name for part in parts}) == len(parts)
        assert [p.name for p in parts if len(p.solid.solids()) != 1] == []
    assert all(group_of(part.name) for part in all_parts(G, "four_port"))


def test_the_mass_is_near_the_advertised_one_and_follows_the_densities():
    mass = total_kg(G, "four_port")
    assert 0.8 < mass / (G("advertised.mass") / 1000) < 1.1
    part = Part("one", box((0, 100), (0, 100), (0, 100)), "steel")
    assert part_mass(G, part) == pytest.approx(7.85)
    assert part_mass(G.changed(density__steel=4000), part) == pytest.approx(4)
    assert part_mass(G, Part("motor", part.solid, "motor", mass_g=700)) == 0.7
    assert set_kg(G, 144) == pytest.approx(3.03, abs=0.01)


def test_the_step_file_is_fixed_and_compared_by_what_it_holds():
    parts = [Part("one", box((0, 10), (0, 10), (0, 10)), "steel"),
             Part("two", box((20, 30), (0, 10), (0, 5)), "steel")]
    first, again = step_bytes("pair", parts), step_bytes("pair", parts)
    assert first == again and b"'2000-01-01T00:00:00'" in first
    assert b"PRODUCT('one'" in first and b"/tmp" not in first
    count, volume, bounds = summary(first)
    assert (count, round(volume)) == (2, 1500) and bounds[3] == pytest.approx(30)
    renamed = step_bytes("other", parts)
    assert renamed != first and same_step(renamed, first)
    assert same("x.step", renamed, first) and not same("x.svg", renamed, first)
    assert not same_step(step_bytes("pair", parts[:1]), first)
    moved = [parts[0], Part("two", box((21, 31), (0, 10), (0, 5)), "steel")]
    assert not same_step(step_bytes("pair", moved), first)


def test_the_committed_step_file_holds_every_part():
    count, _, bounds = summary((ROOT / OUT / "four_port.step").read_bytes())
    assert count == len(all_parts(G, "four_port")) + 4
    assert [round(b - a, 1) for a, b in zip(bounds[:3], bounds[3:], strict=True)] == [
        914.4, 914.4, 762.0]


def words(text):
    """All texts of an SVG."""
    return {node.text for node in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}text")}


def test_the_drawings_carry_their_dimensions_and_follow_them():
    top, line = words(top_view(G)), words(line_view(G))
    assert {"914.4", "17 stacks 425", "18 stacks 450", "19 stacks 475",
            "lane and lift slot 482", "between walls 626.9"} <= top
    assert {"belt run 262", "lane and slot 482", "lift plate 480", "travel 55", "gap 22.5",
            "CNT", "INLET", "slot 35"} <= line
    longer = G.changed(lane__length=490, slot__length=490)
    assert "lane and lift slot 490" in words(top_view(longer))
    assert "lane and slot 490" in words(line_view(longer))


def test_the_picture_is_small_and_named():
    text = (ROOT / OUT / "table.svg").read_text(encoding="utf-8")
    assert len(text) < 400_000
    assert {"drum", "magnet ring", "belt", "tile counter", "centre hatch with dice"} <= words(text)


def test_of_two_facets_the_nearer_is_seen_and_throws_its_shadow():
    low = cuboid((-20, -20, 0), (40, 40, 1), "#aaaaaa")
    high = cuboid((-5, -5, 30), (9, 9, 1), "#f00")
    corners, normals, owner = facets([low, high])
    seen = render(corners, normals, View.along((0.01, -0.01, 1), 2))
    middle = owner[seen.facet[seen.facet.shape[0] // 2, seen.facet.shape[1] // 2]]
    assert middle == 1
    light = render(corners, normals, View.along((0.3, -0.3, 1), 2))
    dark = shadows(seen, light)
    assert 100 < dark.sum() < 600 and seen.depth.max() == pytest.approx(31, abs=0.5)


def test_regions_become_closed_outlines():
    grid = np.full((6, 6), -1)
    grid[1:5, 1:5] = 3
    grid[2:4, 2:4] = 7
    found = outlines(grid)
    assert sorted(found) == [3, 7] and len(found[3]) == 2
    assert set(simplified(found[7][0], 0.5)) == {(2, 2), (2, 4), (4, 4), (4, 2)}


def test_numbers_are_short_and_dimensions_may_stand_aside():
    assert [num(x) for x in (-0.04, 2.0, 1.26)] == ["0", "2", "1.3"]
    sheet = Sheet("t")
    sheet.across((0, 4), 10, (0, 0), aside=5)
    sheet.across((0, 4), 20, (0, 0), aside=-5)
    sheet.upright((0, 4), 10, (0, 0), aside=5)
    sheet.upright((4, 0), -10, (0, 0), aside=-5)
    assert sheet.svg().count(">4<") == 4 and "-0 " not in sheet.svg()
