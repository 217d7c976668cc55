"""The smallest studies of the other machines, the recorded load and the optimistic set; memory."""

import json
import tracemalloc

import pytest

from mjstudy.replay.chain import WALLS
from mjstudy.run import command
from mjstudy.run.asked import Asked
from mjstudy.run.carry import block_of
from mjstudy.run.command import Told
from mjstudy.run.plan import FAIR

STUCK_TITLE = "clinging, played"


@pytest.mark.parametrize(("machine", "load"), [
    ("row_port", "recorded"), ("single_port", "played"),
])  # fmt: skip
def test_the_other_machines_the_recorded_load_and_the_optimistic_set(tmp_path, capsys, machine,
                                                                     load):  # fmt: skip
    """The smallest study of each: three sorts."""
    asked = Asked(machine, "SHOP-B-136", "typical", None, 3, WALLS, ("optimistic",), (load,), 4)
    command.run(asked, str(tmp_path), 1, Told(as_json=True))
    found = json.loads(capsys.readouterr().out)
    arms = found["arms"]
    assert found["machine"] == machine
    assert set(arms) == {f"optimistic, {load}", FAIR, STUCK_TITLE}
    assert found["whole"] == {**found["whole"], "sorts": 3, "wrong": []}
    mine, stuck = (arms[name]["statistics"] for name in (f"optimistic, {load}", STUCK_TITLE))
    assert mine["adjacency"]["shift"] < 0.3 and stuck["adjacency"]["verdict"] == "different"


def peak_mb(plan, folder, block):
    """Of the walls of a block of batches."""
    tracemalloc.start()
    block_of(plan, folder, plan.arms[0], block)
    found = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return found


def test_many_walls_take_no_more_memory_than_few(tmp_path):
    """Eight times the walls: what a batch holds is let go before the next one."""
    plan = Asked("four_port", "SHOP-B-136", "typical", None, 3, WALLS, ("middle",), ("played",),
                 4).plan()  # fmt: skip
    (tmp_path / "sums").mkdir()
    block_of(plan, tmp_path, plan.arms[0], range(1))  # what is made once
    assert peak_mb(plan, tmp_path, range(2, 10)) < 1.2 * peak_mb(plan, tmp_path, range(1, 2))
