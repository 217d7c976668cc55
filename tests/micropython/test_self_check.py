"""The board's own test: each thing it looks at, spoilt once, gives its number of E908."""

import tomllib
from pathlib import Path

import pytest

from hal import self_check
from hal.chain import Chain
from hal.exchange import FRAMES
from mjtable.generated import iomap
from mjtable.generated.fault_codes import BOARD_TEST
from tests.micropython.chips import ShiftChain, Wire

ROOT = Path(__file__).parents[2]


class Levels:
    """The analogue side: what it would say."""

    opto_supply_live = False

    def is_opto_supply_live(self):
        return self.opto_supply_live
    wrong = 0

    def check(self, sleep_ms):
        return self.wrong


class Bench:
    def __init__(self):
        self.chips = ShiftChain()
        self.chips.logical[6] |= iomap.BIT_K1_MIR
        self.emit = Wire(1)
        self.analogue = Levels()
        self.slept = 0
        self.chain = Chain(self.chips)

    def sleep_ms(self, ms):
        self.slept += ms
        for _ in range(ms):
            self.chips.frame()

    def run(self):
        return self_check.at_start(self.chain, self.emit, self.sleep_ms, self.analogue)


@pytest.fixture
def bench():
    return Bench()


def test_a_good_board_passes_with_its_emitters_on(bench):
    assert bench.run() == 0
    assert bench.emit.level == 1 and bench.slept <= 50


def test_it_does_not_matter_how_long_the_parts_took_to_make():
    """Frames go on meanwhile, any number of times round the ring."""
    for before in range(2 * FRAMES):
        bench = Bench()
        bench.sleep_ms(before)
        assert bench.run() == 0, before


@pytest.mark.parametrize("spoil", ["cut", "stopped"])
def test_a_chain_that_is_off(bench, spoil):
    setattr(bench.chips, spoil, True)
    assert bench.run() == self_check.CHAIN


@pytest.mark.parametrize("index", [iomap.IN_CNT_A, iomap.IN_INLET_C, iomap.IN_JAM_D])
def test_a_sensor_that_sees_in_the_dark(bench, index):
    bench.chips.logical[index >> 3] |= 1 << (index & 7)
    assert bench.run() == self_check.DARK_SENSOR


def test_tiles_lying_at_the_sensors_are_no_fault(bench):
    """They are seen by the emitters' light only."""
    def light(on):
        bench.chips.logical[0] = iomap.BIT_CNT if on else 0
    bench.emit = Wire(1, light)
    light(True)
    assert bench.run() == 0
    assert bench.chain.level[0] & iomap.BIT_CNT


@pytest.mark.parametrize("spoil", [
    lambda logical: logical.__setitem__(8, logical[8] | iomap.BIT_LMOT_FB),
    lambda logical: logical.__setitem__(6, logical[6] & ~iomap.BIT_K1_MIR),
])
def test_a_welded_relay(bench, spoil):
    spoil(bench.chips.logical)
    assert bench.run() == self_check.BUS_LIVE


def test_optocouplers_fed_without_arm(bench):
    """Not known yet at the start, which looks at the rest; no arming as long as it is not dead."""
    bench.analogue.opto_supply_live = True
    assert bench.run() == 0
    level = bench.chain.level
    assert self_check.before_arming(level, bench.analogue) == self_check.OPTO_SUPPLY
    bench.analogue.opto_supply_live = False
    assert self_check.before_arming(level, bench.analogue) == 0


@pytest.mark.parametrize("wrong", [self_check.CURRENT, self_check.BIAS])
def test_what_the_analogue_side_finds_is_passed_on(bench, wrong):
    bench.analogue.wrong = wrong
    assert bench.run() == wrong


def test_the_fault_page_explains_every_number():
    rows = tomllib.loads((ROOT / "firmware/tables/faults.toml").read_text("utf-8"))["fault"]
    causes = [row for row in rows if row["code"] == BOARD_TEST][0]["causes"]
    assert [cause.split(":")[0] for cause in causes] == ["detail %d" % n for n in range(1, 8)]
