"""A scenario is worth something when it fails as soon as what it describes does not happen."""

from dataclasses import replace
from pathlib import Path

import pytest

from mjsim.scenario.scenario import load
from mjsim.scenario.steps import perform

FOLDER = Path(__file__).parents[2] / "scenarios"
ACTIONS = ("push", "crank", "lift", "inject", "take", "turn", "profile", "open", "hold", "power",
           "press", "load")  # fmt: skip
"""What a scenario is about, the most telling first."""


def without_its_point(scenario):
    """The scenario without the last steps in a row of its most telling kind."""
    steps = scenario.steps
    for verb in ACTIONS:
        last = max((i for i, step in enumerate(steps) if step.verb == verb), default=-1)
        if last >= 0:
            first = last
            while first and steps[first - 1].verb == verb:
                first -= 1
            return replace(scenario, steps=steps[:first] + steps[last + 1 :])
    raise AssertionError("%s does nothing" % scenario.file)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*")), ids=lambda path: path.stem)
def test_it_fails_without_its_point(path):
    assert perform(without_its_point(load(path))).failure


@pytest.mark.parametrize("name, setting, value", [
    ("curious_press_in_a_hand", "panel.min_open_ms", 0),
    ("both_keys_add_a_tile", "panel.both_hold_ms", 5_000),
    ("hatch_down_only", "panel.both_hold_ms", 5_000),
    ("marker_keys", "panel.undo_ms", 20_000),
    ("key_held_down", "panel.stuck_ms", 60_000),
    ("tile_too_many", "sort.lookout_ms", 0),
    ("three_dice", "dice.mode", 0),
    ("six_keys", "panel.six_keys", 0),
])  # fmt: skip
def test_it_fails_when_the_table_behaves_otherwise(name, setting, value):
    scenario = load(FOLDER / (name + ".txt"))
    scenario.settings[setting] = value
    assert perform(scenario).failure
