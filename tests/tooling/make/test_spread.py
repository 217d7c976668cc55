"""[spread] of machine.toml: only the plant knows it, and what is wrong in it is told."""

import re
from pathlib import Path

import pytest

from tools.make.generate.collect import all_outputs
from tools.make.generate.errors import SourceError
from tools.make.generate.pages import spread_page
from tools.make.generate.read.machine import MACHINE_FILE, load

ROOT = Path(__file__).resolve().parents[3]
PLANT = {Path("simulator/mjsim/generated/spread.py"), Path("docs/SPREAD.md"),
         Path("host_tools/mjtool/dictionary.json")}  # the bench judges by it
RANGE = re.compile(r"^(typical|worn) = \[(-?\d+), (\d+)\]$", re.M)


@pytest.fixture
def copy(tmp_path):
    """A project whose machine.toml can be spoilt."""
    for name in ("firmware", "hardware", "docs", "simulator", "host_tools", "tools", "tests"):
        if name != "hardware":
            (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "hardware").mkdir()
    for path in (ROOT / "hardware").iterdir():
        if path.name != "machine.toml":
            (tmp_path / "hardware" / path.name).symlink_to(path)

    def write(change):
        text = change((ROOT / MACHINE_FILE).read_text(encoding="utf-8"))
        (tmp_path / MACHINE_FILE).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_no_file_but_the_plants_and_the_benchs_changes_with_any_spread(copy):
    before, _ = all_outputs(ROOT)
    after, errors = all_outputs(copy(lambda text: RANGE.sub(
        lambda m: f"{m[1]} = [{int(m[2]) - 7}, {int(m[3]) + 9}]", text)))
    assert not errors
    assert {path for path in before if before[path] != after[path]} == PLANT


def test_the_page_has_every_spread_with_both_ranges():
    page = spread_page.outputs(ROOT)[Path("docs/SPREAD.md")]
    for name, row in load(ROOT).data["spread"].items():
        line = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        assert f"{row['worn'][1]:+d}".replace("+0", "0") in line and row["source"] in line


@pytest.mark.parametrize(("old", "new", "told"), [
    ("typical = [-1, 1]", "typical = [1, 2]", "must be [least, most], two whole numbers"),
    ("typical = [-1, 1]", "typical = [-1]", "must be [least, most]"),
    ("worn = [-2, 2]", "worn = [0, 1]", "a worn table differs less than a typical one"),
    ('unit = "mdeg"\ntypical', 'unit = "pct"\ntypical', "has unit 'pct', expected 'mdeg'"),
    ("[spread.slip]", "[spread.slop]", "slop"),
])
def test_a_wrong_spread_is_told_with_its_line(copy, old, new, told):
    with pytest.raises(SourceError, match=re.escape(told)) as error:
        load(copy(lambda text: text.replace(old, new, 1)))
    assert "machine.toml:" in str(error.value)
