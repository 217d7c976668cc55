"""What the socket U1 takes: its limits are checked, and the firmware's clocks come out of it."""

import csv
import re
from pathlib import Path

import pytest

from tests.micropython.pio_assembler import load as load_programs
from tools.make.generate.errors import SourceError
from tools.make.generate.read import controllers
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[3]
FILE = "hardware/machine.toml"
PICO = 'clock_hz = { value = 200000000, unit = "hz"'
MISTAKES = {
    "too little voltage": (
        "core_mv = { value = 1150", "core_mv = { value = 1100",
        "controllers.pico.core_mv = 1100 is not within 1150 to 1210 mV, which 200 MHz need"),
    "too much voltage": (
        "core_mv = { value = 1150", "core_mv = { value = 1250",
        "controllers.pico.core_mv = 1250 is not within 1150 to 1210 mV"),
    "flash too fast": (
        "flash_max_hz = { value = 133000000", "flash_max_hz = { value = 80000000",
        "controllers.pico: the flash gets 100 MHz, its part stands 80; take a larger"),
    "odd divisor": (
        'flash_divisor = { value = 2, unit = "1", grade = "default", source = "as pico-sdk',
        'flash_divisor = { value = 3, unit = "1", grade = "default", source = "as pico-sdk',
        "controllers.pico.flash_divisor = 3 must be even, 2 or more"),
    "clock without PIO clocks": (
        PICO, PICO.replace("200000000", "190000000"),
        "controllers.pico.clock_hz = 190000000 gives no 25000000 Hz by a whole number"),
    "clock without pace": (
        PICO, PICO.replace("200000000", "700000000"), "gives no 10000 Hz by a whole number"),
    "two recommended": (
        "recommended = false", "recommended = true",
        "exactly one controller must have recommended = true"),
    "thirstier": (
        'own_ma = { value = 50, unit = "ma", grade = "default", source = "others measured 20',
        'own_ma = { value = 90, unit = "ma", grade = "default", source = "others measured 20',
        "supplies.v5.loads.pico_ma = 157, but (the most own_ma of [controllers] + the loads"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_cannot_run_is_refused_with_its_line(copy, name):
    old, new, words = MISTAKES[name]
    if name == "clock without pace":
        copy.edit(FILE, "flash_max_hz = { value = 133000000", "flash_max_hz = { value = 400000000")
    copy.edit(FILE, old, new)
    with pytest.raises(SourceError, match=rf"^{FILE}:\d+: .*{re.escape(words)}"):
        load(copy.root)


def test_the_firmwares_pio_clocks_are_those_checked():
    programs = load_programs("hal.pio_programs")
    used = {value for name, value in vars(programs).items() if name.endswith("_HZ")}
    assert used and used <= set(controllers.PIO_HZ)


def test_the_parts_list_has_the_recommended_one_and_the_other_as_substitute():
    data = load(ROOT).data
    with open(ROOT / "hardware/out/bom.csv", encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if row["references"] == "U1"
                   and row["value"].startswith("Raspberry Pi Pico"))
    assert row["manufacturer_part_number"] == controllers.recommended(data)["part"] == "SC1631"
    other = next(each for each in data["controllers"].values() if not each["recommended"])
    assert other["part"] in row.values()


def test_what_is_computed_is_marked_so_where_people_read_it():
    page = (ROOT / "hardware/README.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if "recommended | SC1631" in line)
    assert "computed" in row and "never measured" in row
