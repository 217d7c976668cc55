"""Chance depends on seed and part alone: a controller some ms later meets the same machine."""

import pytest

from mjsim.people.habits import Habits
from mjsim.plant.belt import Belt
from mjsim.plant.drive import Drive
from mjsim.table.session import SimTable
from tests.plant.crude import DRUM, FREE, RING, Bench, belt, nominal

KINDS = ("none", "1", "now")


@pytest.fixture(scope="module")
def evenings():
    """One evening for each kind of late scans: what was drawn, by part, and who entered where."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for late in KINDS:
            draws, taken = {}, []
            patch.setattr(Drive, "command", noted_command(Drive.command, draws))
            patch.setattr(Belt, "_bounce", noted_bounce(Belt._bounce, draws))
            patch.setattr(Belt, "take", noted_take(Belt.take, taken))
            table = SimTable(seed=2, players=Habits(play_ms=5_000), late=late)
            table.run_until(lambda t=table: t.dice_ms > 0, 400_000)
            table.run_for(5_000)
            assert not table.violations
            found[late] = (draws, taken, table.plant.dice)
            patch.undo()
    return found


def noted_command(plain, draws):
    def command(drive, on, now):
        plain(drive, on, now)
        if on:
            draws.setdefault(drive.name + " coast", []).append(drive.coast)
            if not drive.moving:  # the lag is that of a motor at rest
                runs = len(draws[drive.name + " coast"])
                draws.setdefault(drive.name + " lag", {})[runs] = drive.turn_at - now

    return command


def noted_bounce(plain, draws):
    def bounce(belt, now, mask):
        before = len(belt.p._pulses)
        plain(belt, now, mask)
        draws.setdefault("%s bit %d" % (belt.name, mask), []).append(len(belt.p._pulses) - before)

    return bounce


def noted_take(plain, taken):
    def take(belt, tile, now):
        taken.append((tile, belt.letter, now))
        plain(belt, tile, now)

    return take


def test_the_nth_run_of_a_motor_and_the_nth_tile_at_a_sensor_are_the_same(evenings):
    plain = evenings["none"][0]
    for late in KINDS[1:]:
        draws = evenings[late][0]
        for part, drawn in plain.items():
            if isinstance(drawn, dict):
                both = drawn.keys() & draws[part].keys()
                assert len(both) > len(drawn) / 2
                # a belt takes up its slack in some ms more or less, by how warm its gear is
                assert all(abs(drawn[run] - draws[part][run]) <= 3 for run in both), (late, part)
            else:
                least = min(len(drawn), len(draws[part]))
                assert least and drawn[:least] == draws[part][:least], (late, part)


def test_the_first_tiles_and_the_dice_are_the_same(evenings):
    """Later the motors' start gap of 150 ms makes more of some ms: then other belts run."""
    _, taken, dice = evenings["none"]
    for late in KINDS[1:]:
        _, others, other_dice = evenings[late]
        assert other_dice == dice
        for one, other in zip(taken[:12], others, strict=False):
            assert one[:2] == other[:2] and abs(one[2] - other[2]) < 100, late


def port_times(seed, extra):
    """When ports B, C and D take their tiles; `extra`: belt A has run before."""
    b = Bench(nominal(seed=seed, limits=FREE))
    b.load(b.plant.new_set("green", 136))
    if extra:
        b.drive(belt(0))
        b.run(900)
    b.drive(0)
    b.run(1_000 - 900 * extra)
    b.drive(DRUM | RING)
    b.run(1_000)
    b.drive(DRUM | RING | belt(1) | belt(2) | belt(3))
    b.run(4_000)
    return [list(b.plant.belts[line].tiles) for line in (1, 2, 3)]


def test_what_one_line_does_leaves_the_chances_of_the_others_alone():
    for seed in range(5):
        plain, other = port_times(seed, 0), port_times(seed, 1)
        assert plain == other and sum(map(len, plain)) > 6
    assert port_times(1, 0) != port_times(2, 0)
