"""A club's own rules from a file: what it changes, and how what is wrong with it is told."""

import json
import random
from pathlib import Path

import pytest

from mjscore.cli import main
from mjscore.engine import score
from mjscore.errors import ScoreError
from mjscore.registry import DOCUMENTED, REGISTRY, SYSTEMS
from mjscore.ruleset import builtin
from mjscore.systems import game, in_use
from mjscore.tiles import SEATS
from mjscore.variant import differences, read
from tests.score.second.deals import request

CLUB = Path(__file__).parents[1] / "data" / "club.toml"
TYPED = ["SHOP-B", "S", "(D111) (B222) C23467 DR*2 +C8", "--drawn", "--json"]


@pytest.fixture
def variant(tmp_path):
    """The rule set of a text."""

    def make(text, name="club.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read(path)

    return make


def test_the_command_plays_by_a_file(capsys):
    assert main(["score", *TYPED, "--rules", str(CLUB)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == "Tuesday club" and told["net"]["S"] == 96
    assert main(["score", *TYPED]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert "rules" not in plain and plain["net"]["S"] == 80


def test_explain_says_who_pays_by_the_file(capsys):
    main(["explain", *TYPED[:-1], "--rules", str(CLUB), "--why-not", "SB-S03"])
    assert "By the rules played East pays and receives once." in capsys.readouterr().out


def test_a_file_may_inherit_from_a_file(variant):
    variant('inherits = "LASFS"\nlimit = 700\n[doubles]\nLASFS-D08 = 4\n', "house.toml")
    own = variant('inherits = "house.toml"\nname = "Ours"\n[settlement]\nlosers = false\n')
    assert (own.system, own.limit, own.doubles["LASFS-D08"]) == ("LASFS", 700, 4)
    assert [row[0] for row in differences(own)] == ["limit", "LASFS-D08", "settlement.losers"]


@pytest.mark.parametrize("system", DOCUMENTED)
def test_a_file_that_changes_nothing_changes_nothing(system, variant):
    rng = random.Random(5)
    own = variant(f'inherits = "{system}"\n')
    assert differences(own) == []
    for _ in range(25):
        asked = request(system, rng)
        plain = score(asked)
        with in_use(own):
            assert score(asked) == plain | ({"rules": "club"} if plain["legal"] else {})


@pytest.mark.parametrize(("text", "by"), [
    ("[settlement]\neast = 3\n", 3), ("[settlement]\neast = 1\n", 1),
    ("[settlement]\neast = 1\ngiver = 2\n", 2),
])  # fmt: skip
def test_payments_are_those_of_the_file(text, by, variant):
    hand = {"concealed": "B1 B1 B1 B2 B2 B2 B3 B3 B3 B4 B4 B4 B5".split()}
    lost = {"concealed": "C1 C4 C7 D1 D4 D7 WE WS WW WN DR DG DW".split()}
    asked = {"system": "MJG", "players": {"E": lost, "S": hand, "W": lost, "N": lost},
             "win": {"seat": "S", "tile": "B5", "source": "discard", "from": "E"}}  # fmt: skip
    with in_use(variant('inherits = "MJG"\n' + text)):
        answer = score(asked)
    value = answer["hands"]["S"]["value"]
    paid = [-by * value, (2 + by) * value, -value, -value]
    assert [answer["net"][seat] for seat in SEATS] == paid


def test_sets_and_special_hands_are_worth_what_the_file_says(variant):
    own = variant('inherits = "HANDS"\nlimit = 600\n[limits]\nMH-L31 = 3\n[sets]\npung = 3\n')
    with in_use(own) as of:
        row = of.tables.sets[2]  # pungs in the hand
        assert row[1] == ("MH-P01b", 6)
        wonder = "B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW".split()
        lost = {"concealed": "B2 B4 B6 B8 C2 C4 C6 C8 D2 D4 D6 D8 WE".split()}
        asked = {"system": "HANDS", "players": {"E": lost, "S": {"concealed": wonder}, "W": lost,
                 "N": lost}, "win": {"seat": "S", "tile": "DW", "source": "wall"}}  # fmt: skip
        assert score(asked)["hands"]["S"]["fixed"] == [("MH-L31", 900)]


def test_a_file_without_a_name_is_called_as_the_file(variant, capsys, tmp_path):
    variant('inherits = "LASFS"\nname = "The house"\n', "house.toml")
    assert variant('inherits = "house.toml"\n', "ours.toml").name == "ours"
    assert len(variant('inherits = "LASFS"\n', "x" * 80 + ".toml").name) == 60
    variant('inherits = "SHOP-B"\nlimit = 70\n', "Monday.toml")
    main(["score", *TYPED, "--rules", str(tmp_path / "Monday.toml")])
    assert json.loads(capsys.readouterr().out)["rules"] == "Monday"
    main(["rules", "--rules", str(tmp_path / "Monday.toml")])
    assert capsys.readouterr().out.startswith("Monday: SHOP-B, and what is different\n")


@pytest.mark.parametrize("command", [
    ["score", *TYPED], ["explain", *TYPED[:-1]], ["rules"],
    ["match", "new", "Friday", "SHOP-B-136", "Ann", "Bob", "Cem", "Dan"],
])  # fmt: skip
def test_each_file_is_read_once_in_a_command(command, variant, monkeypatch, tmp_path):
    variant('inherits = "SHOP-B"\nlimit = 70\n', "house.toml")
    variant('inherits = "house.toml"\n', "own.toml")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opened, plain = [], Path.read_text

    def counted(self, *given, **named):
        opened.append(self.name)
        return plain(self, *given, **named)

    monkeypatch.setattr(Path, "read_text", counted)
    assert main([*command, "--rules", str(tmp_path / "own.toml")]) == 0
    assert [name for name in opened if name in ("own.toml", "house.toml")] == [
        "own.toml", "house.toml"]  # fmt: skip


WRONG = [
    ('limt = 3', '2: there is no key \'limt\'; did you mean "limit"?'),
    ("name = 7", "2: name is a text of 1 to 60 letters, not 7"),
    ("limit = 1", "2: limit is a whole number from 2 to 1000000000, not 1"),
    ("\n[points]\nSB-P4 = 3", "4: SHOP-B has no points under a rule called 'SB-P4'"),
    ("[points]\nSB-P41 = true", "3: SB-P41 is a whole number from 0 to 1000000000, not True"),
    ("[doubles]\nSB-D01 = 99", "3: SB-D01 is a whole number from 0 to 20, not 99"),
    ("[sets]\npong = 2", "3: SHOP-B has no names of set points called 'pong'; did you mean"),
    ("[settlement]\neats = 2", '3: there is no payment \'eats\'; did you mean "east"?'),
    ("[settlement]\nlosers = 1", "3: losers is true or false, not 1"),
    ("settlement = 3", "2: settlement is a table, [settlement], not 3"),
    ('fifth = ["bettor"]', "2: fifth is a list of reserve, rotating, not ['bettor']"),
    ("[options]\nbasel = 3", '3: SHOP-B has no option \'basel\'; did you mean "basal"?'),
    ("[options]\nbasal = -3", "3: basal must be a whole number from 0 to 1000000000, not -3"),
    ("[options]\nlimit = 3", "3: the limit stands at the top of the file, not in [options]"),
    ("x = [", "2: this is no TOML: "),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_what_is_wrong_is_told_with_file_and_line(text, told, variant, tmp_path):
    with pytest.raises(ScoreError) as problem:
        variant('inherits = "SHOP-B"\n' + text + "\n")
    assert str(problem.value).startswith(f"rules: {tmp_path / 'club.toml'}:{told}")


@pytest.mark.parametrize(("text", "told"), [
    ("", ":1: inherits says which system this varies: SHOP-A, SHOP-B,"),
    ('inherits = "SHOPB"', ':1: there is no system \'SHOPB\'; did you mean "SHOP-B"?'),
    ('inherits = "club.toml"', ":1: more than 8 files inherit from each other"),
    ('inherits = "YEE"\nlimit = 4', ":2: YEE has no limit that could be changed"),
])  # fmt: skip
def test_what_is_inherited_must_be_there(text, told, variant):
    with pytest.raises(ScoreError) as problem:
        variant(text)
    assert told in str(problem.value)


def test_a_file_that_cannot_be_read(capsys):
    assert main(["rules", "--rules", "nowhere.toml"]) == 2
    told = capsys.readouterr().err
    assert told == "mjscore: rules: cannot read nowhere.toml: No such file or directory\n"


def test_the_four_classical_systems_have_one_base():
    four = [builtin(name) for name in ("SHOP-B", "MJG", "HANDS", "LASFS")]
    assert {each.settlement for each in four} == {four[0].settlement}
    assert all(each.sets == four[0].sets and each.losers for each in four)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_entry_of_the_registry_is_whole(name):
    of = game(name)
    assert of.rules.title and of.name == name and REGISTRY[name].games
    assert {option.name for option in of.options} == set(of.defaults)


def test_an_unlisted_system_is_told_everywhere():
    from mjscore.events import ends_hand
    from mjscore.events.names import plain
    from mjscore.flow.chips import chips

    for asked in (lambda: score({"system": "MAJIANG"}), lambda: chips("MAJIANG"),
                  lambda: game("MAJIANG")):  # fmt: skip
        with pytest.raises(ScoreError, match="there is no system 'MAJIANG'"):
            asked()
    assert ends_hand("MAJIANG", {"event": "payment"}) is False
    assert plain("MAJIANG", {"event": "x"}) == {"event": "x"}
