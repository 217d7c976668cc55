"""docs/SCENARIOS.md: its example runs, every step and fact of the language is on it."""

import re
from pathlib import Path

from mjsim.scenario import facts as facts_table
from mjsim.scenario import grammar
from mjsim.scenario.scenario import HEADERS, parse
from mjsim.scenario.steps import perform

PAGE = (Path(__file__).parents[3] / "docs" / "SCENARIOS.md").read_text(encoding="utf-8")
CODE = re.findall(r"`([^`\n]+)`", PAGE)


def test_the_example_comes_true():
    example = re.search(r"```scenario\n(.*?)```", PAGE, re.S).group(1)
    assert perform(parse(example)).failure == ""


def test_every_example_of_a_step_can_be_read():
    steps = [code for code in CODE if code.split()[0] in grammar.VERBS and " " in code]
    steps = [code for code in steps if "..." not in code]
    assert len(steps) > 30
    for step in steps:
        parse("wait 1s\n" + step)


def test_every_word_is_explained():
    words = {code.split()[0].rstrip(":") for code in CODE}
    assert set(grammar.VERBS) <= words and set(HEADERS) <= words
    facts = {code.split()[1 + code.startswith("expect no")] for code in CODE
             if code.startswith("expect ") and "..." not in code}  # fmt: skip
    assert set(facts_table.FACTS) <= facts
    assert {"elevator", "marker", "elevator2", "service", "reset", "chain_rev"} <= words


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (Path(__file__).parents[3] / "docs" / target).exists(), target
