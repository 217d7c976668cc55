"""`make check`: the tests that a change touches, the nearest first."""

import subprocess
import sys
from pathlib import Path

from tools.check.changed.graph import nearest

ROOT = Path(__file__).resolve().parents[3]


def test_the_tests_of_a_module_come_nearest_first():
    found = nearest(ROOT, ["firmware/mjtable/game/marker.py"])
    names = [name for _, name in found]
    assert found[0][0] == 1 and "tests/unit/game/test_marker.py" in names
    assert [far for far, _ in found] == sorted(far for far, _ in found)
    assert "tests/score/test_honours.py" not in names


def test_a_changed_test_is_run_itself():
    name = "tests/unit/game/test_marker.py"
    assert nearest(ROOT, [name])[0] == (0, name)


def test_data_are_read_by_tests():
    found = [name for _, name in nearest(ROOT, ["firmware/tables/faults.toml"])]
    assert "tests/faults/test_every_row.py" in found
    assert [name for _, name in nearest(ROOT, ["tests/scenarios/too_hot.txt"])] == [
        "tests/sim/scenario/test_scenarios.py"]


def test_every_reader_of_data_exists():
    from tools.check.changed.graph import DATA
    for _, tests in DATA:
        for name in tests:
            assert (ROOT / name).is_file(), name


def test_what_begins_too_late_is_left(tmp_path):
    (tmp_path / "test_slow.py").write_text("import time\ndef test_a(): time.sleep(0.2)\n"
                                           "def test_b(): assert False\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "tools.check.changed.budget",
         "--budget-s", "0.1", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "1 passed, 1 skipped" in done.stdout
    assert "left to `make test`" in done.stdout


def test_an_unknown_base_is_one_sentence():
    done = subprocess.run([sys.executable, "-m", "tools.check.changed", "no-such-commit"],
                          cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("check: git: ")
    assert done.stderr.endswith("give a commit, as make check BASE=main\n")
