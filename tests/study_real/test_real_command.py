"""`mjsim study real`: exit codes, both outputs, the files it writes, and the page's example."""

import json
import re
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from mjsim.cli import app
from mjsim.words.names import UsageError
from mjstudy.real import words
from mjstudy.real.header import PROFILES
from tests.command_line import ran
from tests.study_real.defects import Table
from tests.study_real.writing import typed, wall, with_wall

PAGE_FILE = Path(__file__).parents[2] / "docs" / "REAL_SHUFFLE.md"
PAGE = PAGE_FILE.read_text(encoding="utf-8")


def real(*words):
    return ran(app, "study", "real", *words)


@pytest.fixture
def file(tmp_path):
    """Writes a text into a file."""

    def write(text, name="walls.txt"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def practised(file, *words):
    return file(real("--practice", *words).stdout)


def test_the_example_of_the_page_is_what_comes_out(file):
    walls = re.search(r"```walls\n(.*?)```", PAGE, re.S)[1]
    said = re.search(r"```console\n\$ mjsim study real walls.txt\n(.*?)```", PAGE, re.S)[1]
    result = real(file(walls))
    assert result.stdout == said
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize("hands", [1, 10, 30, 100, 400])
def test_the_figures_of_the_page_are_those_of_the_command(hands):
    kinds, dots = Table(), Table("dots")
    figures = [f"{100 * kinds.sees('equal', hands):.1f} %",
               f"{100 * kinds.sees('together', hands):.1f} %",
               f"{kinds.sees('layering', hands):.3f}",
               *(f"{100 * kinds.sees(key, hands):.1f} %"
                 for key in ("side_spread", "side_bias", "tier_bias")),
               f"{100 * dots.sees('equal', hands):.1f} %", f"{dots.sees('layering', hands):.3f}",
               f"{100 * dots.sees('tier_bias', hands):.1f} %"]
    assert f"| {hands} | {4 * hands} | " + " | ".join(figures) + " |" in PAGE


def test_the_links_of_the_page_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (PAGE_FILE.parent / target).is_file(), target


def test_the_commands_of_the_page_have_their_options():
    words = set(re.findall(r"(--[a-z]+)", PAGE))
    known = real("--help").stdout
    assert words and all(word in known for word in words)


@pytest.mark.parametrize("words", [
    ("30", "--seed", "1"),
    ("30", "--cling", "5", "--seed", "1"),
    ("27", "--load", "dots", "--layer", "-20"),
    ("1", "--profile", "HANDS-148", "--machine", "single_port"),
    ("300", "--layer", "90", "--profile", "SHOP-A", "--machine", "row_port"),
])  # fmt: skip
def test_the_report_fits_eighty_columns(file, words):
    result = real(practised(file, *words))
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert result.stderr == ""


def test_clinging_is_shown_and_ends_with_one(file):
    result = real(practised(file, "30", "--cling", "5", "--seed", "1"))
    assert result.exit_code == 1
    assert "SHOWN: equal kinds side by side: " in result.stdout
    assert "more\nthan chance" in result.stdout or "more than chance" in result.stdout


def test_with_the_ends_confused_clinging_shows_at_half_its_strength(file):
    text = real("--practice", "30", "--cling", "20").stdout
    found = [json.loads(real(file(text.replace("built left", f"built {end}")), "--json").stdout)
             for end in ("left", "right")]
    right, wrong = (object["tests"][0]["value"] - object["tests"][0]["mean"] for object in found)
    assert 0.4 < wrong / right < 0.65


def test_nothing_shown_is_not_called_fair(file):
    result = real(practised(file, "30", "--seed", "1"))
    assert result.exit_code == 0
    assert "That is not 'fair': 30 hands still allow, 99 % sure:" in result.stdout
    assert "- clinging: up to 0." in result.stdout or "- clinging: up to 1." in result.stdout


def test_what_is_wrong_is_told_and_the_rest_is_judged(file):
    text = with_wall(typed(3), "C", "", hand=2)
    line = text.splitlines().index("hand 2") + 1
    result = real(file(text))
    assert result.stderr == (f"walls.txt:{line}: hand 2 has no wall C; type it as C: ...; "
                             "hand 2 is left out\n")
    assert "2 hands judged (8 walls); 1 hand not used: see above." in result.stdout
    assert result.exit_code == 0


def test_played_hands_are_compared_with_the_hand_before(file):
    text = typed(4).replace("hand 2", "hand 2 played").replace("hand 3", "hand 3 played")
    result = real(file(text))
    assert "2 hands loaded in order, 2 hands played on from the hand before." in result.stdout
    assert re.search(r"^hand before and this one +0\.000", result.stdout, re.M)
    assert "- from hand to hand: a correlation of up to 0." in result.stdout


def test_nearly_the_same_walls_again_are_shown(file):
    """A table that hardly shuffles: the walls of the hand before, each turned by a stack."""
    text = typed(1)
    walls = [wall(text, side)[1].split() for side in "ABCD"]
    twice = ["\n".join(" ".join([side, *stacks[by:], *stacks[:by]]) for side, *stacks in walls)
             for by in (1, 2)]  # fmt: skip
    result = real(file(text + f"hand 2 played\n{twice[0]}\nhand 3 played\n{twice[1]}\n"))
    assert result.exit_code == 1
    assert "SHOWN: hand before and this one: kinds tend to lie in the same place" in result.stdout


@pytest.mark.parametrize("words, said", [
    ((), "give a FILE of walls, or --template PROFILE, or --practice HANDS"),
    (("--template", "yy"), "unknown profile 'yy'; the nearest is YEE"),
    (("--practice", "-3"), "--practice -3: must be 1 to 10000 hands"),
    (("--practice", "1", "--cling", "101"), "--cling 101: must be 0 to 100 %"),
    (("--practice", "1", "--layer", "-101"), "--layer -101: must be -100 to 100 %"),
    (("--practice", "1", "--load", "cards"), "unknown load 'cards'"),
    (("--practice", "1", "--template", "YEE"), "give a FILE of walls, or"),
    (("nowhere.txt",), "nowhere.txt: cannot be read"),
])  # fmt: skip
def test_wrong_usage_is_one_sentence(words, said):
    with pytest.raises(UsageError) as error:
        real(*words)
    assert str(error.value).startswith(said)


def test_a_file_that_is_no_text_is_told(tmp_path):
    picture = tmp_path / "wall.jpg"
    picture.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(UsageError, match="is no text in UTF-8; save it as plain text"):
        real(picture)


def test_sixteen_dots_in_one_wall_are_shown(file):
    text = real("--practice", "1", "--load", "dots").stdout.replace("dots 34", "dots 16")
    marks = iter("*" * 16 + "-" * 120)
    lines = [line[:3] + "".join(next(marks) for _ in range(34)) if line[1:2] == ":" else line
             for line in text.splitlines()]
    result = real(file("\n".join(lines)))
    assert "SHOWN: dots x side, each" in result.stdout and result.exit_code == 1
    assert words.percent(float("inf")) == "never"


@pytest.mark.parametrize("spoil, said", [
    (lambda text: "", "no hand is typed in yet"),
    (lambda text: with_wall(text, "A", "A: B1"), "no hand can be used"),
])  # fmt: skip
def test_without_a_whole_hand_there_is_nothing_to_judge(file, spoil, said):
    with pytest.raises(UsageError) as error:
        real(file(spoil(typed(1))))
    assert f"walls.txt: {said}; docs/REAL_SHUFFLE.md says how to type one" in str(error.value)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("load", ["sorted", "dots"])
def test_a_template_is_narrow_and_nothing_is_wrong_in_it(file, profile, load):
    text = real("--template", profile, "--load", load).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert f"profile {profile}\n" in text and text.count("hand ") == 10
    with pytest.raises(UsageError) as error:
        real(file(text))
    assert "no hand is typed in yet" in str(error.value)


def test_one_seed_writes_one_file():
    words = ("--practice", "3", "--cling", "5", "--seed")
    one = real(*words, "4").stdout
    assert one == real(*words, "4").stdout != real(*words, "5").stdout
    assert "# made up: seed 4, cling 5 %, layer 0 %" in one


def test_json_has_the_same(file):
    path = practised(file, "30", "--cling", "5", "--seed", "1")
    result = real(path, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1 and found["passed"] is False
    assert found["hands"] == found["begun"] == 30 and found["problems"] == []
    equal = found["tests"][0]
    assert equal["key"] == "equal" and equal["sees"] == pytest.approx(0.0158, abs=0.0001)
    assert equal["mean"] == pytest.approx(132 * 204 / 9180)
    assert 0.03 < found["allows"]["cling"] < 0.07
    assert list(found["allows"]) == ["cling", "two_ports", "layering"]
    names = set(found) | set(equal) | set(found["allows"])
    assert all(name in PAGE for name in names)


def test_json_of_spoilt_walls_names_the_line(file):
    path = file(with_wall(typed(2), "A", "A: B1"))
    found = json.loads(real(path, "--json").stdout)
    assert found["problems"][0]["what"].startswith("wall A of hand 1 has 1 tiles, half a stack")
    assert found["problems"][0]["line"] == wall(typed(2), "A")[0]


@pytest.mark.parametrize("words", [("20",), ("20", "--load", "dots", "--machine", "row_port")])
def test_the_picture_has_every_place_and_every_cell(file, tmp_path, words):
    picture = tmp_path / "walls.svg"
    real(practised(file, *words), "--plot", picture)
    root = xml.parse(picture).getroot()
    boxes = [x for x in root.iter() if x.tag.endswith("rect")]
    groups = 2 if "dots" in words else 4
    assert len(boxes) == 1 + 136 + 4 * groups


def test_a_picture_that_cannot_be_written(file, tmp_path):
    with pytest.raises(UsageError) as error:
        real(file(typed(1)), "--plot", tmp_path / "no" / "walls.svg")
    assert str(error.value).endswith("cannot be written (No such file or directory)")
