"""Every scenario of tests/scenarios comes true."""

from pathlib import Path

import pytest

from mjsim.scenario.scenario import load
from mjsim.scenario.steps import perform

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("*"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path):
    verdict = perform(load(path))
    assert not verdict.failure, "%s\n%s" % (verdict.failure, "\n".join(verdict.trace))


def test_there_are_enough_of_them():
    assert len(FILES) >= 20
    text = "".join(path.read_text() for path in FILES)
    for word in ("inject mains cut", "turn rule", "take 1 tile", "power off", "single_port"):
        assert word in text
