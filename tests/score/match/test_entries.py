"""Undo, redo, edit, void: what stands of a journal, and what a journal may say."""

import pytest

from mjscore.match.actions import checked
from mjscore.match.entries import standing
from mjscore.match.errors import MatchError
from mjscore.match.setup import checked as setup

SETUP = setup("x", "SHOP-B-136", ["Ann", "Bob", "Cem", "Dan"]).as_action()
SEATED = {"E": "Ann", "S": "Bob", "W": "Cem", "N": "Dan"}
HAND = {"do": "hand", "request": {"win": None}, "seated": SEATED}
PAY = {"do": "pay", "from": "Ann", "to": "Bob", "amount": 5}
UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def stands(*actions):
    return standing([SETUP, *actions])


def labels(*actions):
    return [entry.name for entry in stands(*actions).entries]


def test_hands_are_numbered_and_what_lies_between_behind_them():
    assert labels(PAY, HAND, PAY, PAY, HAND, {"do": "dice", "dice": [1, 2]}) == [
        "payment 0.1", "hand 1", "payment 1.1", "payment 1.2", "hand 2", "dice 2.1"]  # fmt: skip


def test_a_voided_hand_keeps_its_number():
    found = stands(HAND, HAND, {"do": "void", "entry": 2}).entries
    assert [(entry.label, entry.voided) for entry in found] == [("1", True), ("2", False)]


def test_undo_goes_back_action_by_action_and_redo_forward():
    edit = {"do": "edit", "entry": 2, "to": PAY | {"amount": 9}}
    amounts = lambda *actions: [entry.body["amount"] for entry in stands(*actions).entries]  # noqa: E731
    assert amounts(PAY, edit) == [9]
    assert amounts(PAY, edit, UNDO) == [5]
    assert amounts(PAY, edit, UNDO, UNDO) == []
    assert amounts(PAY, edit, UNDO, UNDO, REDO) == [5]
    assert amounts(PAY, edit, UNDO, UNDO, REDO, REDO) == [9]
    assert stands(PAY, edit, UNDO).entries[0].edits == 0


def test_a_new_action_leaves_nothing_to_redo():
    with pytest.raises(MatchError) as caught:
        stands(PAY, UNDO, HAND, REDO)
    assert str(caught.value) == "redo: there is nothing to redo"


def test_the_setup_cannot_be_undone():
    with pytest.raises(MatchError) as caught:
        stands(PAY, UNDO, UNDO)
    assert str(caught.value) == "undo: there is nothing to undo"


def test_an_ended_match_takes_entries_again_once_it_is_resumed():
    assert stands(HAND, {"do": "end"}).ended
    found = stands(HAND, {"do": "end"}, {"do": "resume"}, HAND)
    assert not found.ended and len(found.entries) == 2


@pytest.mark.parametrize(("actions", "told"), [
    ([{"do": "end"}, HAND], "hand: the match is ended; resume it first"),
    ([{"do": "end"}, {"do": "end"}], "end: the match is already ended"),
    ([{"do": "resume"}], "resume: the match is not ended"),
    ([{"do": "void", "entry": 9}], "entry: there is no entry of journal line 9"),
    ([HAND, {"do": "void", "entry": 2}, {"do": "void", "entry": 2}],
     "entry: the entry is already void"),
    ([HAND, {"do": "restore", "entry": 2}], "entry: the entry is not void"),
    ([HAND, {"do": "edit", "entry": 2, "to": PAY}],
     "entry: a hand cannot become a payment; void it and enter the other"),
])  # fmt: skip
def test_what_cannot_be_done(actions, told):
    with pytest.raises(MatchError) as caught:
        stands(*actions)
    assert str(caught.value) == told


def test_an_empty_journal_is_no_match():
    with pytest.raises(MatchError) as caught:
        standing([])
    assert str(caught.value) == "journal.1: a match begins with its setup"


def test_people_call_an_entry_by_its_number_or_by_its_whole_name():
    found = stands(HAND, PAY)
    for label in ("1", "hand 1"):
        assert found.find(label).seq == 2
    assert found.find("payment 1.1").seq == 3
    for label in ("payment 1", "2", "", "hand"):
        with pytest.raises(MatchError) as caught:
            found.find(label)
        assert str(caught.value) == (
            f"entry: there is no entry {label}; the last is payment 1.1")  # fmt: skip
    with pytest.raises(MatchError) as caught:
        stands().find("1")
    assert str(caught.value) == "entry: there is no entry 1; there is none yet"


@pytest.mark.parametrize("action", [
    HAND, HAND | {"over": True}, PAY, PAY | {"why": "tea"}, UNDO, {"do": "bet", "backs": None},
    {"do": "seats", "chairs": ["a", "b", "c", "d"]}, {"do": "dice", "dice": [6, 6, 6]},
    {"do": "edit", "entry": 2, "to": PAY}, {"do": "rounds", "rounds": 0},
])  # fmt: skip
def test_a_journal_may_say(action):
    assert checked(action) == action


@pytest.mark.parametrize(("action", "told"), [
    (None, "action: this is no action of a match"),
    ({"do": "new"}, "action: this is no action of a match"),
    ({"do": ["hand"]}, "action: this is no action of a match"),
    ({"do": "pay", "from": "a", "to": "b"}, "action: pay lacks amount"),
    (PAY | {"amount": "5"}, "action: amount of pay is no number"),
    (PAY | {"amount": True}, "action: amount of pay is no number"),
    (PAY | {"why": 5}, "action: why of pay is no text"),
    (PAY | {"when": "now"}, "action: pay knows no when"),
    (HAND | {"seated": {"E": "Ann"}}, "action: seated of hand is no people"),
    (HAND | {"seated": SEATED | {"E": 1}}, "action: seated of hand is no people"),
    (HAND | {"request": []}, "action: request of hand is no object"),
    (HAND | {"over": 1}, "action: over of hand is no flag"),
    ({"do": "dice", "dice": [True, 1]}, "action: dice of dice is no list of numbers"),
    ({"do": "dice", "dice": "12"}, "action: dice of dice is no list of numbers"),
    ({"do": "seats", "chairs": ["a", "b"]}, "action: chairs of seats is no list of four people"),
    ({"do": "bet", "backs": 3}, "action: backs of bet is no text or none"),
    ({"do": "edit", "entry": 2, "to": UNDO},
     "action: undo is no entry that another one could become"),
    ({"do": "edit", "entry": 2, "to": {}}, "action: this is no action of a match"),
])  # fmt: skip
def test_a_journal_may_not_say(action, told):
    with pytest.raises(MatchError) as caught:
        checked(action)
    assert str(caught.value) == told
