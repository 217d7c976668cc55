"""No seed twice: every place of a study, and every column, draws chance of its own."""

from dataclasses import replace

import numpy as np
import pytest

from mjstudy import seeds
from mjstudy.replay.chain import WALLS
from mjstudy.run import command
from mjstudy.run.asked import Asked
from mjstudy.run.command import Told

ASKED = Asked("four_port", "SHOP-B-136", "typical", None, 4, 8 * WALLS, ("pessimistic", "middle"),
              ("played", "one side"), 4)  # fmt: skip
COLUMNS = 4


@pytest.fixture
def made(monkeypatch):
    """Seeds of all generators, whoever makes them, and what each seed is said to be for."""
    found, words = [], []
    make, named = np.random.default_rng, seeds.named

    def default_rng(seed):
        found.append(seed)
        return make(seed)

    def listed(seed, purpose):
        words.append((seed, purpose))
        return named(seed, purpose)

    monkeypatch.setattr(np.random, "default_rng", default_rng)
    monkeypatch.setattr(seeds, "named", listed)
    return found, words


def test_every_place_and_column_of_a_study_has_a_seed_of_its_own(made, tmp_path, capsys):
    generators, words = made
    command.run(ASKED, str(tmp_path), 1, Told(as_json=True))
    batches = COLUMNS * 8 + 1  # and the control that clings, a tenth of the walls
    assert len(generators) == len(set(generators)) == batches + COLUMNS
    by_purpose = {purpose: {told for told in words if f"('{purpose}', " in told[1]}
                  for purpose in ("batch", "beside", "faces", "control")}  # fmt: skip
    assert {key: len(told) for key, told in by_purpose.items()} == {
        "batch": batches, "beside": COLUMNS, "faces": COLUMNS + 2, "control": 1}
    assert set().union(*by_purpose.values()) == set(words)


@pytest.mark.parametrize("changed", [
    {"purpose": "beside"}, {"column": "middle, played"}, {"number": 1}, {"seed": 2},
])
def test_a_seed_hangs_on_all_that_it_is_for(changed):
    one = {"seed": 1, "purpose": "batch", "column": "pessimistic, played", "number": 0}
    assert seeds.seed_of(**one) != seeds.seed_of(**one | changed)
    assert seeds.generator(**one).random() != seeds.generator(**one | changed).random()


def test_columns_of_machines_pre_mixes_and_passes_share_no_chance():
    base = ASKED.plan()
    more = [replace(ASKED, machine="row_port"), replace(ASKED, profile="MJG"),
            replace(ASKED, unit="worn"), replace(ASKED, premix_ms=0), replace(ASKED, passes=2)]
    columns = [plan.column(plan.arms[0]) for plan in (base, *(one.plan() for one in more))]
    columns += [base.column(replace(base.arms[0], add_ms=5_000)), *map(base.column, base.arms[1:])]
    assert len(set(columns)) == len(columns)
