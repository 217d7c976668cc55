"""The table fits together, and every dimension that does not is caught and named."""

from pathlib import Path

import pytest

from tests.hardware.tools import needs

needs("build123d")

import hardware.mechanism as mechanism  # noqa: E402
from hardware.mechanism.dimensions import DimensionError, load  # noqa: E402
from hardware.mechanism.layout import belt_path, wall_length  # noqa: E402
from hardware.mechanism.rules import findings  # noqa: E402
from hardware.mechanism.rules_drum import drum_fill  # noqa: E402
from hardware.mechanism.rules_wall import hand_strip, play_square, slot_gaps, spare  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
G = load(ROOT)


def edited(tmp_path, *changes):
    """A copy of machine.toml with lines changed; each change is a section, key and value."""
    text = (ROOT / "hardware/machine.toml").read_text(encoding="utf-8")
    for section, key, value in changes:
        head, _, rest = text.partition(f"[{section}]\n")
        lines = rest.splitlines(keepends=True)
        at = next(n for n, line in enumerate(lines) if line.startswith(f"{key} = "))
        old = lines[at].split("value = ")[1].split(",")[0]
        lines[at] = lines[at].replace(f"value = {old},", f"value = {value},")
        text = f"{head}[{section}]\n{''.join(lines)}"
    (tmp_path / "hardware").mkdir()
    (tmp_path / "hardware/machine.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_no_rule_is_broken():
    assert findings(G) == []


@pytest.mark.parametrize("stacks, left", [(17, 53.8), (18, 28.7), (19, 3.6)])
def test_every_wall_fits_lane_and_slot_with_the_largest_tiles(stacks, left):
    assert wall_length(G, stacks) == pytest.approx(stacks * 25.1)
    assert spare(G, stacks, "lane") == spare(G, stacks, "slot") == pytest.approx(left)
    assert left >= 1


def test_the_playing_area_the_drum_and_the_gaps_are_as_designed():
    heap, room = drum_fill(G)
    assert heap < room
    assert play_square(G) > 600 and hand_strip(G) > 60
    assert all(0.5 <= gap < 4 for gap in slot_gaps(G).values())
    assert 22 <= G("ring.gap") <= 23
    for side in "abcd":
        assert belt_path(G, side) == pytest.approx(G("belt.length"), rel=0.05)


FAULTS = [
    ({"lane__length": 457}, "mechanism.lane.length_um",
     "a wall of 19 stacks is 476.9 mm with the largest tiles; the lane of 457.0 mm leaves "
     "-21.4 mm, needs 1.0 mm"),
    ({"slot__length": 478}, "mechanism.slot.length_um", "the lift slot of 478.0 mm leaves -0.4"),
    ({"lane__length": 479}, "mechanism.lane.length_um", "leaves 0.6 mm, needs 1.0 mm"),
    ({"vane_a__bottom": 0.2}, "mechanism.vane_a.bottom_um",
     "vane_a stands 0.2 mm over what turns under it, needs 0.5 mm"),
    ({"spring__step": 30}, "mechanism.spring.step_um",
     "fingers stand up to 232.5 mm, under the ring, which begins at 226.0 mm"),
    ({"spring__inner": 62}, "mechanism.spring.inner_um",
     "fingers stand from 59.5 mm, the collar is at 60.0 mm"),
    ({"spring__sunk": 5}, "mechanism.spring.sunk_um",
     "a finger bends about 0.9 mm under the floor, needs 2.9 mm: nearer to it tiles jam"),
    ({"spring__mouth": 8}, "mechanism.spring.mouth_um",
     "a finger has 1.5 mm to bend in its hole, needs 3.0 mm"),
    ({"spring__sunk": 9}, "mechanism.spring.sunk_um",
     "the bosses of the fingers meet the pan under the dish"),
    ({"vane_d__top": 6}, "mechanism.vane_d.top_um",
     "vane_d reaches 6.0 mm up under the ring, a tile hangs there down to 5.4 mm"),
    ({"vane_c__inner": 50}, "mechanism.vane_c.outer_um",
     "vane_c reaches from 50 to 200 mm, not between collar and wall"),
    ({"lift__start": 281}, "mechanism.lift.start_um",
     "lift plate and slot, head end: gap -4.00 mm, needs 0.50 mm to run clear: they collide"),
    ({"lift__start": 271}, "mechanism.lift.length_um",
     "lift plate and slot, far end: gap -4.00 mm"),
    ({"lift__start": 271}, "mechanism.lift.start_um", "head end: gap 6.0 mm catches a finger"),
    ({"lift__centre": 335}, "mechanism.lift.centre_um",
     "lift plate and slot, outer edge: gap -4.25 mm"),
    ({"lift__centre": 335}, "mechanism.lift.centre_um", "lift and lane are +5.0 mm out of line"),
    ({"lift__up": 745}, "mechanism.lift.up_um",
     "lift plate, down, and lane floor: a step of +5.0 mm (690.0 against 685.0 mm)"),
    ({"lift__travel": 50}, "mechanism.lift.up_um", "lift plate, down, and lane floor: a step of"),
    ({"lift__width": 25}, "mechanism.lift.centre_um", "gap 5.0 mm catches a finger"),
    ({"slot__width": 33.5}, "mechanism.slot.width_um", "the lift slot of 33.5 mm leaves 0.4 mm"),
    ({"lift__length": 460}, "mechanism.lift.length_um",
     "a wall of 19 stacks hangs 17.4 mm over the end of the lift plate of 460.0 mm"),
    ({"table__panel": 22}, "mechanism.table.panel_um", "a wall in the lane has -1.2 mm below"),
    ({"lane__start": 300}, "mechanism.lane.start_um", "walls of two sides at a corner: 14.9 mm"),
    ({"hatch__radius": 140}, "mechanism.hatch.radius_um",
     "hatch panel and table top: gap -9.00 mm"),
    ({"hatch__radius": 120}, "mechanism.hatch.radius_um", "gap 11.0 mm catches a finger"),
    ({"hatch__opening": 240, "hatch__radius": 238}, "mechanism.hatch.opening_um",
     "comes within 20 mm of the drum's rim"),
    ({"hatch__opening": 300}, "mechanism.hatch.opening_um",
     "table top between hatch opening and lift slot is 12.5 mm wide, needs 25.0 mm"),
    ({"hatch__travel": 50}, "hatch.travel_um", "raised hatch leaves 36.0 mm above the table top"),
    ({"hatch__opening": 220}, "mechanism.lift.centre_um", "playing area between the walls is"),
    ({"ring__gap": 17}, "mechanism.ring.gap_um", "does not pass a flat tile of 17.1 mm"),
    ({"ring__gap": 25}, "mechanism.ring.gap_um", "passes a tile on its edge (24.9 mm)"),
    ({"ring__gap": 21}, "mechanism.ring.gap_um", "ring is 21.0 mm above the drum's floor"),
    ({"ring__width": 50}, "mechanism.ring.width_um", "ring reaches 267.0 mm"),
    ({"ring__slots": 40}, "ring.slots", "40 places of 45 mm need 1800 mm"),
    ({"drum__radius": 230}, "drum.radius_mm", "152 loose tiles fill 3876 cm3; the drum of radius"),
    ({"drum__centre": 600}, "mechanism.drum.centre_um", "belt C climbs"),
    ({"belt__run": 320}, "mechanism.belt.run_um", "belt A is 320 mm from port to head"),
    ({"belt__width": 34}, "mechanism.belt.width_um", "leaves 8.9 mm beside a tile"),
    ({"belt__line": 295}, "mechanism.belt.line_um", "belt and head pocket are 5.0 mm out of line"),
    ({"head__pocket": 25}, "mechanism.head.pocket_um", "head pocket leaves -0.1 mm"),
    ({"head__drop": 16}, "mechanism.head.drop_um", "would meet a step of -1.1 mm"),
    ({"pusher__stroke": 20}, "mechanism.pusher.stroke_um", "ends -6.0 mm past the pocket"),
    ({"table__size": 900}, "mechanism.table.size_um", "table width is 900.0 mm, advertised 914.4"),
    ({"table__height": 800}, "mechanism.table.height_um", "table height is 800.0 mm"),
    ({"table__rim": 60}, "mechanism.slot.centre_um", "strip for a hand between slot and rim is"),
    ({"lane__centre": 440}, "mechanism.lane.centre_um", "the body is 445 mm inside"),
]


@pytest.mark.parametrize("change, key, text", FAULTS)
def test_a_wrong_dimension_is_named_with_parts_numbers_and_key(change, key, text):
    told = [str(found) for found in findings(G.changed(**change))]
    assert any(text in line and line.endswith(f"[{key}]") for line in told), told


@pytest.mark.parametrize("change", [
    {"table__hand": 50}, {"lane__length": 484}, {"bay__height": 60}, {"flap__thick": 2},
    {"motor__mass": 900}, {"ring__gap": 22.2}, {"hatch__dome": 50}, {"wall__grow": 0.05},
    {"tile__width": 24.9}, {"lift__tip": 12},
])
def test_a_harmless_change_breaks_no_rule(change):
    assert findings(G.changed(**change)) == []


def line_of(root, section, key):
    """The line of a key of machine.toml."""
    lines = (root / "hardware/machine.toml").read_text(encoding="utf-8").splitlines()
    at = lines.index(f"[{section}]")
    return next(n for n, line in enumerate(lines[at:], at + 1) if line.startswith(f"{key} = "))


def test_a_lane_for_18_stacks_and_a_lift_shifted_by_5_mm_in_machine_toml_are_caught(tmp_path):
    root = edited(tmp_path, ("mechanism.lane", "length_um", 457000),
                  ("mechanism.lift", "start_um", 281000))
    with pytest.raises(mechanism.MechanismError, match="the table does not fit together") as told:
        mechanism.build(root)
    lines = str(told.value).splitlines()
    for text, section, key in (
            ("a wall of 19 stacks is 476.9 mm", "mechanism.lane", "length_um"),
            ("head end: gap -4.00 mm", "mechanism.lift", "start_um")):
        at = f"hardware/machine.toml:{line_of(root, section, key)}: "
        assert any(line.startswith(at) and text in line and line.endswith(f"[{section}.{key}]")
                   for line in lines), lines
    assert len(lines) < 12 and "overlap" not in str(told.value)  # no collisions told as well


def test_what_only_the_solids_show_is_told_too(tmp_path, monkeypatch):
    monkeypatch.setattr("hardware.mechanism.rules.findings", lambda g: [])
    root = edited(tmp_path, ("mechanism.lane", "length_um", 457000),
                  ("mechanism.lift", "start_um", 281000))
    lines = mechanism.problems(root)
    assert any("lane_end" in line and "wall_19" in line for line in lines)
    assert any("a.lift_plate and body.top overlap" in line for line in lines)


def test_a_missing_or_misspelt_dimension_is_told(tmp_path):
    with pytest.raises(DimensionError, match="no dimension lane.lenght; nearest: lane.length"):
        G("lane.lenght")
    with pytest.raises(DimensionError, match="no dimension hach.radius; nearest: hatch.radius"):
        G.changed(hach__radius=1)
    with pytest.raises(DimensionError, match="no dimension ring.gab; nearest: ring.gap"):
        G.key("ring.gab")
    (tmp_path / "hardware").mkdir()
    (tmp_path / "hardware/machine.toml").write_text("[tile]\n", encoding="utf-8")
    with pytest.raises(DimensionError, match=r"no \[mechanism.\*\] sections"):
        load(tmp_path)


def test_the_page_says_that_two_sets_make_the_table_too_heavy():
    text = (ROOT / "hardware/out/mechanism/mechanism.md").read_text(encoding="utf-8")
    assert "91.2 kg with two sets of 144, **0.5 kg over** |" in text
