"""The board: every part placed, every pad on its net, every distance kept, each fault caught."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.board import BOARD_FILE, build, files, outline, place_mains
from hardware.board.checks import CHECKS, problems
from hardware.board.domains import Side
from hardware.board.insulation import (
    copper,
    creepage,
    distances,
    gaps,
    winding_gaps,
    windings,
)
from hardware.board.layout import Layout, LayoutError, Placed
from hardware.board.pcb import board_file
from hardware.board.place import layout_of, one_board
from hardware.board.potentials import groups
from hardware.board.ratsnest import connections
from hardware.model import circuit_of, load
from hardware.problem import Problem
from tests.hardware.board_reader import pad_nets, references

ROOT = Path(__file__).resolve().parents[2]


@cache
def circuit():
    return one_board(load(ROOT))


@cache
def layout():
    return layout_of(circuit(), ROOT)


@cache
def made():
    return build(ROOT)


@cache
def text():
    return (ROOT / BOARD_FILE).read_text(encoding="utf-8")


def found(check, its):
    """What one check says of a layout."""
    return "\n".join(CHECKS[check](its))


def moved(ref, x, y):
    """The layout with one part's origin somewhere else."""
    part = layout().placed[ref]
    return layout().shifted(ref, x - part.x, y - part.y)


def edited(ref, **changes):
    """The layout of the same places with one part of the circuit changed."""
    parts = {**circuit().parts, ref: replace(circuit().parts[ref], **changes)}
    return Layout(circuit_of(parts), layout().sides, layout().placed, layout().areas)


# ----------------------------------------------------------------------------- the real board
def test_files_are_fresh():
    for path, content in made().items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, \
            f"{path} is stale; run `make hardware`"


def test_every_check_passes():
    assert problems(layout()) == []


def test_every_part_is_placed_once():
    placed = references(text())
    assert len(placed) == len(set(placed))
    assert sorted(placed) == sorted(r for r, p in circuit().parts.items() if p.on_board)


def test_pads_and_circuit_agree_both_ways():
    board = pad_nets(text())
    wanted = {(ref, pin): net for ref, part in circuit().parts.items() if part.on_board
              for pin, net in part.pins.items()}
    assert board == wanted


def test_every_barrier_keeps_eight_millimetres():
    its = creepage(layout())
    assert {f"OK{n}" for n in range(1, 21)} <= set(its)
    assert {"K1", "K2", "K8", "T1", "T2", "PS1"} <= set(its)
    assert min(its.values()) >= outline.MAINS_TO_SELV


def test_nothing_else_comes_nearer():
    nearest = {(gap.wanted, gap.found) for gap in gaps(layout(), nearest=True)}
    assert len(nearest) >= 3
    assert all(found_ >= wanted for wanted, found_ in nearest)


def test_windings_keep_five_millimetres_and_say_so():
    pairs = windings(circuit())
    assert ("DRUM_A", "DRUM_B") in pairs and len(pairs) == 7
    between, to_pe = winding_gaps(layout())
    assert between.found >= between.wanted == outline.WINDING_TO_WINDING > to_pe.wanted
    assert to_pe.found >= to_pe.wanted
    rules = made()["hardware/board.kicad_dru"]
    for one, two in pairs:
        assert f"A.NetName == '{one}' && B.NetName == '{two}'" in rules


def test_windings_too_near(monkeypatch):
    monkeypatch.setattr(outline, "WINDING_TO_WINDING", 6.0)
    assert "J10.1 (DRUM_A, winding) is 5.22 mm from J10.2 (DRUM_B, winding); 6 mm are needed" \
        in "\n".join(distances(layout()))


def test_four_holes_and_one_of_them_is_earthed():
    holes = circuit().of_kind("mounting_hole")
    assert len(holes) >= 4
    assert [ref for ref, part in holes.items() if "PE" in part.pins.values()] == ["H1"]


def test_the_count_of_missing_connections_is_said():
    count = connections(circuit())
    assert count > 1000
    assert f"rev A UNROUTED: {count} connections to route" in text()
    assert f"{count} connections not routed" in (ROOT / "hardware/out/board.svg").read_text()
    assert f"| connections to route | {count} |" in (ROOT / "hardware/out/board.md").read_text()
    assert "(segment" not in text() and "(via (" not in text()


def test_slots_and_zones_are_drawn():
    slots = [ref for ref, part in layout().placed.items() if part.slot]
    kinds = {circuit().parts[ref].kind for ref in slots}
    assert {"opto_triac", "opto_ac", "relay_forceguided", "relay_spdt", "ct"} <= kinds
    assert text().count('(layer "Edge.Cuts")') == 4 * (1 + len(slots))
    for name in ("MAINS 200 V", "SELV 12 V / 5 V / 3.3 V", "insulation band 8 mm, no copper"):
        assert re.search(rf'gr_text "{name}" [^\n]*"User.1"', text())
    assert '(name "insulation band")' in text() and "(copperpour not_allowed)" in text()


def test_earth_reaches_the_tie_without_crossing_the_band():
    """The keep-out ends above the tie, and no live pad is near the way."""
    tie = layout().placed["JP4"]
    assert tie.courtyard.y0 >= outline.PE_PASS_Y
    assert max(y for _, y in outline.KEEPOUT) == outline.PE_PASS_Y
    live = [rect.y1 for _, net, rect in copper(layout())
            if layout().sides[net] in (Side.LINE, Side.NEUTRAL)]
    assert outline.HEIGHT - 2.5 - max(live) > outline.LINE_TO_NEUTRAL


def test_net_classes_follow_the_domains():
    classes = {row["name"]: row["nets"] for row in
               json.loads(made()["hardware/board.kicad_pro"])["net_settings"]["classes"]}
    assert {"L_IN", "L_MOT_A", "DRUM_GATE"} <= set(classes["Line"])
    assert classes["Neutral"] == ["N_IN", "N_MOT", "N_SW"] and classes["PE"] == ["PE"]
    assert {"DRUM_LED", "SR_SCK"} <= set(classes["SELV"])
    assert {"GND", "+5V", "+12V", "+12V_HOLD", "+5V_SAFE"} <= set(classes["Power"])
    widths = {row["name"]: row["track_width"] for row in
              json.loads(made()["hardware/board.kicad_pro"])["net_settings"]["classes"]}
    assert widths["Power"] >= 0.8 > widths["SELV"]  # 2 A in 35 um copper
    assert sum(map(len, classes.values())) == len(circuit().nets)


@pytest.mark.parametrize(("one", "two"), [
    ("L_SW", "L_MOT"), ("N_SW", "N_MOT"), ("L_MOT_A", "DRUM_SW"), ("L_MOT", "L_MOT_A"),
    ("L_MOT_B", "HEAD_A_RUN"), ("DRUM_SW", "DRUM_B"), ("HATCH_GATE", "HATCH_HV")])
def test_what_an_open_switch_parts_keeps_3_mm(one, two):
    """358 V peak across K1 and the fuses, 587 V across a triac or a direction relay."""
    its = groups(circuit(), layout().sides)
    assert next(nets for nets in its if one in nets) != next(nets for nets in its if two in nets)
    rules = made()["hardware/board.kicad_dru"]
    for net, other in ((one, two), (two, one)):
        row = next(row for row in rules.split("(rule ") if row.startswith('"open switch') and
                   f"A.NetName == '{net}'" in row)
        assert f"B.NetName != '{other}'" not in row and "(min 3mm)" in row


def test_what_hangs_together_is_one_potential():
    its = groups(circuit(), layout().sides)
    for nets in (("L_MOT_A", "DRUM_HV", "DRUM_SNUB", "L_FUSE_A"), ("DRUM_SW", "DRUM_GATE"),
                 ("L_IN", "L_SW"), ("N_IN", "N_SW")):
        assert any(set(nets) <= set(group) for group in its), nets


def test_a_resistor_of_the_bus_beside_a_couplers_gate_pin():
    assert "R103.2 (DRUM_HV) is" in found("distances", moved(
        "R103", layout().placed["R103"].x + 2.4, layout().placed["R103"].y))


def test_no_dates_and_no_paths():
    for path, content in made().items():
        assert str(ROOT) not in content, path
        assert not re.search(r"20[2-9]\d-[01]\d-\d\d|\(date|\(tedit", content), path


# ----------------------------------------------------------------------------- faults
def test_a_part_left_out():
    its = Layout(circuit(), layout().sides,
                 {r: p for r, p in layout().placed.items() if r != "R101"})
    assert found("placement", its) == \
        "R101 is in the circuit but not placed; add it in hardware/board/"


def test_a_part_that_the_circuit_does_not_know():
    part = layout().placed["R101"]
    its = Layout(circuit(), layout().sides, {**layout().placed, "R9": replace(part, ref="R9")})
    assert "R9 is placed but not in the circuit" in found("placement", its)


def test_a_harness_part_on_the_board():
    its = Layout(circuit(), layout().sides,
                 {**layout().placed, "FL1": replace(layout().placed["R101"], ref="FL1")})
    assert "FL1 is placed but hangs on the harness" in found("placement", its)


def test_overlap():
    other = layout().placed["R102"]
    assert "R101 and R102 overlap" in found("overlaps", moved("R101", other.x + 0.5, other.y))


def test_a_pad_in_a_slot():
    slot = layout().placed["K2"].slot
    assert "is in the slot under K2" in found("overlaps", moved("R101", *slot.centre))


def test_over_the_edge():
    assert "J30 reaches over the board's edge" in found("inside", moved("J30", 267, 60))
    assert "R101.1 is nearer than 1 mm to the edge" in found("inside", moved("R101", 2, 100))


def test_selv_part_among_mains():
    its = moved("R101", 30, 95)
    assert "R101.1 (+5V_SAFE) is SELV but not in the SELV zone" in found("zones", its)
    assert "8 mm are needed" in found("distances", its)
    assert "R101" in found("distances", its)


def test_mains_part_among_selv():
    its = moved("R103", 150, 215)
    assert "is live but not in the mains zone" in found("zones", its)


def test_line_near_neutral():
    line = layout().placed["R2401"]
    said = found("distances", moved("R2402", line.x + 4, line.y))
    assert "neutral" in said and "3 mm are needed" in said


def test_live_near_earth():
    part = layout().placed["C2003"]
    assert "PE" in found("distances", moved("R2002", part.x + 10, part.y + 1))


def test_a_coupler_in_the_narrow_form():
    """7.62 mm between the rows, as the plain DIP-6 has it."""
    ok1 = layout().placed["OK1"]
    pads = tuple(replace(pad, x=pad.x * 7.62 / 10.16) for pad in ok1.pattern.pads)
    its = Layout(circuit(), layout().sides, {
        **layout().placed, "OK1": replace(ok1, pattern=replace(ok1.pattern, pads=pads))})
    assert "OK1: 6.02 mm of creepage" in found("barriers", its)
    assert "OK1" in found("distances", its)


def test_a_relay_with_coil_beside_its_common():
    """G5LE-1: coil pins 6.3 mm from the common contact."""
    k2 = layout().placed["K2"]
    spots = {"A1": (-6, 2), "A2": (6, 2), "11": (0, 0), "12": (6, 14.2), "14": (-6, 14.2)}
    pads = tuple(replace(pad, x=spots[pad.name][0], y=spots[pad.name][1], w=2.5, h=2.5)
                 for pad in k2.pattern.pads)
    its = Layout(circuit(), layout().sides, {
        **layout().placed,
        "K2": replace(k2, pattern=replace(k2.pattern, pads=pads, slot=None))})
    assert "K2: 3.50 mm of creepage" in found("barriers", its)


def test_a_connector_inside_the_board():
    assert "J30 is" in found("connectors", moved("J30", 200, 130))


def test_a_capacitor_far_from_its_chip():
    assert "mm from U5; 6 mm at most" in found("decoupling", moved("C9005", 150, 220))


def test_a_live_pad_beside_a_screw():
    assert "mm from the screw in H3; 3 mm are needed" in found("holes", moved("R103", 15, 252))


def test_a_pin_without_a_pad_and_a_pad_without_a_pin():
    pins = {**circuit().parts["R101"].pins, "3": "GND"}
    assert "R101.3 (net GND) has no pad in R_0805; its pads: 1, 2" in \
        found("pins", edited("R101", pins=pins))
    assert "R101: pad 2 of R_0805 is neither on a net nor left open" in \
        found("pins", edited("R101", pins={"1": "+5V_SAFE"}))


def test_a_line_net_that_becomes_selv_is_seen():
    """The same places, another circuit: R103 between SELV and the coupler's mains side."""
    sides = {**layout().sides, "DRUM_HV": layout().sides["GND"]}
    its = Layout(circuit(), sides, layout().placed)
    assert "is SELV but not in the SELV zone" in found("zones", its)


@pytest.mark.parametrize(("ref", "changes"), [
    ("R101", {"pins": {"1": "+5V", "2": "DRUM_AN"}}),
    ("R101", {"value": "680"}),
    ("R101", {"footprint": "mj:R_1206"}),
])
def test_an_edit_of_the_circuit_makes_the_board_stale(ref, changes):
    parts = {**circuit().parts, ref: replace(circuit().parts[ref], **changes)}
    its = layout_of(circuit_of(parts), ROOT)
    assert board_file(its) != text()


def test_five_more_parts_find_a_place():
    extra = {f"C29{n}": replace(circuit().parts["C9018"], note="") for n in range(10, 15)}
    assert BOARD_FILE in files(circuit_of({**circuit().parts, **extra}), ROOT)


# ----------------------------------------------------------------------------- messages
def test_unknown_footprint():
    parts = {**circuit().parts,
             "R101": replace(circuit().parts["R101"], footprint="mj:R_0850")}
    with pytest.raises(LayoutError, match=r"R101 has footprint 'R_0850', which hardware/board/"
                                          r"landpatterns\.py does not know; nearest: R_0805"):
        layout_of(circuit_of(parts), ROOT)


@pytest.mark.parametrize("gone", ["OK3", "R105", "Q3", "C101", "K4", "U13", "JP4", "J36", "D101"])
def test_a_part_that_is_gone_is_told_with_who_wants_it_and_what_to_do(gone):
    parts = {ref: part for ref, part in circuit().parts.items() if ref != gone}
    with pytest.raises(Problem, match=rf"^hardware/out/circuit\.json has no part {gone}, which "
                       r"hardware/board/place_\w+\.py:\d+ asks for; put it back in "
                       r"hardware/blocks, or take it out there as well"):
        layout_of(circuit_of(parts), ROOT)


def test_placed_twice():
    its = Layout(circuit(), layout().sides)
    its.put("R101", 100, 100)
    with pytest.raises(LayoutError, match="R101 is placed twice; see hardware/board/"):
        its.put("R101", 120, 100)


def test_no_room():
    extra = {f"C29{n}": replace(circuit().parts["C2107"], note="",
                                footprint="mj:CP_D16") for n in range(10, 60)}
    with pytest.raises(LayoutError, match="there is no room for C29"):
        layout_of(circuit_of({**circuit().parts, **extra}), ROOT)


def test_a_broken_check_stops_the_build():
    """A bleeder of 2 W is too long for its place."""
    parts = {**circuit().parts, "R2001": replace(circuit().parts["R2001"], footprint="mj:R_2W")}
    with pytest.raises(LayoutError, match="overlap"):
        files(circuit_of(parts), ROOT)


def test_a_long_list_of_mistakes_is_cut(monkeypatch):
    monkeypatch.setattr(place_mains, "ROW_PITCH", 4.0)
    with pytest.raises(LayoutError, match=r"overlap(?s:.*)\.\.\. and \d+ more$"):
        files(circuit(), ROOT)


def test_placed_knows_its_pads_after_a_turn():
    part = Placed("R101", layout().placed["R101"].pattern, 10, 20, 90)
    assert part.pad_centre(part.pattern.pads[0]) == pytest.approx((10, 20 + 0.9125))
    assert part.pads()[0][1].centre == pytest.approx((10, 20.9125))
