"""docs/SCORING.md: its examples give what it prints, and it names commands and options."""

import re
import shlex
from pathlib import Path

import pytest

from mjscore.cli import app, main
from mjscore.events.rows import ALL_BUT_ONE, NOBODY_SHOWED, PAYMENT, ROWS, SOME_SHOWED

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "SCORING.md").read_text(encoding="utf-8")
EXAMPLES = [
    (words, "".join(f"{line}\n" for line in rest))
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.S)
    for words, *rest in (part.splitlines() for part in block.split("$ ")[1:])
]


def printed(words, capsys, monkeypatch):
    """What the command of an example prints, stdout before stderr, without blanks at the end."""
    monkeypatch.chdir(ROOT)
    name, *rest = shlex.split(words)
    assert name == "mjscore"
    main(rest)
    said = capsys.readouterr()
    return (said.out.rstrip("\n") + "\n") + said.err


@pytest.mark.parametrize("words, told", EXAMPLES, ids=[words[:50] for words, _ in EXAMPLES])
def test_the_examples_give_what_the_page_prints(words, told, capsys, monkeypatch):
    assert printed(words, capsys, monkeypatch) == told


def event_lines():
    """The rows of the page's table of events, as the systems have them."""
    variants = {NOBODY_SHOWED: (NOBODY_SHOWED, SOME_SHOWED, ALL_BUT_ONE)}
    listed = [("all", PAYMENT)]
    listed += [(system, each) for system in ROWS for row in ROWS[system]
               for each in variants.get(row, (row,))]  # fmt: skip
    lines = []
    for system, row in listed:
        fields = ", ".join(f"`{field}`" for field in row.fields)
        lines.append(f"| `{row.event}` | {system} | {row.rule} | {fields} | {row.follows} |")
    return lines


def test_the_table_of_events_is_that_of_the_systems():
    lines = PAGE.splitlines()
    start = lines.index("| event | system | rule | fields | what follows |") + 2
    assert lines[start : lines.index("", start)] == event_lines()


def test_there_are_examples_and_every_command_is_named():
    assert len(EXAMPLES) >= 7
    for name in app.COMMANDS:
        assert f"`mjscore {name}" in PAGE, name


def test_options_named_on_the_page_exist(capsys):
    main(["score", "--help"])
    main(["explain", "--help"])
    main(["deal", "--help"])
    known = set(re.findall(r"--[A-Za-z-]+", capsys.readouterr().out))
    assert set(re.findall(r"--[A-Za-z][A-Za-z-]*", PAGE)) <= known
