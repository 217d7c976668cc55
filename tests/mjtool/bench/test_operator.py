"""Whoever answers prompts: a person, a file; what a malformed file is told."""

import pytest

from mjtool.bench.operator import Ask, Person, Script
from mjtool.errors import RefusedError, UsageError

LOOK = Ask("look drum", "look", "Did it turn?")
VOLTS = Ask("volts TP2", "measure", "TP2: volts", unit="V")
TOUCH = Ask("touch lid", "act", "open the lid", touch=True)


def script(tmp_path, text, name="answers.toml", real=False):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return Script(path, real)


def test_a_person_is_asked_until_the_answer_has_its_form(capsys):
    said = iter(["about twelve", "12,1"])
    assert Person(lambda text: next(said)).answer(VOLTS) == "12,1"
    assert "Not understood" in capsys.readouterr().out
    assert Person(lambda text: "").answer(LOOK) == "", "not seen"
    assert Person(lambda text: "").answer(TOUCH) == "done"


@pytest.mark.parametrize(("name", "text"), [
    ("a.toml", '"look drum" = true\n"volts TP2" = 12.1\n'),
    ("a.json", '{"look drum": "yes", "volts TP2": "12.1"}'),
])
def test_answers_come_from_toml_or_json(tmp_path, name, text):
    answers = script(tmp_path, text, name)
    assert answers.answer(LOOK) == "yes"
    assert float(answers.answer(VOLTS)) == 12.1
    assert answers.answer(TOUCH) == "", "what the file lacks is skipped"
    assert answers.asked == ["look drum", "volts TP2", "touch lid"]


@pytest.mark.parametrize(("name", "text", "told"), [
    ("a.toml", '"x" = 1\n"look drum" = \n', "a.toml:2: malformed"),
    ("a.json", '{"x": 1,\n "y" 2}', "a.json:2: malformed"),
    ("a.json", "[1, 2]", "a.json:1: malformed: it is no table of answers"),
    ("a.toml", 'x = 1\n[volts]\nTP2 = 12\n', "a.toml:2: malformed: the answer to 'volts' is no"),
])
def test_a_malformed_file_is_told_with_its_line(tmp_path, name, text, told):
    with pytest.raises(UsageError) as caught:
        script(tmp_path, text, name)
    assert told in str(caught.value) and caught.value.exit_code == 2
    assert 'write `"id" = "answer"`' in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        Script(tmp_path / "none.toml", False)
    path = tmp_path / "b.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="cannot be read: it is no text"):
        Script(path, False)


def test_an_answer_of_another_form(tmp_path):
    with pytest.raises(UsageError, match="the answer to `volts TP2` is `high`.*a number in V"):
        script(tmp_path, '"volts TP2" = "high"\n').answer(VOLTS)


def test_a_real_table_takes_no_scripted_hand(tmp_path):
    answers = script(tmp_path, '"touch lid" = "done"\n"look drum" = "yes"\n', real=True)
    assert answers.answer(LOOK) == "yes"
    with pytest.raises(RefusedError, match="not taken on a real table.*hand or eye is the saf") \
            as caught:
        answers.answer(TOUCH)
    assert caught.value.exit_code == 6
