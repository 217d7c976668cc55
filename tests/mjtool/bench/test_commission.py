"""`mjtool commission`: the page's own steps, verified; what was measured goes to the overlay."""

import re
import tomllib
from pathlib import Path

import pytest

from mjtool.bench.commission import MEASURES, VERIFY, steps
from tools.make.generate.read import measured

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "hardware/safety/commissioning.md").read_text(encoding="utf-8")


def test_every_step_of_the_page_is_there_in_its_order():
    names = re.findall(r"^\*\*([A-H]\d)\.", PAGE, re.M)
    assert [step.id for step in steps() if step.id[1:]] == names
    assert {"C", "E", "F", "G", "H"} <= {step.id for step in steps()}
    assert set(VERIFY) | set(MEASURES) <= {step.id for step in steps()}
    assert all(step.text and step.title for step in steps())


def test_a_sound_table_passes_and_its_figures_can_be_laid_over_the_design(at_port, run, tmp_path):
    at_port()
    file = tmp_path / "my_table.toml"
    result = run("commission", "--overlay", file)
    assert result.exit_code == 0, result.stdout
    for step in steps():
        if step.id not in ("B3", "C", "E"):  # these tell their items
            assert f"+ step {step.id}: ok" in result.stdout, step.id
    assert "+ motor hatch: ok" in result.stdout and "+ point TP2: ok" in result.stdout
    text = file.read_text()
    values = tomllib.loads(text)
    assert values["drum"]["rev_ms"]["grade"] == "measured"
    assert 2300 < values["drum"]["rev_ms"]["value"] < 3200
    assert 135 < values["belt"]["speed_um_per_ms"]["value"] < 165
    drum = tmp_path / "drum.toml"  # a belt may be too quick for control, which is told
    drum.write_text("[drum]" + text.split("[drum]")[1].split("\n\n")[0] + "\n")
    with measured.using(drum):
        from tools.make.generate.read.machine import load

        assert load(ROOT).flat["drum.rev_ms"] == values["drum"]["rev_ms"]["value"]


def test_the_first_step_that_fails_ends_it(at_port, run):
    at_port("stuck loop_raw on")
    result = run("commission", "--from", "D4")
    assert result.exit_code == 5
    assert "X step D4: not as it should be: the table did not see it" in result.stdout
    assert "step D5" not in result.stdout


def test_a_figure_beyond_its_limit(at_port, run, tmp_path):
    at_port()
    path = tmp_path / "answers.toml"
    path.write_text('"step D1" = 14\n')
    result = run("commission", "--from", "D1", "--only", "--answers", path)
    assert result.exit_code == 5
    assert "the power meter, table at rest: 14 W, 0 to 10 is right" in result.stdout
    assert "What to do: Pull the plug; A4, A5" in result.stdout


@pytest.mark.parametrize(("words", "text"), [
    (("--from", "Z9"), "there is no step Z9"), (("--from", "B9"), "What to do: try B")])
def test_steps_that_do_not_exist(words, text, at_port, run):
    at_port()
    result = run("commission", *words)
    assert result.exit_code == 2 and text in result.stderr
