"""docs/PLAY.md: its commands are real ones, its sentences and figures those of the program."""

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from mjtool.cli import app
from mjweb.pages.play import board
from mjweb.words import messages
from tests.browser.test_play_view import MOST_TAPS

PAGE = (Path(__file__).parents[2] / "docs" / "PLAY.md").read_text(encoding="utf-8")
QUOTED = ("Last tile, dice, and more", "Pung", "Chow", "Kong", "Closed kong", "3 in hand", "Pair",
          "Run in hand", "Take the last entry back", "Change parts of this hand")  # fmt: skip


def test_every_command_and_option_is_there():
    commands = re.findall(r"^    (mjtool .*?)(?:  +#.*)?$", PAGE, re.M)
    assert len(commands) == 3
    said = CliRunner().invoke(app, ["play", "--help"], env={"COLUMNS": "200"}).output
    for command in commands:
        words = shlex.split(command)
        assert "play" in words
        assert all(word in said for word in words if word.startswith("--"))


def test_every_button_is_called_so():
    texts = set(messages("en").values())
    for text in QUOTED:
        assert text in texts and re.search(text.replace(" ", r"\s"), PAGE), text
    assert int(re.search(r"takes (\d+) taps", PAGE).group(1)) <= MOST_TAPS


def test_a_riichi_hand_is_itemised_in_han():
    lines = board._lines({"lines": [["RI-F01", 20]], "doubles": [["RI-Y01", 1], ["RI-D01", 2]]},
                         "RIICHI")
    assert [worth for _, _, worth in lines] == ["20", "1 han", "2 han"]
    assert board._lines({"doubles": [["SB-D01", 2]]}, "SHOP-B")[0][2] == "×4"
