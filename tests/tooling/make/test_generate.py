"""The generated files: fresh, complete, and their check really fails when one is touched."""

from pathlib import Path

import pytest

from tools.make.generate.__main__ import main
from tools.make.generate.collect import all_outputs, stale

ROOT = Path(__file__).resolve().parents[3]


def test_committed_files_are_fresh():
    texts, errors = all_outputs(ROOT)
    assert errors == []
    assert stale(ROOT, texts) == []


@pytest.mark.parametrize("name", [
    "firmware/mjtable/generated/iomap.py", "firmware/mjtable/generated/timing.py",
    "firmware/mjtable/generated/fault_codes.py",
    "firmware/mjtable/generated/setting_table.py", "firmware/mjtable/generated/command_table.py",
    "simulator/mjsim/generated/constants.py", "host_tools/mjtool/dictionary.json",
    "docs/FAULTS.md",
    "docs/SETTINGS.md", "docs/IO.md", "docs/PROTOCOL.md",
])
def test_touched_or_missing_file_is_stale_and_rewritten(fresh, capsys, name):
    path = fresh.root / name
    good = path.read_text(encoding="utf-8")
    for spoil in (lambda: path.write_text(good + "\n", encoding="utf-8"), path.unlink):
        spoil()
        assert main(["--check"], fresh.root) == 1
        assert capsys.readouterr().err == (
            f"{name}: stale, its source has changed or it was edited by hand; "
            "run `make generate` and commit the result\n")
        assert main([], fresh.root) == 0
        assert f"wrote {name}\n" in capsys.readouterr().out
        assert path.read_text(encoding="utf-8") == good


def test_changed_source_makes_its_files_stale(fresh, capsys):
    fresh.edit("hardware/machine.toml", "settle_ms = { value = 450", "settle_ms = { value = 500")
    assert main(["--check"], fresh.root) == 1
    stale_files = [line.split(":")[0] for line in capsys.readouterr().err.splitlines()]
    assert stale_files == ["docs/IO.md", "firmware/mjtable/generated/timing.py",
                           "simulator/mjsim/generated/constants.py"]


def test_a_bad_source_stops_only_its_own_files(fresh, capsys):
    line = fresh.edit("firmware/tables/faults.toml", "code = 202", "code = 20")
    fresh.edit("hardware/machine.toml", "settle_ms = { value = 450", "settle_ms = { value = 500")
    assert main([], fresh.root) == 2
    out = capsys.readouterr()
    assert "wrote firmware/mjtable/generated/timing.py" in out.out
    assert out.err == f"firmware/tables/faults.toml:{line}: code 20 must be 101 to 999\n"


def test_unknown_option_is_a_usage_error(capsys):
    assert main(["--frobnicate"]) == 2
    assert capsys.readouterr().err == (
        "usage: python -m tools.make.generate [--check]\n"
        "       python -m tools.make.generate --measured FILE [--out FOLDER]\n")
