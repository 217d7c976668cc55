"""docs/MATCH.md: its examples give what it prints, and it names every verb."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mjscore.cli.match import app
from mjtool.cli import app as tool
from tests.mjtool.sim_device import SimDevice

PAGE = (Path(__file__).parents[3] / "docs" / "MATCH.md").read_text(encoding="utf-8")
EXAMPLES = [
    (words, "".join(f"{line}\n" for line in rest))
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.S)
    for words, *rest in (part.splitlines() for part in block.split("$ ")[1:])
]


@pytest.fixture
def table(monkeypatch):
    with SimDevice() as found:
        monkeypatch.setenv("MJTOOL_PORT", found.url)
        yield found


def test_the_examples_give_what_the_page_prints(table, monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    assert len(EXAMPLES) >= 15
    for words, printed in EXAMPLES:
        name, verb, *rest = shlex.split(words)
        assert verb == "match"
        runner = CliRunner()
        done = runner.invoke(*((app, rest) if name == "mjscore" else (tool, [verb, *rest])))
        assert done.exception is None or isinstance(done.exception, SystemExit), words
        said = (done.stdout + done.stderr).replace(str(tmp_path), "~").replace("\r\n", "\n")
        assert said == printed, words
    assert table.marker["dealer"] == "B"


def test_every_verb_is_on_the_page():
    verbs = [command.name or command.callback.__name__
             for command in app.registered_commands if not command.hidden]  # fmt: skip
    assert len(verbs) > 20
    for verb in verbs:
        assert re.search(rf"(`|match ){verb}\b", PAGE), verb
