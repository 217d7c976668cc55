"""The generated files: fresh, complete, and their check really fails when one is touched."""

from pathlib import Path

import pytest

from tools.make.generate.__main__ import main
from tools.make.generate.collect import all_outputs, stale

ROOT = Path(__file__).resolve().parents[3]


def test_committed_files_are_fresh():
    texts, errors = all_outputs(ROOT)
    assert errors == []
    assert stale(ROOT, texts) == {}


NAMES = (
    "docs/FAULTS.md", "docs/IO.md", "docs/PROTOCOL.md", "docs/SETTINGS.md",
    "firmware/mjtable/generated/command_table.py", "firmware/mjtable/generated/fault_codes.py",
    "firmware/mjtable/generated/iomap.py", "firmware/mjtable/generated/setting_table.py",
    "firmware/mjtable/generated/timing.py", "host_tools/mjtool/dictionary.json",
    "simulator/mjsim/generated/constants.py", "simulator/mjsim/generated/requests.py",
)


def edit_by_hand(path):
    """A line more, the third."""
    lines = path.read_text(encoding="utf-8").splitlines(True)
    path.write_text("".join([*lines[:2], "by hand\n", *lines[2:]]), encoding="utf-8")


@pytest.mark.parametrize("spoil,told", [
    (edit_by_hand, ":3: stale, its source has changed or it was edited by hand"),
    (lambda path: path.unlink(), ": missing"),
])
def test_touched_or_missing_files_are_named_and_rewritten(fresh, capsys, spoil, told):
    good = {name: (fresh.root / name).read_text(encoding="utf-8") for name in NAMES}
    for name in NAMES:
        spoil(fresh.root / name)
    assert main(["--check"], fresh.root) == 1
    assert capsys.readouterr().err == "".join(
        f"{name}{told}; run `make generate` and commit the result\n" for name in NAMES)
    assert main([], fresh.root) == 0
    out = capsys.readouterr().out
    for name in NAMES:
        assert f"wrote {name}\n" in out
        assert (fresh.root / name).read_text(encoding="utf-8") == good[name]


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
