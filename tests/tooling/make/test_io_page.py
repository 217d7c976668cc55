"""docs/IO.md: every input, output, pin and wire is there, and follows machine.toml."""

import ast
import re
from pathlib import Path

import pytest

from mjtable.generated.fault_codes import CODES
from tools.make.generate.code import stuck_inputs
from tools.make.generate.code.stuck_inputs import levels
from tools.make.generate.pages.io_page import PAGE, outputs
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[3]
FILE = Path("hardware/machine.toml")
MACHINE = load(ROOT)


def rows(text, title):
    """Cells of the table under a heading, one list a row."""
    part = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@pytest.fixture(scope="module")
def page():
    return outputs(ROOT)[PAGE]


@pytest.fixture
def changed(tmp_path):
    """The page after edits of machine.toml."""
    def make(*edits):
        text = (ROOT / FILE).read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text, old
            text = text.replace(old, new, 1)
        (tmp_path / FILE.parent).mkdir()
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        return outputs(tmp_path)[PAGE]
    return make


def test_every_input_has_its_row(page):
    table = rows(page, "Inputs")
    assert [row[0].strip("`") for row in table] == [name for name in MACHINE.inputs if name]
    for row in table:
        assert row[4] in ("low", "high") and row[5] in "01" and row[8], row
        assert row[6] == "on the board" or re.fullmatch(r"J3\d\.\d+ [A-Z]{2}", row[6]), row


def test_every_signal_says_what_moves_it_and_who_tells_when_it_is_stuck(page):
    table = {row[0].strip("`"): row[1:] for row in rows(page, "What shows that an input works")}
    assert list(table) == list(MACHINE.data["signals"])
    codes = {str(code) for code in CODES}
    for moved, stuck in table.values():
        named = re.findall(r"E(\d{3})", stuck)
        assert set(named) <= codes
        assert moved == "nothing by itself" or named
    assert table["push_home"][0] == "each set" and table["push_home"][1].endswith("off: E522")


def test_what_is_said_of_a_stuck_signal_is_told_apart_by_its_level():
    assert levels("on (a broken wire, too): E804, it opens; off: unseen; tried by hand") == (
        "E804, it opens", "unseen; tried by hand")  # fmt: skip
    assert levels("on or off: E301 in 1.4 s") == ("E301 in 1.4 s",) * 2
    assert levels("not read by the firmware") == ("not read by the firmware",) * 2
    assert ast.literal_eval(stuck_inputs.outputs(ROOT)[stuck_inputs.TARGET].split(" = ")[1]) == {
        name: levels(row["stuck"]) for name, row in MACHINE.data["signals"].items()}  # fmt: skip


def test_every_output_has_its_row(page):
    table = rows(page, "Outputs")
    assert [row[0].strip("`") for row in table] == [name for name in MACHINE.outputs if name]
    for row in table:
        assert row[5] == "off" and row[7], row
    assert next(row for row in table if row[0] == "`hatch`")[6] == "J12.1 BK, J12.2 BN"
    assert next(row for row in table if row[0] == "`fan`")[6] == "J42.2 BU"


def test_every_pin_and_wire_has_its_row(page):
    assert [int(row[0]) for row in rows(page, "Controller pins")] == [*range(23), 26, 27, 28]
    pins = [f"{row['ref']}.{pin}" for row in MACHINE.data["connectors"].values()
            for pin in range(1, len(row["pins"]) + 1)]
    assert [row[0] for row in rows(page, "Wires")] == pins
    assert len(rows(page, "Connectors")) == len(MACHINE.data["connectors"])


def test_every_figure_is_there_with_unit_grade_and_source(page):
    table = rows(page, "Figures")
    shown = {row[0].strip("`") for row in table}
    assert shown == {path for path in MACHINE.flat if not path.startswith("testpoints.")}
    assert all(row[2] and row[4] for row in table)
    assert {row[3] for row in table} == {"default", "computed", "check-datasheet"}


def test_every_section_has_grade_and_source(page):
    """Those of numbers have them number by number, above; spreads have a page of their own."""
    table = {row[0].strip("`[]"): row[1:] for row in rows(page, "Everything else")}
    numbers = {path.split(".")[0] for path in MACHINE.flat}
    assert set(MACHINE.data) - {"provenance", "spread"} <= set(table) | numbers
    assert {"inputs", "outputs", "signals", "pins", "drives", "amux", "motors"} <= set(table)
    assert all(grade and where for grade, where in table.values())


def test_a_moved_wire_moves_in_the_page(changed):
    text = changed(('"cnt_a", "park_a"', '"park_a", "cnt_a"', ),
                   ('colour = "WH", to = "RAIL_A.CNT"', 'colour = "IV", to = "S_PARK_A.OUT"'),
                   ('colour = "BN", to = "S_PARK_A.OUT"', 'colour = "BN", to = "RAIL_A.CNT"'))
    table = {row[0]: row for row in rows(text, "Inputs")}
    assert table["`cnt_a`"][1] == "1"  # the bits were exchanged; the wires stayed
    assert table["`cnt_a`"][6] == "J30.4 IV"


def test_polarity_and_pin_follow(changed):
    text = changed(('[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "low"',
                    '[signals.inlet]\nfitted = "lines"\nidle = 0\nactive = "high"'),
                   ("[pins.wd_kick]\ngp = 10", "[pins.wd_kick]\ngp = 99"),
                   ("[pins.arm]\ngp = 11", "[pins.arm]\ngp = 10"), ("gp = 99", "gp = 11"))
    assert {row[4] for row in rows(text, "Inputs") if row[0].startswith("`inlet_")} == {"high"}
    assert ["10", "`arm`"] in [row[:2] for row in rows(text, "Controller pins")]
