"""The firmware cannot know a tile from another: what it sees is a bit a sensor, and nothing more.

Shown from the sources: what the inputs are, who may draw chance, and that no mechanism, neither
sorting nor safety, looks at dealer, marker or panel.
"""

import ast
import re
from pathlib import Path

import pytest

from hal import analogue, pinmap
from mjtable.generated import iomap
from mjtable.scan.image import Inputs
from tools.check.touches import found

ROOT = Path(__file__).resolve().parents[2]
LOGIC = ROOT / "firmware/mjtable"
SENSES = {  # every kind of input there is: one bit each
    "cnt", "park", "mid", "inlet", "lift_up", "lift_dn", "push_home", "jam", "hatch_up",
    "hatch_dn", "pinch", "lid", "drum_rot", "ring_rot", "chain_zero", "chain_corner", "rule",
    "svc", "reset", "chain_rev", "dice_rot", "sig", "strap_4port", "brd", "k1_mir", "loop_raw",
    "fuse_ok", "dice", "mark", "elevator", "safe_fb", "lmot_fb", "pfail",
}  # fmt: skip
IMAGE = {  # and what else a scan is given; no number here is of a tile
    "level", "rose", "fell", "edges", "now_ms", "late_ms", "wrote_ms", "mains_gap_ms", "mains_dhz",
    "amps_a_ma", "amps_b_ma", "temp_hs_dc", "temp_bay_dc", "entropy", "reset_cause", "machine",
    "sim", "calibrated", "board_fault", "board_detail", "board_warning", "gauges",
}  # fmt: skip
SERVICE = {"service.py": {"panel.is_service_held", "heard_ms"},
           "selftest.py": {"panel.is_service_held"}}
BUILDS = ("mechanisms", "sorting", "safety")  # the rooms that drive what moves tiles
TILE_WORDS = re.compile(r"\b(tile_id|identity|suit|suits|rank|ranks|honou?r|dragon|bamboo|rfid|"
                        r"barcode|camera|colou?r_of)\b")


def modules():
    """(path, its text) of the whole firmware, the generated tables of names aside."""
    for path in sorted((ROOT / "firmware").rglob("*.py")):
        yield path.relative_to(ROOT / "firmware"), path.read_text()


def kind(name):
    """`cnt_a` and `rule3` without side and number."""
    return re.sub(r"(_[a-d]|[0-3])$", "", name)


def touches(room):
    """What the modules of a room do with the table, by the check of `make lint`."""
    for path in sorted((LOGIC / room).glob("*.py")):
        if path.name != "__init__.py":
            yield path.name, found(ast.parse(path.read_text()))


def test_inputs_are_bits_of_known_senses():
    names = {kind(name) for name in iomap.INPUTS if name}
    assert names == SENSES
    assert set(vars(Inputs())) == IMAGE


def test_a_tile_is_one_bit_at_each_of_its_sensors():
    """Inlet, count and jam see it; each is a single bit a line, not a level."""
    for side in "abcd":
        seen = [name for name in iomap.INPUTS if re.fullmatch(f"(cnt|inlet|jam).*_{side}", name)]
        assert sorted(seen) == [f"cnt_{side}", f"inlet_{side}", f"jam_{side}"]


def test_no_analogue_wire_is_of_a_tile():
    pins = {name for name in vars(pinmap) if name.startswith(("GP_I_", "GP_AMUX"))}
    assert pins == {"GP_I_A", "GP_I_B", "GP_AMUX"}, "currents of two groups, and the multiplexer"
    channels = {name for name in vars(analogue) if name.startswith("CH_")}
    assert channels == {"CH_NTC_HS", "CH_NTC_BAY", "CH_V12", "CH_V5SAFE"}


@pytest.mark.parametrize(("path", "text"), list(modules()), ids=lambda value: str(value)[:40])
def test_no_module_has_a_word_for_what_a_tile_shows(path, text):
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    assert not [name for name in names if TILE_WORDS.search(name)]


def test_chance_is_drawn_for_the_dice_and_the_premix_alone():
    users = {}
    for path, text in modules():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Attribute) and inner.attr in ("random_word",
                                                                           "entropy"):
                        users.setdefault(inner.attr, set()).add(f"{path}:{node.name}")
    assert users["random_word"] == {"mjtable/mechanisms/dice.py:_take",
                                    "mjtable/sorting/sorter.py:mix"}
    logic = {user for user in users["entropy"] if user.startswith("mjtable/")}
    written_down = {"mjtable/memory/recorder.py:scan", "mjtable/memory/checkpoint.py:take"}
    logic -= written_down
    assert logic == {"mjtable/notices.py:random_word", "mjtable/notices.py:restock",
                     "mjtable/scan/image.py:__init__"}


@pytest.mark.parametrize("room", BUILDS)
def test_who_moves_tiles_knows_no_seat(room):
    """Neither dealer nor marker, panel or keys; the service key excepted, which jogs and tests."""
    seats = re.compile(r"^(marker|panel|keys|heard_ms)")
    for name, touched in touches(room):
        looks = {what for what in touched["reads"] | touched["calls"] if seats.match(what)}
        assert looks <= SERVICE.get(name, set())


def test_a_mechanism_that_looks_at_the_dealer_is_noticed():
    code = "class X:\n    def f(self):\n        return self.table.marker.dealer\n"
    assert found(ast.parse(code))["reads"] == {"marker.dealer"}
