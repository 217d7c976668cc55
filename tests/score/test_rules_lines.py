"""A mistake in a club's rules is told with its line, however deep in the file it stands."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjscore.errors import ScoreError
from mjscore.variant import read
from mjscore.variant.lines import line_of

MJG = """\
inherits = "MJG"
name = "Ours"
limit = 500

[points]
MJ-P09 = 4  # [[options.special_hands]]
MJ-P10 = 3
[doubles]
"MJ-D01" = 2
[settlement]
east = 1

[[options.special_hands]]
id = "wonders"
mahjiang = 1000
calling = 400

[[options.special_hands]]
# id = "none"
id = "snake"
mahjiang = 800
calling = 300
"""
IN_LINES = """\
inherits = "MJG"
name = '''
Of
three lines'''
points.MJ-P09 = 4
points."MJ-P10" = 3
options.special_hands = [  # agreed [in May]
    {id = "wonders", mahjiang = 1000},
    {id = "snake",
     mahjiang = 800},
    # {id = "none"}
    {id = "dragon", mahjiang = 700, calling = 50}, {id = "gate", mahjiang = 600}]
settlement = {east = 1, giver = 2}
fifth = [
    "reserve",
    "rotating",
]
""".replace('"snake",\n     mahjiang', '"snake", mahjiang')
CARD = """\
inherits = "SHOP-A"
[[options.card]]
type = "exposed"
value = 25
[[options.card.groups]]
n = 4
tile = "B2"
[[options.card.groups]]
n = 4
tile = "B4"
[[options.card.groups]]
n = 6
tile = "B6"

[[options.card]]
no = 2
type = "concealed"
value = 30
groups = [
    {n = 7, tile = "C1"},
    {n = 7, tile = "C2"},
]
"""
KEY = re.compile(r'(?:^|[{,] ?)(?:\w+\.)?"?([\w-]+)"? = (?!\[)("[^"]*"|\d+)')


def places(text):
    """Each key with a plain value: line, and the spans of name and value in the text."""
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        for found in KEY.finditer(line.split("#")[0]):
            yield number, *((at + a, at + b) for a, b in (found.span(1), found.span(2)))
        at += len(line)


def mistakes(text):
    """(line, the text with one mistake there): a value of no use, then a key misspelt."""
    for number, name, value in places(text):
        yield number, text[: value[0]] + "1.5" + text[value[1] :]
        word = text[slice(*name)]
        spelt = f"{word[0]}_{word[1:]}" if len(word) > 2 else f"{word}_"
        yield number, text[: name[0]] + spelt + text[name[1] :]


def told_line(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError) as told:
        read(path)
    return int(str(told.value).removeprefix(f"rules: {path}:").split(":")[0])


@pytest.mark.parametrize("text", [MJG, IN_LINES, CARD])
def test_the_file_is_good_before_it_is_spoilt(text, tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(text, encoding="utf-8")
    assert read(path).options and len(list(places(text))) > 10


@pytest.mark.parametrize("text", [MJG, IN_LINES, CARD])
def test_a_mistake_in_any_key_is_told_with_its_line(text, tmp_path):
    wrong = [(number, told, spoilt) for number, spoilt in mistakes(text)
             if (told := told_line(tmp_path / "club.toml", spoilt)) != number]  # fmt: skip
    assert wrong == []


@pytest.mark.parametrize(("before", "after", "line", "told"), [
    ('id = "snake"', 'id = "wonders"', 20,
     "options.special_hands[1].id: the hand 'wonders' is in the table twice [MJ-L03]"),
    ('id = "snake"', "id = 3", 20,
     "options.special_hands[1].id: must be a name, not 3 [MJ-L03]"),
    ("mahjiang = 800", "", 18, "options.special_hands[1].mahjiang: the hand 'snake' needs mahjiang"
     ", what it is worth when won [MJ-L03]"),
    ("mahjiang = 800", "mahjiang = -1", 21,
     "options.special_hands[1].mahjiang: must be a whole number from 0 to 1000000000, not -1"),
    ("calling = 300", "kalling = 300", 22,
     'options.special_hands[1].kalling: there is no such field; did you mean "calling"?'),
])  # fmt: skip
def test_what_is_wrong_with_a_special_hand_is_said(before, after, line, told, tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(MJG.replace(before, after), encoding="utf-8")
    with pytest.raises(ScoreError) as problem:
        read(path)
    assert str(problem.value).startswith(f"rules: {path}:{line}: {told}")


def test_a_mistake_in_a_file_that_is_inherited_is_told_there(tmp_path):
    (tmp_path / "house.toml").write_text(MJG.replace("800", '"x"'), encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text('inherits = "house.toml"\n', encoding="utf-8")
    with pytest.raises(ScoreError, match=r"house\.toml:21: options\.special_hands\[1\]"):
        read(own)


WORDS = st.text("abcdef-_", min_size=1, max_size=4)
NOISE = st.sampled_from(["", "# a = 1", "\t", '# """', "# [t]", "#]"])
PLAIN = st.sampled_from(["1", '"x"', '"#]"', "'[a]'", "true", "[1, 2]", "{}", "'''\n\n'''",
                         '"""\na = 1\n[t]\n"""'])  # fmt: skip


@st.composite
def files(draw):
    """A TOML text, one of its parts as a path, and the line where that stands."""
    lines, stands = [], {}

    def write(text, *path):
        lines.extend(draw(st.lists(NOISE, max_size=2)))
        stands.setdefault(path, len(lines) + 1)
        lines.extend(text.split("\n"))

    def keys(*path):
        for key in draw(st.lists(WORDS, max_size=4, unique=True)):
            if draw(st.booleans()):
                write(f"'{key}' = {draw(PLAIN)}", *path, key)
                continue
            write(f'"{key}" = [', *path, key)
            for at in range(draw(st.integers(0, 3))):
                write(f"  {{a = {draw(PLAIN)}}}, # ]", *path, key, at)
            write("]", *path, key)

    write("'first' = 1", "first")
    keys()
    for name in draw(st.lists(st.sampled_from(["T", "U", "V.W"]), max_size=3, unique=True)):
        path = name.split(".")
        if draw(st.booleans()):
            write(f"[{name}]", *path)
            keys(*path)
            continue
        for at in range(draw(st.integers(1, 3))):
            write(f"[[ {name} ]]  # {at}", *path, at)
            stands.setdefault((*path,), stands[(*path, at)])
            keys(*path, at)
            for inner in range(draw(st.integers(0, 2))):
                write(f"[[{name}.Inner]]", *path, at, "Inner", inner)
                keys(*path, at, "Inner", inner)
    path = draw(st.sampled_from(sorted(stands, key=str)))
    return "\n".join(lines) + "\n", path, stands[path]


@given(files())
def test_every_part_of_a_file_has_its_line(made):
    text, path, line = made
    assert line_of(text, path) == line


@pytest.mark.parametrize(("path", "line"), [
    ([], 1), (["name"], 2), (["nothing"], 1), (["points", "MJ-P99"], 5), (["options"], 13),
    (["options", "special_hands", 1, "color"], 18), (["options", "special_hands", 7], 13),
])  # fmt: skip
def test_what_is_not_there_is_told_where_it_is_missing(path, line):
    assert line_of(MJG, path) == line
