"""A campaign on a Dask cluster finds what one process finds, also when a worker dies half-way."""

import json
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from operator import itemgetter

import pytest
from distributed import Client

from mjsim.campaign import cluster, enduring, exploring, lasting
from mjsim.campaign.fuzz import command as fuzz
from mjsim.campaign.fuzz import plan as fuzz_plan
from mjsim.campaign.options import TREE
from mjsim.campaign.plan import Plan
from mjsim.campaign.powercut import command as powercut
from mjsim.campaign.powercut import plan as cut_plan
from mjsim.campaign.verdict import Verdict
from mjsim.campaign.workers import carry_out
from mjsim.words.names import UsageError
from tests.patience import await_

PLAN = Plan(1, 2 * TREE + 4, ("jam", "lid", "mains cut", "tile missing"))


def program(*words):
    return subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)  # fmt: skip


@contextmanager
def workshop(folder):
    """A scheduler and two workers on this machine, one task at a time each."""
    file = folder / "scheduler.json"
    running = [program("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                       "--no-dashboard", "--scheduler-file", str(file))]  # fmt: skip
    try:
        await_(file.exists)
        workers = [program("distributed.cli.dask_worker", "--scheduler-file", str(file),
                           "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host",
                           "127.0.0.1") for _ in range(2)]  # fmt: skip
        running += workers
        with Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(2)
        yield json.loads(file.read_text())["address"], workers
    finally:
        for one in running:
            one.kill()
            one.wait()


def test_a_worker_that_dies_half_way_changes_nothing(tmp_path):
    alone = {result["run"]: result for result in carry_out(PLAN, 1, set())}
    with workshop(tmp_path) as (address, workers):
        results = {}
        for result in carry_out(PLAN, 1, set(), address):
            if not results:
                workers[0].kill()
            results[result["run"]] = result
    assert Verdict(PLAN, results).as_object() == Verdict(PLAN, alone).as_object()


def test_each_campaign_of_pieces_finds_there_what_it_finds_here(tmp_path):
    """Spoilt lines, power cuts, lasting wrongs, tables and searches: both say the same."""
    fuzzed = fuzz_plan.Plan(3, fuzz_plan.BLOCK + 7)
    cut = cut_plan.Plan(3, ("four_port",), 1, 4)
    stuck = lasting.Plan("four_port", ("stuck lid on", "stuck lid off"), 3)
    campaigns = (
        (fuzzed, fuzz_plan.blocks, partial(fuzz.total, fuzzed)),
        (cut, cut_plan.parts, partial(powercut.total, cut)),
        (stuck, lasting.one, lambda found: [lasting.row_of(stuck, at, found[at]) for at in found]),
        (enduring.Plan("four_port", "YEE", 1, 3, 2), enduring.tables, dict),
        (exploring.Plan(("row_port", "single_port"), 12, False, 3), exploring.machines, dict),
    )
    with workshop(tmp_path) as (address, _):
        for plan, how, total in campaigns:
            rest = set(plan.trees[2:])
            here, there = (
                json.loads(json.dumps(total({one["run"]: one for one in sorted(
                    carry_out(plan, 1, rest, where, how), key=itemgetter("run"))})))
                for where in ("", address)
            )  # fmt: skip
            assert there == here


def test_a_worker_with_another_version_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster.sources, "digest", lambda _: "of this one")
    with workshop(tmp_path) as (address, _):
        with pytest.raises(UsageError, match="the worker on .+ has another version of firmware or "
                           "simulator, .+ install this one there"):  # fmt: skip
            list(carry_out(PLAN, 1, set(), address))


def test_a_wrong_address_is_a_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "TIMEOUT_S", 1)
    with pytest.raises(UsageError, match="no scheduler answers there"):
        list(carry_out(PLAN, 1, set(), "tcp://127.0.0.1:1"))


def test_without_dask_there_is_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"Dask is not installed here; `pip install -e \.\[cl"):
        list(carry_out(PLAN, 1, set(), "tcp://127.0.0.1:1"))
