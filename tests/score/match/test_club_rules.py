"""A match by a club's own rules: kept as they were when it began, used wherever it is scored."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from mjscore.cli import main
from mjscore.engine import score
from mjscore.match import rules
from mjscore.match.errors import MatchError
from mjscore.match.opening import opened
from mjscore.match.setup import checked
from mjscore.systems import game, in_use
from mjscore.variant import read
from mjweb.pages.play.board import values
from mjweb.pages.play.desk import Desk
from tests.score.match.commands import refused
from tests.score.match.test_evening import typed
from tests.score.test_variants import WRONG

FOUR = ["Ann", "Bob", "Cem", "Dan"]
CLUB = """\
inherits = "SHOP-B"
name = "Tuesday club"
limit = 500
[points]
SB-P01 = 7
[settlement]
east = 1
[options]
basal = 20
"""
HANDS = ("--from", "Cem", "--hand", "Bob: (D111) (B222) C23467 DR*2 +C8",
         "--hand", "Ann: B235689 C2358 D235", "--hand", "Cem: B3468 C3468 D34568",
         "--hand", "Dan: B467 C23467 D23467")  # fmt: skip
WORTH = 20 + 7 + 4 + 2


@pytest.fixture
def club(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return path


@pytest.fixture
def friday(real, club):
    result = real("new", "Friday", "SHOP-B-136", *FOUR, "--rules", str(club))
    assert result.stdout.startswith("Began Friday: SHOP-B-136 by the rules Tuesday club, Ann ")
    return club


def net(real):
    return json.loads(real("show", "Friday", "--json").stdout)["rows"][-1]["net"]


def test_each_hand_is_paid_by_the_file(real, friday):
    assert f"value {WORTH}" in real("add", "Friday", *HANDS).stdout
    assert net(real) == {"Ann": -WORTH, "Bob": 3 * WORTH, "Cem": -WORTH, "Dan": -WORTH}
    assert "Friday: SHOP-B-136 by the rules Tuesday club" in real("show", "Friday").stdout


@pytest.mark.parametrize("later", ["changed", "gone"])
def test_the_match_knows_the_rules_it_began_with(real, friday, later):
    real("add", "Friday", *HANDS)
    if later == "gone":
        friday.unlink()
    else:
        friday.write_text('inherits = "LASFS"\n', encoding="utf-8")
    before = net(real)
    real("edit", "Friday", "1", "--from", "Dan", "--yes")
    assert net(real) == before  # whoever discards, all pay
    real("edit", "Friday", "1", "--drawn", "--yes")
    assert net(real)["Ann"] == -(WORTH + 2)
    assert real("undo", "Friday").exit_code == 0
    assert net(real) == before
    real("add", "Friday", *HANDS)
    assert net(real)["Ann"] == -WORTH


def test_an_export_takes_the_rules_along(real, friday, tmp_path):
    real("add", "Friday", *HANDS)
    text = real("export", "Friday", "--json").stdout
    friday.unlink()
    assert real("import", "-", "--name", "again", give=text).exit_code == 0
    whole = json.loads(real("show", "again", "--json").stdout)
    assert whole["rows"] == json.loads(text)["rows"]
    assert whole["match"]["rules"]["name"] == "Tuesday club"


def test_another_match_beside_it_keeps_its_own(real, friday):
    real("new", "Monday", "SHOP-B-136", *FOUR)
    assert "value 18" in real("add", "Monday", *HANDS).stdout
    assert f"value {WORTH}" in real("add", "Friday", *HANDS).stdout
    assert game("SHOP-B").rules.name == "SHOP-B"
    assert "rules" not in json.loads(real("show", "Monday", "--json").stdout)["match"]


def test_files_that_inherit_from_each_other_are_kept_as_one(real, club, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('inherits = "club.toml"\nname = "Ours"\n[points]\nSB-P02 = 9\n',
                   encoding="utf-8")  # fmt: skip
    kept = rules.of_file(own, "SHOP-B").tables
    assert kept["inherits"] == "SHOP-B" and kept["points"] == {"SB-P01": 7, "SB-P02": 9}
    assert rules.of_journal(json.loads(json.dumps(kept)), "SHOP-B").played == read(own)


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_what_is_wrong_is_told_with_file_and_line(real, club, text, told, tmp_path):
    club.write_text(f'inherits = "SHOP-B"\n{text}\n', encoding="utf-8")
    result = real("new", "Friday", "SHOP-B-136", *FOUR, "--rules", str(club))
    assert refused(result).startswith(f"rules: {club}:{told}")
    assert not list((tmp_path / "mjscore").glob("*"))


def test_the_rules_are_those_of_the_game(real, club):
    result = real("new", "Friday", "LASFS", *FOUR, "--rules", str(club))
    assert refused(result) == f"rules: {club} varies SHOP-B, and LASFS is played"


def test_rules_say_what_a_fifth_may_be_and_who_deals_after_a_draw(club):
    text = CLUB.replace("limit", 'fifth = ["reserve"]\nlimit') + "east_stays_on_draw = false\n"
    club.write_text(text, encoding="utf-8")
    kept = rules.of_file(club, "SHOP-B")
    with pytest.raises(MatchError) as caught:
        checked("x", "SHOP-B-136", FOUR, "Eve", "rotating", own=kept)
    assert str(caught.value) == "role: a fifth is no rotating by the rules Tuesday club"
    assert not checked("x", "SHOP-B-136", FOUR, own=kept).first_deal().stays_on_draw
    stays = checked("x", "SHOP-B-136", FOUR, config={"east_stays_on_draw": True}, own=kept)
    assert stays.first_deal().stays_on_draw


@pytest.mark.parametrize(("spoilt", "told"), [
    ({"limit": 1}, "the match's rules: limit is a whole number from 2"),
    ({"inherits": "x.toml"}, "the match's rules: there is no system 'x.toml'"),
    ({"inherits": "MJG"}, "the match's rules: MJG has no points under a rule called 'SB-P01'"),
    ({"inherits": "MJG", "points": {}, "options": {}},
     "the match's rules vary MJG, and SHOP-B is played"),
    ([], "the match's rules are an object"),
])  # fmt: skip
def test_an_import_with_rules_that_cannot_be(real, friday, spoilt, told):
    whole = json.loads(real("export", "Friday", "--json").stdout)
    begun = whole["journal"][0]["action"]
    begun["rules"] = begun["rules"] | spoilt if isinstance(spoilt, dict) else spoilt
    result = real("import", "-", "--name", "again", give=whole)
    assert refused(result).startswith(f"rules: {told}")


def test_told_points_are_paid_by_the_rules_too(real, friday):
    """East pays once by these rules, whatever a loser tells in place of tiles."""
    told = ("--hand", "Ann: @value=4", "--hand", "Cem: @dead", "--hand", "Dan: @dead")
    real("add", "Friday", *HANDS[:4], *told)
    assert net(real) == {"Ann": 2 * 4 - WORTH, "Bob": 3 * WORTH, "Cem": -4 - WORTH,
                         "Dan": -4 - WORTH}  # fmt: skip


def test_the_questions_and_the_phone_play_by_them(real, friday, capsys, monkeypatch):
    friday.unlink()
    with opened("Friday", None, score) as match:
        text = typed(match, capsys, "b\r", "c\r", "(d111)(b222)c23467dr*2+c8\r", "\r\r\r\r")
    assert "SHOP-B-136 by the rules Tuesday club" in text and "confirmed hand 1" in text
    assert net(real) == {"Ann": -WORTH, "Bob": 3 * WORTH, "Cem": -WORTH, "Dan": -WORTH}
    desk = Desk()
    taps = ("winner:Bob from:Cem tile:D1 set:pung tile:B2 set:pung tile:C2 set:run tile:DR"
            " set:pair tile:C6 tile:C7 tile:C8 rest:").split()  # fmt: skip
    with desk.at("Friday") as now:
        for word in taps:
            desk.tap(now, now.draft.id, word)
        shown = values(now)
        assert shown["rules"] == "Tuesday club" and not shown["problem"]
        assert desk.confirm(now, now.draft.id).value == WORTH


def test_two_programs_in_one_process_play_by_their_own(club):
    """The dashboard's threads: a variant of one is not seen by another."""
    with ThreadPoolExecutor(1) as other, in_use(read(club)):
        assert game("SHOP-B").rules.name == "Tuesday club"
        assert other.submit(lambda: game("SHOP-B").rules.name).result() == "SHOP-B"


def test_a_line_is_paid_as_by_the_command(real, friday, capsys):
    real("add", "Friday", *HANDS)
    with opened("Friday", None, score) as match:
        request = match.sheet.rows[0].request
    friday.with_name("request.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    capsys.readouterr()
    main(["score", str(friday.with_name("request.jsonl")), "--rules", str(friday)])
    told = json.loads(capsys.readouterr().out)
    assert told["net"] == {"E": -WORTH, "S": 3 * WORTH, "W": -WORTH, "N": -WORTH}
