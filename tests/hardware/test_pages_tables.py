"""Filling the tables of pages, and what stands in those of mains side and cost."""

from pathlib import Path

import pytest

from hardware import model
from hardware.safety import blocks, cost, mains_tables
from tools.make.generate.errors import SourceError
from tools.make.generate.read import machine

ROOT = Path(__file__).resolve().parents[2]
FILLED = "# x\n\n<!-- table: one -->\nold\n<!-- end -->\nrest\n"


def test_filling_a_page():
    assert blocks.fill("p.md", FILLED, {"one": "| a |\n"}) == (
        "# x\n\n<!-- table: one -->\n\n| a |\n\n<!-- end -->\nrest\n")


@pytest.mark.parametrize(("text", "message"), [
    (FILLED.replace("one", "ones"), "p.md:3: unknown table ones; nearest: one"),
    (FILLED.replace("<!-- end -->", ""), "p.md: table one has no `<!-- end -->`"),
    (FILLED.replace("old", "<!-- table: one -->"),
     "p.md:4: table one has no `<!-- end -->` before this line"),
    ("<!-- end -->\n", "p.md:1: `<!-- end -->` without a table before it"),
    ("# x\n", "p.md: has no place for table one; add `<!-- table: one -->` and `<!-- end -->`"),
])
def test_a_page_that_cannot_be_filled(text, message):
    with pytest.raises(blocks.PageError) as caught:
        blocks.fill("p.md", text, {"one": "| a |\n"})
    assert str(caught.value) == message


class Prices:
    """A copy of prices and parts list."""

    def __init__(self, root):
        self.root = root
        for name in (cost.FILE, cost.BOM, cost.MACHINE_FILE):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")

    def edit(self, name, old, new):
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def message(self):
        with pytest.raises(SourceError) as caught:
            cost.tables(self.root)
        return str(caught.value)


@pytest.fixture
def prices(tmp_path):
    return Prices(tmp_path)


def test_a_part_without_a_price(prices):
    prices.edit(cost.BOM, "G7SA-2A2B DC12", "G9XX-1")
    assert prices.message() == ("hardware/prices.toml:1: G9XX-1 (K1) of hardware/out/bom.csv has "
                                "no class of prices; add its pattern to a `match`")


def test_a_wrong_key_in_a_class(prices):
    prices.edit(cost.FILE, '["ZMCT103C"]', '["ZMCT103C*"]')
    cost.tables(prices.root)
    prices.edit(cost.FILE, '["G7SA*"]', '["G7SA*", "x"]\nlow = 1')
    assert "unknown key class#" in prices.message() and "low_cents" in prices.message()


def test_a_class_that_fits_nothing(prices):
    text = (prices.root / cost.FILE).read_text(encoding="utf-8")
    extra = '[[class]]\ntitle = "gold"\nmatch = ["AU*"]\nlow_cents = 1\nhigh_cents = 2\n\n'
    (prices.root / cost.FILE).write_text(
        text.replace("[[class]]", extra + "[[class]]", 1), encoding="utf-8")
    assert prices.message().endswith("class gold fits no part of hardware/out/bom.csv")


def test_a_range_turned_round(prices):
    prices.edit(cost.FILE, "low_cents = 1800", "low_cents = 9800")
    assert "low_cents 9800 must be above 0 and not above high_cents 3800" in prices.message()


def test_kinds_on_the_mains_side(tmp_path):
    circuit = model.load(ROOT)
    parts = (ROOT / mains_tables.FILE).read_text(encoding="utf-8")
    for name in (mains_tables.FILE, machine.MACHINE_FILE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / mains_tables.FILE).write_text(parts.replace('"triac"', '"triax"'))
    with pytest.raises(SourceError, match=r'part#\d+.kind = "triax" is no kind on the '
                       "mains side; nearest: triac"):
        mains_tables.parts(tmp_path, circuit)
    short = parts.split('[[part]]\nkind = "zener"')[0]
    (tmp_path / mains_tables.FILE).write_text(short)
    with pytest.raises(SourceError, match=r"kind zener \(D\d+-D\d+\) touches a mains net"):
        mains_tables.parts(tmp_path, circuit)


def test_farads():
    assert [mains_tables.farads(v) for v in ("2n2 Y1", "100n X2", "10u")] == [
        pytest.approx(2.2e-9), pytest.approx(1e-7), pytest.approx(1e-5)]
    with pytest.raises(ValueError, match="capacitance 'big' is not like"):
        mains_tables.farads("big")


def test_references_in_spans():
    assert mains_tables.spans(["Q4", "Q3", "Q5", "R1", "Q10"]) == "Q3-Q5, Q10, R1"
    many = [f"C{n}01" for n in range(1, 9)]
    assert mains_tables.spans(many) == "C101, C201 ... C801 (8 in all)"
