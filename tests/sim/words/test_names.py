"""Names people type: the nearest valid one, and the sentence that says so."""

import pytest

from mjsim.words import vocabulary
from mjsim.words.names import UsageError, choose, nearest, unknown

COLOURS = ("dark_red", "Green", "light.blue")


@pytest.mark.parametrize(("word", "name"), [
    ("dark", "dark_red"), ("DARK-RED", "dark_red"), ("gren", "Green"),
    ("light blue", "light.blue"), ("xxxx", ""), ("", ""),
])
def test_the_nearest_name(word, name):
    assert nearest(word, COLOURS) == name


def test_an_unknown_name_is_told_with_the_nearest_and_all():
    assert unknown("colour", "gren", COLOURS) == (
        "unknown colour 'gren'; the nearest is Green (valid: dark_red, Green, light.blue)")
    assert unknown("colour", "xxxx", COLOURS) == (
        "unknown colour 'xxxx' (valid: dark_red, Green, light.blue)")


def test_case_does_not_matter_but_the_rest_does():
    assert choose("colour", "DARK_RED", COLOURS) == "dark_red"
    with pytest.raises(UsageError, match="unknown colour 'dark red'; the nearest is dark_red"):
        choose("colour", "dark red", COLOURS)


def test_settings_within_their_limits():
    assert vocabulary.checked_settings({"MAINS.HZ": 50}) == {"mains.hz": 50}
    with pytest.raises(UsageError, match="setting mains.hz = 7 is outside"):
        vocabulary.checked_settings({"mains.hz": 7})


@pytest.mark.parametrize("names", [
    vocabulary.KEYS, vocabulary.STATES, vocabulary.SETS, vocabulary.profiles(),
    vocabulary.settings(), vocabulary.io_names(), vocabulary.fault_codes(),
    vocabulary.event_names(),
])
def test_every_list_has_each_name_once(names):
    assert names and len(names) == len(set(names)) and all(names)
