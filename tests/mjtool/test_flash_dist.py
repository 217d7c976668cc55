"""Release bundles and package.json: reproducible, complete, taken by the tools they are for."""

import json
import os
import re
import zipfile

import pytest
from mpremote import mip

from mjtool.flash.board import Board
from mjtool.flash.install import install
from mjtool.flash.manifest import OLDEST
from mjtool.flash.progress import Progress
from mjtool.flash.release import for_chip, read, releases
from mjtool.flash.slots import look
from mjtool.output import Output
from tests.mjtool import small_release
from tests.mjtool.fake_board import FakeBoard, blank
from tests.mjtool.fake_prompt import Direct
from tools.make.board.build import build
from tools.make.board.dist import MICROPYTHON_MIN, bundle, dist
from tools.make.generate.code import package_json
from tools.make.generate.errors import SourceError

ROOT = small_release.ROOT


def mip_install(fake, place):
    """`mpremote mip install --target / PLACE`."""
    mip._install_package(Direct(fake), str(place), mip._PACKAGE_INDEX, "/", None, True)


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    """The ZIPs of this very project."""
    return dist(ROOT, tmp_path_factory.mktemp("dist"))


def test_there_is_a_bundle_for_each_chip(bundles):
    version = package_json.version(ROOT)
    assert [place.name for place in bundles] == [f"mjtable-{version}-rp2040.zip",
                                                 f"mjtable-{version}-rp2350.zip"]
    found = releases(bundles[0].parent)
    for chip in ("RP2040", "RP2350"):
        release = for_chip(found, chip)
        assert release.manifest.version == version
        assert {"main.py", "boot.py", "hal/start.mpy"} <= set(release.files)


def test_what_is_in_a_bundle(bundles):
    with zipfile.ZipFile(bundles[0]) as archive:
        names = archive.namelist()
        manifest = json.loads(archive.read("manifest.json"))
        text = archive.read("README.md").decode()
    assert names == sorted([*manifest["files"], "README.md", "manifest.json", "names.json",
                           "package.json"])
    assert manifest["micropython_min"] == MICROPYTHON_MIN == OLDEST
    assert f"mjtool flash --release {bundles[0].name}" in text
    assert "Raspberry Pi Pico (RP2040) with MicroPython 1.26.0 or newer; byte code" in text


def test_the_same_files_give_the_same_bytes(tmp_path):
    first = bundle(small_release.folder(tmp_path / "one"), tmp_path)
    bytes_ = first.read_bytes()
    again = small_release.folder(tmp_path / "two")
    for path in again.rglob("*"):
        os.utime(path, (1, 1))
        path.chmod(0o700)
    (tmp_path / "out").mkdir()
    assert bundle(again, tmp_path / "out").read_bytes() == bytes_


def test_the_real_release_gets_on_to_a_board(bundles):
    fake = FakeBoard(blank())
    board = Board(Direct(fake), "board")
    release = read(bundles[0])
    install(board, release, look(board), Progress(Output(True)))
    assert look(board).running.version == release.manifest.version
    assert fake.content("/main.py") == (ROOT / "firmware/main.py").read_bytes()
    assert board.free_bytes() > 600 * 1024, "the other slot, settings and snapshots need room"


def test_a_bundles_own_package_json_is_taken_by_mip(tmp_path, capsys):
    place = bundle(small_release.folder(tmp_path / "built"), tmp_path)
    with zipfile.ZipFile(place) as archive:
        archive.extractall(tmp_path / "unpacked")
    fake = FakeBoard(blank(64))
    mip_install(fake, tmp_path / "unpacked/package.json")
    fake.power_up()
    assert fake.started == ("0.2.0",) * 3
    assert "Installing: //a/hal/start.py" in capsys.readouterr().out


def test_the_projects_package_json_is_taken_by_mip(capsys):
    fake = FakeBoard(blank())
    mip_install(fake, ROOT / "package.json")
    for path, source in json.loads((ROOT / "package.json").read_text())["urls"]:
        assert fake.content(f"/{path}") == (ROOT / source).read_bytes(), path
    assert look(Board(Direct(fake), "board")).spare.name == "b", "mjtool keeps what mip copied"
    assert "Installing: //main.py" in capsys.readouterr().out


def test_package_json_lists_every_source():
    value = json.loads((ROOT / "package.json").read_text())
    sources = [source for _, source in value["urls"]]
    assert len(sources) == len(set(sources))
    assert set(sources) >= {f"firmware/{path}" for path in ("boot.py", "main.py",
                                                           *package_json.MADE)}
    assert sources[-1] == "firmware/main.py", "nothing starts before everything is there"
    assert value["version"] == package_json.version(ROOT)


def test_a_new_source_makes_package_json_stale(tmp_path):
    for name in ("firmware/hal/new.py", "firmware/mjtable/version.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text('VERSION = "9.0.0"\n')
    [text] = package_json.outputs(tmp_path).values()
    assert ["a/hal/new.py", "firmware/hal/new.py"] in json.loads(text)["urls"]
    (tmp_path / "firmware/mjtable/version.py").write_text("")
    with pytest.raises(SourceError, match='version.py: no line VERSION = "..."; pack'):
        package_json.outputs(tmp_path)


def test_build_and_bundle_agree_on_the_files():
    for folder in build(ROOT):
        on_disk = {path.relative_to(folder).as_posix() for path in folder.rglob("*")
                   if path.is_file()}
        assert on_disk - {"manifest.json"} == set(read(folder).files)


def test_the_page_names_what_there_is(run):
    page = (ROOT / "docs/FLASHING.md").read_text(encoding="utf-8")
    shown = run("flash", "--help").stdout
    options = set(re.findall(r"mjtool flash.*?(--[a-z]+)", page))
    assert options == {"--release", "--port", "--check", "--rollback"}
    assert all(option in shown for option in options)
    found = re.findall(r"`(RPI_PICO2?)-\d{8}-v(\d+)\.(\d+)\.\d+\.uf2`", page)
    assert [board for board, *_ in found] == ["RPI_PICO2", "RPI_PICO"]
    assert all((int(major), int(minor)) >= (1, 26) for _, major, minor in found)
    assert "firmware needs 1.26.0" in page and OLDEST == "1.26.0"
    for target in re.findall(r"\]\(([^)#]+)", page):
        assert (ROOT / "docs" / target).exists()
