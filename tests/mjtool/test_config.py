"""`mjtool config`: a table's settings as a file, compared, written, put back."""

import pytest

from mjtable.generated.setting_table import DEFAULTS, NAMES
from mjtool.dictionary import load
from mjtool.settings_file import read_settings


def table_with(device, **changed):
    for name, value in changed.items():
        device.table.settings.value[NAMES.index(name.replace("__", "."))] = value


def test_get_and_set_are_those_of_settings(device, run, run_json):
    assert run("config", "get", "mains.hz", "-p", device.url).stdout == run(
        "settings", "get", "mains.hz", "-p", device.url).stdout
    code, [value] = run_json("config", "set", "dice.roll_ms", 3000, "-p", device.url)
    assert (code, value["value"], value["was"]) == (0, 3000, 3500)


def test_diff_with_a_new_table(device, run, run_json):
    assert "The table's settings are those of new table." in run(
        "config", "diff", "-p", device.url).stdout
    table_with(device, dice__roll_ms=3000)
    result = run("config", "diff", "-p", device.url)
    assert result.exit_code == 4
    assert result.stdout.splitlines()[1].split() == ["dice.roll_ms", "3000", "3500", "ms"]
    code, [value] = run_json("config", "diff", "-p", device.url)
    assert code == 4 and value["different"] == {"dice.roll_ms": {"table": 3000, "with": 3500}}


def test_what_is_exported_is_imported_again(device, run, run_json, tmp_path):
    table_with(device, dice__roll_ms=3000, power__budget_mw=60000)
    file = tmp_path / "my table.toml"
    assert "settings; `mjtool config import" in run(
        "config", "export", file, "-p", device.url).stdout
    kept = read_settings(file, list(load().settings.values()))
    assert kept == dict(zip(NAMES, device.table.settings.value, strict=True))
    assert "# from 500 to 5000 ms, new 3500\ndice.roll_ms = 3000\n" in file.read_text()
    assert run("config", "diff", file, "-p", device.url).exit_code == 0
    device.table.settings.value = list(DEFAULTS)
    code, [value] = run_json("config", "import", file, "-p", device.url)
    assert code == 0 and list(value["changed"]) == ["power.budget_mw", "dice.roll_ms"]
    assert dict(zip(NAMES, device.table.settings.value, strict=True)) == kept
    said = run("config", "import", file, "-p", device.url)
    assert f"0 settings were changed, {len(kept)} were so already." in said.stdout


def test_export_prints_without_a_file_and_replaces_none(device, run, tmp_path):
    assert "mains.hz = 50" in run("config", "export", "-p", device.url).stdout
    file = tmp_path / "a.toml"
    file.write_text("mine")
    result = run("config", "export", file, "-p", device.url)
    assert result.exit_code == 2 and "the file is there already" in result.stderr
    assert file.read_text() == "mine"
    assert run("config", "export", file, "--force", "-p", device.url).exit_code == 0
    assert "mains.hz = 50" in file.read_text()
    result = run("config", "export", tmp_path / "none" / "a.toml", "-p", device.url)
    assert result.exit_code == 2 and "cannot write the settings: No such file" in result.stderr


@pytest.mark.parametrize("command", ["import", "diff"])
def test_a_mistake_in_the_file_is_told_with_its_line_and_nothing_is_sent(
        device, run, tmp_path, command):
    file = tmp_path / "a.toml"
    file.write_text("dice.roll_ms = 3000\nmains.hz = 55\npower.budgt_mw = 1\nmains.hz_ = 2\n")
    result = run("config", command, file, "-p", device.url)
    assert result.exit_code == 2 and device.hosts == 0
    assert f"{file}:3: unknown setting power.budgt_mw. Nearest valid: power.budget_mw" in (
        result.stderr)
    assert f"{file}:4: unknown setting mains.hz_" in result.stderr
    assert "nothing was changed at the table" in result.stderr
    missing = run("config", command, tmp_path / "none.toml", "-p", device.url)
    assert missing.exit_code == 2 and "cannot be read: No such file" in missing.stderr


def test_without_the_service_key_nothing_is_half_done(device, run, tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("dice.roll_ms = 3000\npower.budget_mw = 60000\n")
    device.table.keyless = True
    result = run("config", "import", file, "-p", device.url)
    assert result.exit_code == 6
    assert "only while a person holds its service key" in result.stderr
    assert "(power.budget_mw; 0 of 2 settings were changed)" in result.stderr
    assert device.table.settings.value == list(DEFAULTS)


def test_a_value_out_of_range_is_told_before_the_key_is_asked_for(device, run):
    """`power.budget_mw` needs the service key held at the table."""
    for command in ("config", "settings"):
        result = run(command, "set", "power.budget_mw", 9_999_999, "-p", device.url)
        assert result.exit_code == 2
        assert "power.budget_mw = 9999999 is outside 36000 to 80000" in result.stderr
        assert "service key" not in result.stderr
