"""Each row of docs/SPREAD.md, changed alone, changes what the machine does; and as it should."""

import pytest

from mjsim.generated.spread import SPREAD
from mjsim.people.habits import Habits
from mjsim.plant import Plant
from mjsim.plant.grid import STEP_MS
from mjsim.plant.unit import Unit
from mjsim.table.session import SimTable

SHOWN_BY_A_FAULT = {"watts", "current_noise"}
FAR = {"beam_dirt": 60_000, "touching": 50_000, "shingle": 50_000}
"""What comes seldom or slowly, so that two minutes show it."""


def evening(machine="single_port", inject="", **fixed):
    """What a table whose figures are all nominal but these does in five minutes."""
    table = SimTable(machine, seed=5, unit=Unit("nominal", 5, fixed), players=Habits())
    told = []
    for second in range(300):
        table.run_for(1_000)
        if inject and second == 60:
            table.inject(inject)
        plant = table.plant
        told.append((plant.events, bytes(plant.level), plant.amps_a_ma, plant.amps_b_ma))
    return told


@pytest.fixture(scope="module")
def designed():
    return evening()


@pytest.mark.parametrize("row", sorted(set(SPREAD) - SHOWN_BY_A_FAULT))
def test_a_row_alone_makes_another_table(row, designed):
    value = FAR.get(row) or max(SPREAD[row]["worn"], key=abs)
    assert evening(**{row: value}) != designed


@pytest.mark.parametrize("row", sorted(SPREAD))
def test_a_row_at_nothing_is_the_design(row, designed):
    assert evening(**{row: 0}) == designed


@pytest.mark.parametrize("row", sorted(SHOWN_BY_A_FAULT))
def test_what_a_motor_draws_shows_when_it_runs_by_itself(row):
    assert evening(inject="open ring") != evening(inject="open ring", **{row: 15})


def mains(hours=1, kind="typical"):
    """Voltage, frequency and share of speed in steps, on a table that stands."""
    plant, seen = Plant(seed=3, unit=Unit(kind, 3)), []
    for step in range(hours * 3_600_000 // STEP_MS):
        plant.advance((step + 1) * STEP_MS)
        seen.append((plant.grid.volts.value, plant.mains_dhz, plant.grid.share))
    return seen


@pytest.mark.parametrize("kind", ["typical", "worn"])
def test_the_mains_wander_slowly_and_within_their_limits(kind):
    volts, dhz, share = zip(*mains(kind=kind), strict=True)
    least, most = SPREAD["mains_volts"][kind]
    assert least <= min(volts) and max(volts) <= most and max(volts) - min(volts) > most / 2
    assert max(abs(b - a) for a, b in zip(volts, volts[1:], strict=False)) < 2
    assert 500 - 5 <= min(dhz) < max(dhz) <= 500 + 5
    assert 0.96 < min(share) < 1 < max(share) < 1.05


def test_the_mains_of_a_nominal_table_stand():
    assert set(mains(kind="nominal")) == {(0, 500, 1.0)}


def test_a_drum_that_runs_follows_the_mains_and_its_load():
    table = SimTable(seed=5, unit=Unit("nominal", 5, {"load_speed": -8, "mains_volts": -10}))
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(3_000)
    drum = table.plant.drum
    assert drum.pace == int(drum.full * (1 - 0.08 * 136 / 152) * 0.97)


def test_strong_tiles_come_up_first():
    """The mean of the pull of the first half of a set that left the drum is above the other's."""
    table = SimTable(seed=5, unit=Unit("worn", 5))
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load("green")
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    plant = table.plant
    order = sorted(range(136), key=lambda tile: plant.exit_order[tile])
    pulls = [plant.pull[tile] for tile in order]
    assert len(set(pulls)) == 136 and 0.6 < min(pulls) and max(pulls) < 1.3
    assert sum(pulls[:68]) > sum(pulls[68:])


def pulse_ms(**fixed):
    """How long the counting beam of line A is on for its first tile."""
    table = SimTable(seed=5, unit=Unit("nominal", 5, fixed), players=Habits())
    table.run_until(lambda: table.io("cnt_a"), 60_000)
    since = table.plant.now
    table.run_until(lambda: not table.io("cnt_a"), 5_000)
    return table.plant.now - since


def test_a_dull_beam_sees_a_shorter_tile():
    assert pulse_ms(beam_threshold=3_000) < pulse_ms() - 30
    assert abs(pulse_ms(beam_hysteresis=3_000) - pulse_ms()) <= 50  # both edges later
