"""Sorts recorded and replayed: the same as the whole simulation, safe against bad files."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from mjsim.generated import constants
from mjsim.plant.mixing import mixing_of
from mjsim.plant.numbers import BACK_SHARE
from mjsim.shuffle.cycle import run_cycle, sorted_table
from mjsim.shuffle.statistics.reading import read
from mjstudy.batch import places_of
from mjstudy.replay import timelines as kept
from mjstudy.replay.chain import HANDS, WALLS, Study, batch, batches
from mjstudy.replay.held import drawn
from mjstudy.replay.law import Picks, replay
from mjstudy.replay.loads import LOADS
from mjstudy.replay.recording import recorded
from mjstudy.replay.sorts import What
from mjstudy.replay.timelines import TimelineError

WHAT = What("four_port", "SHOP-B-136", 11, premix_ms=0)
SORTS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("timelines")


@pytest.fixture(scope="module")
def found(folder):
    """Forty sorts of forty tables, without pre-mix."""
    return recorded(folder, WHAT, SORTS, 1, lambda done: None)


def test_a_timeline_is_a_whole_sort(found):
    assert len(found) + len(found.stopped) == SORTS
    n = WHAT.layout.n
    assert all(sorted(places) == list(range(n)) for places in found.place.tolist())
    assert (np.diff(found.turned_ms, axis=1) >= 0).all() and found.turned_ms[:, 0].min() > 0
    assert set(np.unique(found.line)) == {0, 1, 2, 3}
    lanes = found.place * 4 // n  # each port builds a side of its own
    assert all(len(set(lanes[0][found.line[0] == port])) == 1 for port in range(4))


@pytest.fixture(scope="module")
def whole():
    """The same sorts by the whole simulation, of the pessimistic drum."""
    return [run_cycle(replace(WHAT.cycle(number), figures="pessimistic"))
            for number in range(SORTS)]  # fmt: skip


@pytest.mark.parametrize("key", ["spearman", "adjacency", "rising"])
def test_replay_gives_what_the_whole_simulation_gives(found, whole, key):
    """Of the pessimistic drum without pre-mix, where there is much to see."""
    study = Study(mixing_of("pessimistic"), "quarters", 3)
    walls = [line for number in range(4) for line in batch(study, found, number).labels.tolist()]
    mine = [getattr(read(WHAT.layout, line), key) for line in walls]
    theirs = [getattr(one, key) for one in whole]
    error = (np.var(mine) / len(mine) + np.var(theirs) / len(theirs)) ** 0.5
    assert abs(np.mean(mine) - np.mean(theirs)) < 4 * error
    if key == "spearman":
        assert np.mean(mine) > 10 * np.std(mine) / len(mine) ** 0.5


def weaker_later(pull):
    """Correlation of the ring's hold on a tile with when it left: one sort, by exit."""
    return np.corrcoef(pull, np.arange(len(pull)))[0, 1]


@pytest.mark.parametrize(("name", "looks", "least"), [
    ("optimistic", 1, 0.05), ("optimistic", 64, 0.0), ("pessimistic", 64, 0.0),
])  # fmt: skip
def test_a_tile_that_the_ring_holds_badly_leaves_later_as_in_the_whole_simulation(
        found, monkeypatch, name, looks, least):  # fmt: skip
    """Tiles of worn sets differ most, and it shows most where a port takes any tile."""
    monkeypatch.setattr(constants, f"MIXING_{name.upper()}_LOOKS", looks)
    law, load, random = mixing_of(name), LOADS["quarters"](136), np.random.default_rng(5)
    mine = []
    for _ in range(20):
        held = drawn("worn", found.place.shape, random)
        taken = replay(law, load, held, Picks(found.turned_ms, found.port, found.line), random)
        mine += [weaker_later(one[order]) for one, order in zip(held, taken, strict=True)]
    theirs = [weaker_later(pulls_by_exit(number, name)) for number in range(SORTS)]
    error = (np.var(mine) / len(mine) + np.var(theirs) / len(theirs)) ** 0.5
    assert np.mean(theirs) < -least and abs(np.mean(mine) - np.mean(theirs)) < 3 * error


def pulls_by_exit(number, name):
    """Of the whole simulation's worn table of this number."""
    cycle = replace(WHAT.cycle(number), figures=name, unit="worn")
    table, ranks = sorted_table(cycle)
    plant = table.plant
    return [plant.pull[tile] for tile in sorted(ranks, key=plant.exit_order.__getitem__)]


def test_tiles_of_a_nominal_table_are_all_held():
    random = np.random.default_rng(1)
    assert (drawn("nominal", (3, 5), random) == 1).all()
    for kind, least in (("typical", 0.75), ("worn", 0.64)):
        held = drawn(kind, (50, 136), random)
        assert least < held.min() < least + 0.1 and 0.95 < held.max() <= 1


def test_a_tile_keeps_its_hold_from_hand_to_hand(found, monkeypatch):
    """One that is never held until it must be leaves last in all three hands."""
    held = np.ones((WALLS // HANDS, 136), np.float32)
    held[:, 0] = 1e-9
    monkeypatch.setattr("mjstudy.replay.chain.drawn", lambda unit, shape, random: held)
    one = batch(Study(mixing_of("middle")._replace(cling=0.0, looks=8), "played", 1), found, 0)
    last = found.place[one.timeline, -1]
    third = WALLS // HANDS
    at_end = one.labels[np.arange(WALLS), last]
    assert (at_end[:third] == 0).all()
    for hand in (1, 2):
        now = slice(hand * third, (hand + 1) * third)
        before = last[(hand - 1) * third : hand * third]
        assert (one.before[now][np.arange(third), at_end[now]] == before).all()


def test_a_batch_is_three_hands_of_many_tables(found):
    one = batch(Study(mixing_of("middle"), "played", 1), found, 5)
    again = batch(Study(mixing_of("middle"), "played", 1), found, 5)
    assert np.array_equal(one.labels, again.labels) and one.walls == WALLS
    assert (np.sort(one.labels, axis=1) == np.arange(136)).all()
    third = WALLS // HANDS
    assert (one.before[:third] == -1).all() and (one.before_two[: 2 * third] == -1).all()
    for known in (one.before[third:], one.before_two[2 * third :]):
        assert (np.sort(known, axis=1) == np.arange(136)).all()
    assert len(np.unique(one.number)) == WALLS and one.timeline.max() < len(found)


def test_a_played_hand_comes_back_as_it_was_thrown_and_held(found):
    """Tiles dealt lie in hands to the end, so they fell last; one held by a seat fell with it."""
    one = batch(Study(mixing_of("middle"), "played", 2), found, 0)
    third = WALLS // HANDS
    dealt_before = one.before[third : 2 * third] < 53
    assert dealt_before[:, -53:].all() and not dealt_before[:, :-53].any()


def test_the_next_hand_is_swept_in_as_this_one_lay(found):
    load = LOADS["recorded"](136)
    one = batch(Study(mixing_of("middle"), "recorded", 2), found, 0)
    third = len(one.labels) // 3
    assert (one.before[third : 2 * third] == load.place).all(), "each label's place in the wall"


@pytest.mark.parametrize("load", LOADS)
def test_every_load_gives_whole_walls(found, load):
    one = batch(Study(mixing_of("middle"), load, 1), found, 0)
    assert (np.sort(one.labels, axis=1) == np.arange(136)).all()


def test_a_sorted_set_has_the_same_labels_again(found):
    one = batch(Study(mixing_of("middle"), "quarters", 1), found, 0)
    third = WALLS // HANDS
    assert np.array_equal(one.before[third : 2 * third], places_of(one.labels[:third]))


UNMIXED = {"exchange": 0.0, "variance": 0.0, "behind": 0.0}
"""Figures of a drum in which tiles turn over and stay where they are."""


def still(walls, n):
    """Picks one port after another, 10 s apart: each time every face is another."""
    port = np.tile(np.arange(n) % 4, (walls, 1))
    turned_ms = np.tile(10_000.0 * np.arange(n), (walls, 1)).astype(np.float32)
    return Picks(turned_ms, (port * np.pi / 2).astype(np.float32), port)


def test_what_lies_under_the_ring_leaves_first_where_nothing_mixes():
    law = mixing_of("middle")._replace(load=1.0, cling=0.0, rim=1 / 3, **UNMIXED)
    taken = replay(law, LOADS["one side"](80), np.ones((400, 80)), still(400, 80),
                   np.random.default_rng(1))  # fmt: skip
    assert taken[:, :20].mean() < 0.8 * 39.5 < 1.2 * 39.5 < taken[:, 60:].mean()


def together(random, n):
    """Of one order the share of neighbours that lay beside each other: the rule, said plainly."""
    left, order = list(range(n)), []
    while left:
        beside = [tile for tile in left if order and abs(tile - order[-1]) == 1]
        follows = beside and random.random() < BACK_SHARE
        order.append(random.choice(beside if follows else left))
        left.remove(order[-1])
    return sum(abs(a - b) == 1 for a, b in pairwise(order)) / (n - 1)


def test_tiles_that_cling_leave_together():
    law = mixing_of("middle")._replace(cling=1.0, parting=1e-12, follow=1.0, load=0.0,
                                       **UNMIXED)  # fmt: skip
    picks = replace(still(200, 80), line=np.zeros((200, 80), int))
    taken = replay(law, LOADS["played"](80), np.ones((200, 80)), picks, np.random.default_rng(1))
    beside = np.abs(np.diff(taken.astype(int), axis=1)) == 1
    plainly = Random(1)
    expected = sum(together(plainly, 80) for _ in range(200)) / 200
    assert expected > 0.4 and abs(beside.mean() - expected) < 0.02


def test_batches_are_whole():
    assert batches(1) == 1 and batches(WALLS) == 1 and batches(WALLS + 1) == 2


def chunk(folder):
    return next(folder.glob("*.npz"))


def test_what_is_recorded_is_not_recorded_again(folder, found, monkeypatch):
    monkeypatch.setattr("mjstudy.replay.recording.record", lambda what, number: 1 / 0)
    assert len(recorded(folder, WHAT, SORTS, 1, lambda done: None)) == len(found)


def test_timelines_of_another_firmware_are_refused(folder, found, monkeypatch):
    monkeypatch.setattr(kept.sources, "digest", lambda packages: "other")
    said = r"recorded with another firmware or plant \(\w+, here other\); it is recorded again"
    with pytest.raises(TimelineError, match=said):
        kept.read(chunk(folder), WHAT)


def test_timelines_of_another_machine_are_refused(folder, found):
    with pytest.raises(TimelineError, match=r"asked for .*'seed': 12.*; it is recorded again"):
        kept.read(chunk(folder), replace(WHAT, seed=12))


def test_what_cannot_be_used_is_told_and_recorded_again(tmp_path):
    said = []
    recorded(tmp_path, WHAT, 2, 1, lambda done: None)
    one = chunk(tmp_path)
    one.write_bytes(b"cut")
    found = recorded(tmp_path, WHAT, 2, 1, lambda done: None, said.append)
    assert len(found) == 2 and len(said) == 1 and said[0].startswith(f"{one}: not a file of tim")


def test_sorts_of_another_seed_have_files_of_their_own(tmp_path):
    for seed in (11, 12, 11):
        recorded(tmp_path, replace(WHAT, seed=seed), 1, 1, lambda done: None, pytest.fail)
    assert len(list(tmp_path.glob("*.npz"))) == 2


@pytest.mark.parametrize("data", [b"", b"no file of ours", b"PK\x03\x04 cut"])
def test_a_cut_or_foreign_file_is_told(tmp_path, data):
    path = tmp_path / "x.npz"
    path.write_bytes(data)
    with pytest.raises(TimelineError, match=r"x\.npz: not a file of timelines .*; it is recorded"):
        kept.read(path, WHAT)


def test_a_file_with_a_column_cut_short_is_told(tmp_path, folder, found):
    with np.load(chunk(folder)) as file:
        columns = {name: file[name] for name in file.files}
    columns["line"] = columns["line"][:-1]
    np.savez(tmp_path / "y.npz", **columns)
    with pytest.raises(TimelineError, match=r"y\.npz: its columns are cut; it is recorded again"):
        kept.read(tmp_path / "y.npz", WHAT)


def test_a_table_that_stops_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("mjstudy.replay.recording.record",
                        lambda what, number: "timeline %d: it stopped" % number)  # fmt: skip
    none = recorded(tmp_path, WHAT, 3, 1, lambda done: None)
    assert len(none) == 0 and none.stopped[2] == "timeline 2: it stopped"
    head = json.loads(str(np.load(chunk(tmp_path))["head"]))
    assert head["stopped"] == list(none.stopped)


def test_rows_of_timelines_know_their_sorts(tmp_path, found):
    """Whatever the sentences of those that stopped say."""
    columns = {name: getattr(found, name)[0] for name in kept.COLUMNS}
    sorts = [(columns, 0), "it stopped", (columns, 1), "timeline 0: it stopped", (columns, 0)]
    kept.write(tmp_path / "z.npz", WHAT, 100, sorts)
    assert kept.read(tmp_path / "z.npz", WHAT).numbers == (100, 102, 104)


def test_a_table_that_stacks_rows_lies_as_it_is_built(tmp_path):
    """Ports take tiles one after the other for neighbouring places of the lower row."""
    what = What("row_port", "SHOP-B-136", 11, premix_ms=0)
    found = recorded(tmp_path, what, 3, 1, lambda done: None)
    for line, place in zip(found.line, found.place, strict=True):
        for port in range(4):
            assert np.diff(place[line == port]).tolist() == [1] * 33


def forged(name, change):
    def make(rows):
        column = rows[name].copy()
        change(column)
        return {name: column}
    return make


def told(**words):
    def make(rows):
        head = json.loads(str(rows["head"])) | words
        return {"head": np.array(json.dumps({k: v for k, v in head.items() if v is not None}))}
    return make


@pytest.mark.parametrize(("make", "said"), [
    (forged("line", lambda a: a.__setitem__((0, 0), 7)), "a line is not 0 to 3"),
    (forged("line", lambda a: a.__setitem__((0, 0), -3)), "a line is not 0 to 3"),
    (forged("place", lambda a: a.__setitem__((0, 0), 999)), "a wall has a place twice"),
    (forged("place", lambda a: a.__setitem__((0, 0), a[0, 1])), "a wall has a place twice"),
    (forged("turned_ms", lambda a: a.fill(np.nan)), "a time or an angle is no number"),
    (forged("port", lambda a: a.__setitem__((0, 0), np.inf)), "a time or an angle is no number"),
    (told(what=None), "its head has no what"),
    (told(stopped=None), "its head has no stopped"),
    (told(numbers=5), "its head has no numbers"),
    (told(numbers=[0]), "its columns are cut"),
    (told(numbers=[1, 0]), "not in their order"),
    (told(numbers=["0", "1"]), "its sorts' numbers are none"),
    (told(stopped=["x"] * 5_000), "it tells of more than 100 sorts"),
    (lambda rows: {"head": np.array("[1, 2]")}, "its head is no table"),
])  # fmt: skip
def test_a_forged_file_is_told_and_not_replayed(tmp_path, folder, found, make, said):
    with np.load(chunk(folder)) as file:
        rows = {name: file[name] for name in file.files}
    np.savez(tmp_path / "z.npz", **(rows | make(rows)))
    with pytest.raises(TimelineError, match=rf"z\.npz: .*{said}.*; it is recorded again"):
        kept.read(tmp_path / "z.npz", WHAT)
