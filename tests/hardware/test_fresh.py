"""What is generated is what is committed; the names and commands of `python -m hardware`."""

import subprocess
import sys
from pathlib import Path

import pytest

from hardware import parts
from hardware.parts import PARTS, NotKnown, Part, chosen, stale, write
from tests.hardware.tools import needs

ROOT = Path(__file__).resolve().parents[2]
TOOLS = {"spice": "ngspice", "mechanism": "build123d", "wall_line": "build123d", "fab": "pcbnew"}


@pytest.mark.parametrize("name", PARTS)
def test_what_is_committed_is_fresh(name):
    if name in TOOLS:
        needs(TOOLS[name])
    assert stale(ROOT, name, PARTS[name].build(ROOT)) == [], "run `make hardware` and commit"


def test_a_stale_or_missing_file_is_named_and_written_once(tmp_path):
    files = {"hardware/out/a.txt": "new\n", "hardware/out/b.txt": b"same\n"}
    (tmp_path / "hardware/out").mkdir(parents=True)
    (tmp_path / "hardware/out/b.txt").write_bytes(b"same\n")
    assert stale(tmp_path, "circuit", files) == ["hardware/out/a.txt"]
    assert write(tmp_path, files) == ["hardware/out/a.txt"]
    assert stale(tmp_path, "circuit", files) == [] and write(tmp_path, files) == []


def test_a_part_may_say_that_two_contents_mean_the_same(monkeypatch):
    class Mechanism:
        @staticmethod
        def same(path, have, want):
            return path.endswith(".step") and have[:1] == want[:1]

    monkeypatch.setattr(parts.importlib, "import_module", lambda name: Mechanism)
    part = Part("any")
    assert part.same("a.step", b"x1", b"x2") and not part.same("a.svg", b"x1", b"x2")
    assert not part.same("a.step", b"x1", b"y1") and part.same("a.svg", b"x", b"x")


def test_parts_are_built_in_the_order_of_their_needs():
    assert chosen(["sheets", "circuit"]) == ["circuit", "sheets"]
    assert chosen([]) == list(PARTS)


def test_an_unknown_part_gets_the_nearest_name():
    with pytest.raises(NotKnown) as told:
        chosen(["cirkuit"])
    assert "there is no part cirkuit; did you mean circuit?" in str(told.value)


@pytest.mark.parametrize("argv, said", [
    ([], "usage: python -m hardware build|check"),
    (["build", "bord"], "did you mean board?"),
])  # fmt: skip
def test_wrong_usage(argv, said):
    done = subprocess.run([sys.executable, "-m", "hardware", *argv], cwd=ROOT,
                          capture_output=True, text=True)
    assert done.returncode == 2 and said in done.stderr
