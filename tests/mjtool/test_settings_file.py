"""Settings files: what is read, and what every mistake says."""

import json
from pathlib import Path

import pytest

from mjtool.settings_file import SettingsError, read_settings

ROOT = Path(__file__).resolve().parents[2]
ROWS = json.loads((ROOT / "host_tools/mjtool/dictionary.json").read_text())["settings"]


def write(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def told(path: Path) -> str:
    with pytest.raises(SettingsError) as caught:
        read_settings(path, ROWS)
    return str(caught.value).replace(str(path), path.name)


def test_both_ways_to_write_a_name(tmp_path):
    path = write(tmp_path, "power.budget_mw = 80000\n[sort]\n# long\npremix_min_ms = 9_000\n")
    assert read_settings(path, ROWS) == {"power.budget_mw": 80000, "sort.premix_min_ms": 9000}


def test_value_out_of_range_names_line_unit_and_nearest(tmp_path):
    path = write(tmp_path, "# mine\n\npower.budget_mw = 900\ndice.roll_ms = 60000\n")
    assert told(path) == (
        "settings.toml:3: power.budget_mw = 900 is below 36000 (unit mW). Nearest valid: 36000\n"
        "settings.toml:4: dice.roll_ms = 60000 is above 5000 (unit ms). Nearest valid: 5000")


def test_misspelt_name_inside_a_section(tmp_path):
    path = write(tmp_path, "[power]\nbudget_mw = 50000\npeek_mw = 1\n")
    assert told(path) == (
        "settings.toml:3: unknown setting power.peek_mw. Nearest valid: power.peak_mw")


@pytest.mark.parametrize(("value", "shown"), [
    ("true", "True"), ("50.5", "50.5"), ('"50 W"', "'50 W'"), ("[1]", "[1]")])
def test_no_whole_number(tmp_path, value, shown):
    assert told(write(tmp_path, f"mains.hz = {value}\n")) == (
        f"settings.toml:1: mains.hz = {shown} is no whole number (unit Hz). "
        "Valid: 50 to 60, default 50")


def test_not_toml_missing_and_not_text(tmp_path):
    assert told(write(tmp_path, "mains.hz 50\n")).startswith("settings.toml: not valid TOML: ")
    assert "No such file" in told(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert told(binary) == "binary.toml: is not UTF-8 text; save it as UTF-8"
