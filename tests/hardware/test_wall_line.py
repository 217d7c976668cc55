"""A head's cams do what the firmware's flags ask, within every spread; what does not is told."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.hardware.tools import needs

needs("build123d")

import hardware.mechanism.wall_line as wall_line  # noqa: E402
from hardware.mechanism.wall_line import figures, law, rules  # noqa: E402
from hardware.mechanism.wall_line.cam import elevator_cam, push_cam  # noqa: E402
from hardware.mechanism.wall_line.flags import beam_lit, edges  # noqa: E402
from hardware.mechanism.wall_line.head import head_pieces  # noqa: E402
from hardware.mechanism.wall_line.lift_checks import lift_edges, lift_torque  # noqa: E402
from hardware.mechanism.wall_line.linkage import cam_roller, frame, groove_roller  # noqa: E402
from hardware.mechanism.wall_line.motion import motion, omega  # noqa: E402
from hardware.mechanism.wall_line.torque import torque  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
G = figures.load(ROOT)


def changed(**values):
    """The figures with others; `line__law__rise=0.5` changes `line.law.rise`."""
    new = {name.replace("__", "."): value for name, value in values.items()}
    assert set(new) <= {row[0] for row in G.rows}
    return replace(G, rows=tuple((n, float(new.get(n, v)), k) for n, v, k in G.rows))


def test_no_rule_is_broken_at_rest():
    assert rules.findings(G, turn=False) == []


def test_head_waits_level_for_each_tile_and_moves_between():
    moves = motion(G)
    assert law.at(moves.elevator, 0) == 0 and law.at(moves.elevator, 190) == -G("head.drop")
    assert moves.pusher.max() == pytest.approx(G("pusher.stroke") + 0.5)
    for angle in (331, 0, 49):  # PARK, off by the worn spread
        assert abs(law.at(moves.elevator, angle)) < 0.01
    for angle in (151, 229):
        assert abs(law.at(moves.elevator, angle) + G("head.drop")) < 0.3
    out = moves.pusher > 1.25
    assert moves.elevator[out].min() > -0.3  # never pushed from a lowered elevator


def test_cams_turned_past_their_rollers_give_the_motion_back():
    """The cut curves alone, met by a roller on its lever: no use of how they were computed."""
    from hardware.mechanism.wall_line.law import STEP_DEG
    shaft = np.array(frame(G).shaft)
    for cam, roller, table in ((elevator_cam(G), cam_roller, motion(G).elevator),
                               (push_cam(G), groove_roller, motion(G).pusher)):
        cut = cam.offset(-cam.radius)
        for angle in (0, 100, 190, 240, 252, 280, 300, 320, 333):
            turn = np.radians(angle)
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            world = cut @ spin + shaft
            spot = np.array(roller(G, float(table[int(angle / STEP_DEG)])))
            near = np.hypot(*(world - spot).T).min()
            assert near == pytest.approx(cam.radius, abs=0.02), angle


def test_flags_change_where_the_firmware_expects_within_the_spread():
    worn = G("spread.cam_edge.worn.high")
    told = {edge.name: edge for edge in [*edges(G), *lift_edges(G)]}
    assert len(told) == 10 and all(edge.inside(worn) for edge in told.values())
    assert all(abs((e.found - e.expected + 180) % 360 - 180) < 0.3 for e in told.values())


def test_light_passes_a_flag_only_in_its_window():
    park = beam_lit(G, "park", np.array([330.0, 340, 0, 40, 50, 190]))
    mid = beam_lit(G, "mid", np.array([0.0, 150, 160, 190, 220, 230]))
    assert park.tolist() == [False, True, True, True, False, False]
    assert mid.tolist() == [False, False, True, True, True, False]


def test_torque_follows_energy():
    """What goes in over a turn is what friction and sliding rows eat, not less."""
    load = torque(G, list(head_pieces(G)), 19)
    work = load.table.mean() * 2 * np.pi
    assert 0.05 < work < 0.5 and load.margin > 1
    assert load.rated == pytest.approx(7 * 0.35 / omega(G))
    need, rated = lift_torque(G)
    assert need == pytest.approx(1.65 * 9.81 * 0.0305 / 0.85, rel=0.15) and need < rated


FAULTS = [
    ({"line__law__rise": 0.5}, "torque", "tiles leave the elevator"),
    ({"line__law__rise_to": 280}, "waits", "the push begins with the elevator"),
    ({"line__law__edge": 20}, "waits", "MID may show at"),
    ({"line__motor__efficiency": 0.2}, "torque", "its motor is rated"),
    ({"line__flag__place": 1.5}, "flags", "PARK on comes at"),
    ({"line__switch__back": 2.0}, "flags", "PUSH_HOME off comes at"),
    ({"line__cam__angle_max": 20}, "cams", "pressure angle of"),
    ({"line__roller__large": 24}, "cams", "it would be undercut"),
    ({"line__print__wall": 3}, "printed", "has a wall of"),
    ({"motor_types__lift__run": 1}, "lift", "the lift needs"),
    ({"line__lift__flank": 40}, "lift", "LIFT_UP on comes"),
    ({"head__speed": 600}, "torque", "its motor is rated"),
]


@pytest.mark.parametrize("change, rule, text", FAULTS)
def test_what_does_not_work_is_told_with_its_numbers(change, rule, text):
    told = list(getattr(rules, "_" + rule)(changed(**change)))
    assert any(text in line for line in told), told


def test_a_line_that_does_not_work_is_not_built(monkeypatch):
    monkeypatch.setattr(figures, "load", lambda root: changed(line__law__rise=0.5))
    for rule in ("_flags", "_printed", "_lift", "_turn"):
        monkeypatch.setattr(rules, rule, lambda g: iter(()))
    with pytest.raises(wall_line.WallLineError, match="tiles leave the elevator"):
        wall_line.build(ROOT)


@pytest.mark.parametrize("row", [
    {"value": 1, "unit": "um", "grade": "default"},
    {"value": 1, "unit": "inch", "grade": "default", "source": "x"},
    {"value": 1, "unit": "deg", "grade": "default", "source": "x"},
    {"value": 1, "unit": "um", "grade": "guess", "source": "x"},
    {"value": 1, "unit": "um", "grade": "default", "source": ""},
])
def test_a_figure_without_unit_grade_or_source_is_refused(row):
    with pytest.raises(figures.FigureError, match=r"line\.x\.long_um"):
        figures._row("line.x", "line.x", "long_um", row)
