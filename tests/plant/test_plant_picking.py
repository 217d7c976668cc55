"""The pick-up law of design hardware §3, measured with a fixed seed."""

from math import exp, sqrt

import pytest

from mjsim.generated import constants as C
from mjsim.plant import Plant
from tests.plant.crude import DRUM, FREE, RING, Bench, belt, nominal

MU, PHI, PSI = (n / 1000 for n in (C.PICK_MU_PER_KS, C.FLIP_PHI_PER_KS, C.FLIP_PSI_PER_KS))


def tail_rate(mu: float) -> float:
    """Slow eigenvalue of the two-state law, 1/s."""
    total = mu + PHI + PSI
    return (total - sqrt(total * total - 4 * mu * PHI)) / 2


class Port:
    """A port that takes a tile and throws it back at once: it stays open."""

    clings = False

    def __init__(self, plant, line, waits, faces):
        self.plant, self.line = plant, line
        self.waits, self.faces = waits, faces
        self.since = {}

    def take(self, tile, now):
        plant = self.plant
        self.waits.append(now - self.since.get(tile, now))
        self.faces.append(plant.pick.back[tile])
        for port in plant.ports:
            port.since[tile] = now
        plant.pick.put(tile, 0.0, 0.5, now)
        plant.pick.opened(self, now)


def waits(ports: int, tiles: int = 1, count: int = 3000, sound: int = 2) -> tuple[list, list]:
    """Waiting times, ms, of tiles thrown in one by one, and how they lay when picked."""
    b = Bench(nominal(seed=5))
    plant = b.plant
    b.hatch(True)
    plant.drop(plant.new_set("green", tiles))
    for tile in range(tiles):
        plant.sound[tile] = sound
    b.hatch(False)
    found, faces = [], []
    plant.ports = [Port(plant, line, found, faces) for line in range(ports)]
    plant.pick.open.extend(plant.ports)
    b.drive(DRUM | RING)
    while len(found) < count + tiles:
        b.run(20_000)
    return found[tiles:], faces


@pytest.mark.parametrize(("ports", "rate"), [(4, 0.287), (2, 0.19), (1, 0.11)])
def test_the_tail_has_the_rate_of_the_law(ports, rate):
    law = tail_rate(MU * ports / 4)
    assert law == pytest.approx(rate, abs=0.004)
    found, faces = waits(ports)
    late = 12_000
    tail = [wait - late for wait in found if wait > late]
    measured = 1000 * len(tail) / sum(tail)
    assert measured == pytest.approx(law, abs=4 * law / sqrt(len(tail)))
    assert all(faces), "a tile left the drum face up"


@pytest.mark.parametrize("ports", [1, 4])
def test_the_mean_wait_is_that_of_the_law(ports):
    mu = MU * ports / 4
    back = (1 + PSI / PHI) / mu
    expected = (back + 1 / PHI + back) / 2
    found, _ = waits(ports)
    spread = sqrt(sum((w / 1000 - expected) ** 2 for w in found) / len(found))
    assert sum(found) / 1000 / len(found) == pytest.approx(
        expected, abs=4 * spread / sqrt(len(found))
    )


def test_many_tiles_do_not_disturb_each_other():
    found, _ = waits(4, tiles=20, count=6000)
    back = (1 + PSI / PHI) / MU
    assert sum(found) / 1000 / len(found) == pytest.approx((back + 1 / PHI + back) / 2, rel=0.05)


def test_weak_tiles_come_rarely_and_dead_ones_never():
    found, _ = waits(4, count=60, sound=1)
    assert sum(found) / 1000 / len(found) > 8 * tail_rate(MU) ** -1 / 2
    b = Bench(nominal(seed=2))
    b.load(b.plant.new_set("green", 1))
    b.plant.sound[0] = 0
    b.drive(DRUM | RING | belt(0) | belt(1))
    b.run(600_000)
    assert b.plant.place(0) == "drum"


def test_on_the_single_port_table_one_port_has_the_whole_rate():
    four, single = nominal("four_port"), nominal("single_port")
    assert four.pick.pick_ms == 4 * single.pick.pick_ms == pytest.approx(4000 / MU)


@pytest.mark.parametrize("motors", [DRUM | belt(0), RING | belt(0), DRUM | RING])
def test_nothing_is_picked_unless_drum_ring_and_belt_move(motors):
    b = Bench(nominal(seed=4, limits=FREE))
    b.load(b.plant.new_set("green", 50))
    b.drive(motors)
    b.run(60_000)
    assert len(b.plant.loose) == 50


def test_faces_turn_only_while_the_drum_does():
    plant = nominal(seed=8)
    b = Bench(plant)
    b.load(plant.new_set("green", 150))
    before = bytes(plant.pick.back)
    b.drive(RING)
    b.run(100_000)
    for tile in range(150):
        plant.pick.mix(tile, plant.pick.turned(plant.now))
    assert bytes(plant.pick.back) == before
    b.drive(DRUM)
    b.run(100_000)
    for tile in range(150):
        plant.pick.mix(tile, plant.pick.turned(plant.now))
    assert sum(plant.pick.back) / 150 == pytest.approx(PHI / (PHI + PSI), abs=0.15)


def test_a_look_in_between_changes_nothing_in_law():
    """Mixing in two steps has the same correlation as in one."""
    plant = nominal(seed=9)
    plant.new_set("green", 1)
    pick, same = plant.pick, 0
    for turn in range(4000):
        pick.back[0], pick.seen[0] = 1, 2000 * turn
        pick.mix(0, 2000 * turn + 700)
        pick.mix(0, 2000 * turn + 1000)
        same += pick.back[0]
    stay = PHI / (PHI + PSI) + PSI / (PHI + PSI) * exp(-(PHI + PSI))
    assert same / 4000 == pytest.approx(stay, abs=0.03)


def correlation(plant: Plant) -> float:
    """Of drop rank and exit rank, over the tiles that left."""
    pairs = [(plant.drop_order[t], plant.exit_order[t]) for t in range(len(plant.exit_order))
             if plant.exit_order[t] >= 0]  # fmt: skip
    n = len(pairs)
    mean_x, mean_y = (sum(column) / n for column in zip(*pairs, strict=True))
    cross = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    return cross / sqrt(sum((x - mean_x) ** 2 for x, _ in pairs)
                        * sum((y - mean_y) ** 2 for _, y in pairs))  # fmt: skip


def sorted_plant(seed: int, mixing: bool) -> Plant:
    b = Bench(nominal(seed=seed, drum_mixing=mixing))
    b.load(b.plant.new_set("green", 136))
    b.sort([17] * 4)
    assert not b.plant.violations
    return b.plant


def test_the_drum_forgets_the_order_and_without_mixing_it_does_not():
    mixed = [correlation(sorted_plant(seed, True)) for seed in range(6)]
    assert abs(sum(mixed)) / 6 < 0.15
    assert correlation(sorted_plant(1, False)) > 0.9


def test_tiles_swept_in_later_lie_farther_in_as_often_as_the_set_of_figures_says():
    plant = nominal(seed=3)
    b = Bench(plant)
    tiles = plant.new_set("green", 152)
    b.hatch(True)
    plant.drop(tiles[:76], [1] * 76)
    plant.drop(tiles[76:], [3] * 76)
    reach = plant.pick.reach
    layered = [abs(reach[tile] - (tile + 0.5) / 152) < 1e-9 for tile in tiles]
    assert sum(layered) == pytest.approx(152 * plant.pick.law.load, abs=20)
    assert all(0 <= one <= 1 for one in reach)
    assert [plant.drop_order[t] for t in tiles] == list(range(152))
    assert plant.drop_side == [1] * 76 + [3] * 76
