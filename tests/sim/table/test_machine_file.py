"""A store keeps the machine beside what the firmware remembers: the evening goes on later."""

import pickle

import pytest

from mjsim.board.board import FileStore, MemoryStore
from mjsim.plant import Plant
from mjsim.run import run
from mjsim.table import machine_file
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError


@pytest.fixture(scope="module")
def evening():
    """A table with green walls waiting, put away: its store and its machine."""
    table = SimTable(seed=5, store=MemoryStore())
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    table.run_until(lambda: table.table.set_waiting == "green", 200_000)
    return table.store, table.put_away(), table.now_ms


def test_the_walls_are_where_they_were_left(evening):
    store, left, ended_ms = evening
    table = SimTable(seed=5, store=store.snapshot(), left=left)
    assert table.now_ms >= ended_ms and table.state == "power_on" and table.busy_ms == 0
    assert table.table.set_waiting == "green" and table.stacks == [17, 17, 17, 17]
    table.press("elevator")
    table.run_until("ready", 20_000)
    table.load()
    table.run_until(lambda: table.dice_ms > 0, 60_000)
    assert table.walls == 4 and table.tiles_on_table == 136 and not table.violations
    colours = {table.plant.tile_set[tile] for tile in table.table_tiles()}
    assert colours == {"green"} and table.plant.set_in_works == "blue"


def test_the_same_machine_goes_on_the_same_way(evening):
    store, left, _ = evening
    raws = []
    for fixed in (False, True):
        table = SimTable(seed=5, store=store.snapshot(), left=left, fixed=fixed)
        table.press("elevator")
        table.run_until("ready", 20_000)
        table.load()
        table.run_for(30_000)
        raws.append(table.hearing.raw)
    assert raws[0] == raws[1] and len(raws[0]) > 100


def test_a_run_with_a_store_leaves_both_files(tmp_path):
    path = str(tmp_path / "store")
    outcome = run.run(run.Options(hands=1, seed=1, store=path))
    assert outcome.reasons == []
    plant = machine_file.thaw(machine_file.load(path))
    assert len(plant.table_tiles()) == 136 and FileStore(path).slots
    assert plant.violations == [] and not plant.logic_ok


def test_another_machine_is_refused(evening):
    with pytest.raises(UsageError, match="belongs to a four_port machine; give --machine four"):
        SimTable("single_port", left=evening[1])


@pytest.mark.parametrize("data, sentence", [
    (b"a letter", "is no machine of mjsim; delete it and its store"),
    (machine_file.HEADER + b"garbage", "cannot be read"),
    (machine_file.HEADER + pickle.dumps(Plant("four_port", 1))[:200], "cannot be read"),
    (machine_file.HEADER + pickle.dumps(print), "builtins.print is no part of a machine"),
    (machine_file.HEADER + pickle.dumps([1]), "is no machine of mjsim"),
])  # fmt: skip
def test_what_is_no_machine_is_a_sentence(data, sentence):
    with pytest.raises(UsageError) as problem:
        machine_file.thaw(data, "x.machine")
    assert sentence in str(problem.value) and str(problem.value).startswith("x.machine")


def test_files_that_cannot_be_used(tmp_path):
    assert machine_file.load(tmp_path / "store") is None
    machine_file.beside(tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="cannot read .*folder.machine: Is a directory"):
        machine_file.load(tmp_path / "folder")
    machine_file.beside(tmp_path / "letter").write_bytes(b"a letter")
    with pytest.raises(UsageError, match="letter.machine is no machine of mjsim"):
        run.run(run.Options(store=str(tmp_path / "letter")))
    with pytest.raises(UsageError, match="cannot write .*none/store.machine: No such file"):
        machine_file.save(tmp_path / "none" / "store", b"")
