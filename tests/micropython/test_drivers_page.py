"""docs/DRIVERS.md names every driver, real pins, and times that are measured here."""

import inspect
import re
from pathlib import Path

import pytest

from hal import pinmap
from hal.board import Board
from hal.loop import Loop
from tests.micropython.driver_costs import measured

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "DRIVERS.md"
HAL = ROOT / "firmware" / "hal"


def rows():
    """Cells of every row that begins with a file's name, by that name."""
    found = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for name in re.findall(r"`([a-z0-9_]+)\.py`", cells[0]) if len(cells) > 1 else ():
            assert name not in found, name
            found[name] = cells[1:]
    return found


@pytest.fixture(scope="module")
def times_us(tmp_path_factory):
    return measured(tmp_path_factory.mktemp("costs"))


def test_every_driver_has_its_row_and_no_row_is_without_file():
    assert set(rows()) == {path.stem for path in HAL.glob("*.py")} - {"__init__"}


def test_the_pins_are_pins_of_the_board():
    named = set()
    for cells in rows().values():
        if len(cells) == 6:
            named |= set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", cells[1]))
    pins = {name[3:] for name in vars(pinmap) if name.startswith("GP_")}
    assert named - pins <= {"USB", "DMA", "I2C0"}
    assert {"ZC", "LED_DATA", "BUZZ", "DICE_IN1", "I_A", "AMUX", "WD_KICK"} <= named


@pytest.mark.parametrize(
    "driver",
    ["chain", "edges", "zero_cross", "analogue", "learning", "pixels", "display", "buzzer",
     "dice_motor"],
)
def test_the_times_on_the_page_are_those_measured(times_us, driver):
    """Not less, and not twice as much; the model itself is off by a few per cent."""
    usual, most = (int(cell) for cell in rows()[driver][3:5])
    usual_us, most_us = times_us[driver]
    assert usual_us * 0.9 <= usual <= usual_us * 2 + 10
    assert most_us * 0.9 <= most <= most_us * 2 + 10


def test_the_order_of_a_scan_is_the_boards():
    """The calls named on the page come in that order in a scan of board.py."""
    write = inspect.getsource(Board.write)
    for part in (Board._write, Board._show):
        assert write.count(f"self.{part.__name__}(") == 1
        write = write.replace(f"self.{part.__name__}(", inspect.getsource(part))
    scan = inspect.getsource(Loop.scan).replace("self._read(", inspect.getsource(Board.read))
    scan = scan.replace("self._talk(", inspect.getsource(Loop._talk))
    scan = scan.replace("self._write(", write)
    scan = scan.replace("self._finish(", inspect.getsource(Board.finish))
    found = inspect.getsource(Board._find) + inspect.getsource(Loop._find)
    kept = dict(re.findall(r"self\.(_\w+) = (?:self\.)?(?:parts\.)?([\w.]+)\n", found))
    scan = re.sub(r"self\.(_\w+)\(", lambda call: kept.get(call[1], call[1]) + "(", scan)
    calls = ("analogue.step", "chain.collect", "zero_cross.step", "table.step", "chain.send",
             "buzzer.step", "pixels.show", "display.show", "link.poll", "serial.pump",
             "watchdog.step")  # fmt: skip
    at = [scan.index(call + "(") for call in calls]
    assert at == sorted(at)


def test_the_page_stays_a_page():
    assert len(PAGE.read_text().splitlines()) <= 90
