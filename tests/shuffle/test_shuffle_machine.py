"""The study on the real firmware and the simulated machine, with few cycles."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from mjsim.plant import Plant
from mjsim.shuffle.cycle import Cycle, CycleFailed, CycleStopped, run_cycle
from mjsim.shuffle.shuffle import plan_of
from mjsim.shuffle.statistics import family
from mjsim.shuffle.study import study
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from tests.patience import HANG_S

DOCS = Path(__file__).parents[2] / "docs" / "SHUFFLE.md"
MJSIM = (sys.executable, "-c", "from mjsim.cli import main; main()")


def quiet(_title, _done):
    """Progress nobody watches."""


def one(machine="four_port", profile="SHOP-B-136", seed=1, mixing=True, premix_ms=None):
    plan = plan_of(machine, profile, 1, seed)
    return Cycle("test", plan.machine, plan.profile, plan.layout, seed, mixing, premix_ms)


def test_a_cycle_is_the_same_every_time():
    assert run_cycle(one()) == run_cycle(one())
    assert run_cycle(one()) != run_cycle(one(seed=2))


@pytest.mark.parametrize("machine, profile", [
    ("four_port", "HANDS-148"), ("single_port", "SHOP-B-136"), ("single_port", "HANDS-148"),
])  # fmt: skip
def test_every_tile_is_found_in_the_walls(machine, profile):
    cycle = one(machine, profile)
    reading = run_cycle(cycle)
    assert sum(reading.side) == sum(reading.tier) == cycle.layout.n
    assert [sum(reading.side[g * 4 : g * 4 + 4]) for g in range(4)] == cycle.layout.group_sizes()
    assert [sum(reading.side[s::4]) for s in range(4)] == cycle.layout.side_sizes()


def test_the_premix_reaches_the_firmware():
    assert run_cycle(one(premix_ms=0)) != run_cycle(one(premix_ms=4000))
    assert run_cycle(one(premix_ms=0)) == run_cycle(one(premix_ms=0))


@pytest.mark.parametrize("machine", MACHINES)
def test_without_mixing_five_cycles_are_enough_to_fail(machine):
    readings = [run_cycle(one(machine, seed=seed, mixing=False)) for seed in range(5)]
    verdicts = family.judge(one(machine).layout, readings)
    failed = {verdict.key for verdict in verdicts if not verdict.passed}
    assert {"adjacency", "spearman"} <= failed


def one_kept_back(monkeypatch):
    boxed_set = SimTable.boxed_set
    monkeypatch.setattr(SimTable, "boxed_set", lambda table: boxed_set(table)[:-1])


def test_a_machine_that_cannot_finish_says_which_cycle_why_and_where_its_tiles_are(monkeypatch):
    one_kept_back(monkeypatch)
    with pytest.raises(
        CycleStopped,
        match=r"test \(seed 1 of four_port\): the table stopped: state is short, .*; "
        r"its tiles: 1 heads, 134 lanes, 1 hand$",
    ):
        run_cycle(one())


def test_a_stop_with_a_tile_that_is_nowhere_is_a_failure(monkeypatch):
    one_kept_back(monkeypatch)
    counts = Plant.counts
    monkeypatch.setattr(Plant, "counts", lambda plant: {**counts(plant), "hand": 0})
    with pytest.raises(
        CycleFailed, match=r"; of 136 tiles {'heads': 1, 'lanes': 134} are found$"
    ) as told:
        run_cycle(one())
    assert not isinstance(told.value, CycleStopped)
    assert pickle.loads(pickle.dumps(told.value)).recording == told.value.recording != b""


def test_the_number_of_processes_does_not_matter(monkeypatch):
    monkeypatch.setattr("mjsim.shuffle.study.POOL_FROM", 4)
    plan = plan_of("four_port", "SHOP-B-136", 6, 5)
    alone, together = study(plan, 1, quiet), study(plan, 2, quiet)
    assert [outcome.readings for outcome in alone] == [outcome.readings for outcome in together]


def mjsim(*words):
    return subprocess.run(
        [*MJSIM, *words], capture_output=True, text=True, timeout=HANG_S, check=False
    )


def examples():
    """The commands shown in docs/SHUFFLE.md."""
    return [line.split() for line in DOCS.read_text().splitlines()
            if line.startswith("    mjsim shuffle ")]  # fmt: skip


@pytest.mark.parametrize("example", examples(), ids=" ".join)
def test_the_page_s_commands_run(example):
    """With a tenth of their cycles, as JSON. The pessimistic set is not fair, as the page says."""
    at = example.index("--cycles") + 1
    cycles = int(example[at]) // 10
    words = [*example[1:at], str(cycles), *example[at + 1 :]]
    done = mjsim(*words, *([] if "--json" in words else ["--json"]))
    answer = json.loads(done.stdout)
    assert done.stderr == ""
    unfair = ["machine is not uniform: drop rank vs exit rank"] if "pessimistic" in words else []
    assert (done.returncode, answer["reasons"]) == (len(unfair), unfair)
    assert answer["cycles"] == cycles
    assert ("premix" in answer["arms"]) == ("--pre-mix" in words)
    assert answer["arms"]["no_mixing"]["passed"] is False


def test_the_command_refuses_what_does_not_exist():
    done = mjsim("shuffle", "--profile", "SHOP-Z")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "unknown profile 'SHOP-Z'" in done.stderr
