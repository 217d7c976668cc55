"""A scenario is worth something when it fails as soon as what it describes does not happen."""

from dataclasses import replace
from pathlib import Path

import pytest

from mjsim.scenario import load
from mjsim.steps import perform

FOLDER = Path(__file__).parents[1] / "scenarios"
ACTIONS = ("inject", "take", "turn", "profile", "open", "hold", "power", "press", "load")
"""What a scenario is about, the most telling first."""


def without_its_point(scenario):
    """The scenario without the last step of its most telling kind."""
    for verb in ACTIONS:
        steps = [step for step in scenario.steps if step.verb == verb]
        if steps:
            return replace(scenario, steps=[s for s in scenario.steps if s is not steps[-1]])
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
