"""The rule book: every id of the rules has its entry, every entry says what it must."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mjscore import rulebook
from mjscore.errors import ScoreError

IDS = (Path(__file__).parents[1] / "data" / "rule_ids.txt").read_text(encoding="utf-8").split()
RULES = [each for system in rulebook.systems() for each in rulebook.rules_of(system)]
SPECIFIED = [each for each in RULES if each.system not in ("HKOS", "RIICHI")]  # rule documents
RULINGS = [each for each in RULES if each.kind == "ruling"]


def test_every_id_of_the_rules_has_one_entry_in_their_order():
    assert [each.id for each in SPECIFIED] == IDS
    assert len(IDS) == len(set(IDS)) == 496


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_an_entry_says_what_it_is_in_a_sentence_and_where_it_comes_from(rule):
    assert rule.name and rule.source and rule.kind in rulebook.KINDS
    assert 8 < len(rule.text) <= 240 and rule.text[0] == rule.text[0].upper()
    assert rule.text.endswith(".")
    assert len(rule.name) <= 60 and not rule.name.endswith(".")
    assert rule.who in ("", "winner", "all")


def test_what_a_hand_scores_has_an_amount_and_says_who_may_score_it():
    for rule in RULES:
        if rule.kind in ("points", "start", "extra", "double"):
            of_the_card = rule.id == "SA-P01"
            assert of_the_card or (rule.points is None) != (rule.doubles is None), rule.id
        if rule.kind in ("points", "double"):
            assert rule.who, rule.id


def test_every_ruling_names_the_rules_it_settles_and_its_option_or_test():
    assert len(RULINGS) == sum("-Q" in id for id in IDS) == 110
    for ruling in RULINGS:
        assert ruling.settles and set(ruling.settles) <= set(IDS), ruling.id
        assert ruling.option or ruling.test, ruling.id
        assert {id.split("-")[0] for id in ruling.settles} == {ruling.id.split("-")[0]}


def test_no_text_is_told_twice_within_a_system():
    for system in rulebook.systems():
        texts = [rule.text for rule in rulebook.rules_of(system)]
        assert len(texts) == len(set(texts)), system


def test_a_rule_is_found_by_its_id_in_either_case():
    assert rulebook.rule("SB-P01") is rulebook.rule("sb-p01")
    assert rulebook.rule("MH-P01A") is rulebook.rule("MH-P01a")
    assert rulebook.rule("MH-P01a").points == 2 and rulebook.rule("MH-P01b").points == 4


def test_amounts_are_told_in_words():
    amounts = {id: rulebook.rule(id).amount for id in ("SB-P01", "YEE-E03", "SB-D04", "SB-D01")}
    assert amounts == {"SB-P01": "2 points", "YEE-E03": "1 point", "SB-D04": "3 doubles",
                       "SB-D01": "1 double"}  # fmt: skip
    assert rulebook.rule("SA-S02").amount == "twice the value"
    assert rulebook.rule("SB-F01").amount == ""


def test_an_unknown_id_is_answered_with_the_nearest_one():
    with pytest.raises(ScoreError) as told:
        rulebook.rule("SB-P10X")
    assert re.search(r'rule: no rule "SB-P10X"; did you mean "SB-P\d\d"\?$', str(told.value))


def test_an_unknown_system_is_answered_with_the_nearest_one():
    with pytest.raises(ScoreError) as told:
        rulebook.rules_of("SHOPB")
    assert str(told.value) == 'system: no system "SHOPB"; did you mean "SHOP-B"? [ENG-10]'


def test_the_order_is_that_of_the_rules_points_before_doubles():
    ids = ["LASFS-D01", "LASFS-P21", "LASFS-P02", "LASFS-L00"]
    assert sorted(ids, key=rulebook.order) == ["LASFS-P02", "LASFS-P21", "LASFS-D01", "LASFS-L00"]


def test_the_texts_are_read_only_when_asked_for():
    script = "import mjscore.rulebook as book; print(book.rules_of.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "0"
