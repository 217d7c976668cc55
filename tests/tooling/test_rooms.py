"""Every room of the code has its place in the tests, and a new room without one is told so."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MIRRORS = {  # rooms: where a room of the same name is tested
    "firmware/mjtable": "tests/unit",
    "simulator/mjsim": "tests/sim",
    "tools": "tests/tooling",
}
OWN = {  # a room with a folder of its own
    "firmware/mjtable/link": "tests/protocol",
    "firmware/mjtable/generated": "tests/tooling/make",
    "simulator/mjsim/plant": "tests/plant",
    "simulator/mjsim/campaign": "tests/campaign",
    "simulator/mjsim/replay": "tests/replay",
    "simulator/mjsim/shuffle": "tests/shuffle",
    "simulator/mjsim/generated": "tests/tooling/make",
}


def rooms(folder: Path) -> set[str]:
    """Names of the packages, or of the folders of tests, in a folder."""
    return {path.name for path in folder.iterdir()
            if path.is_dir() and any(path.glob("*.py"))}


def findings(root: Path) -> Iterator[str]:
    """A sentence for each room without tests, and for tests of a room that is not there."""
    for code, tests in MIRRORS.items():
        for room in sorted(rooms(root / code)):
            place = OWN.get(f"{code}/{room}", f"{tests}/{room}")
            if not any((root / place).glob("test_*.py")):
                yield (f"{code}/{room} has no tests: put a test_*.py into {place}, or name its "
                       "folder in OWN of tests/tooling/test_rooms.py")
        for room in sorted(rooms(root / tests) - rooms(root / code)):
            yield f"{tests}/{room} mirrors no room: there is no {code}/{room}"


def test_every_room_has_its_tests():
    found = list(findings(ROOT))
    assert not found, "\n".join(found)
    assert all((ROOT / room).is_dir() for room in OWN)


def test_what_is_missing_is_one_sentence(tmp_path):
    for name in ("firmware/mjtable/scan/clock.py", "firmware/mjtable/link/link.py",
                 "firmware/mjtable/attic/box.py", "simulator/mjsim/board/board.py",
                 "tests/unit/scan/test_clock.py", "tests/unit/cellar/test_rats.py",
                 "tests/protocol/test_frames.py", "tests/sim/board/bench.py",
                 "tools/make/__init__.py", "tests/tooling/make/test_generate.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert list(findings(tmp_path)) == [
        "firmware/mjtable/attic has no tests: put a test_*.py into tests/unit/attic, or name its "
        "folder in OWN of tests/tooling/test_rooms.py",
        "tests/unit/cellar mirrors no room: there is no firmware/mjtable/cellar",
        "simulator/mjsim/board has no tests: put a test_*.py into tests/sim/board, or name its "
        "folder in OWN of tests/tooling/test_rooms.py"]
