"""fixed.toml: a change of one byte is noticed, and what it cannot say is refused in words."""

import pytest

from mjsim.shuffle.fixed import FIXED
from mjsim.words.names import UsageError
from mjstudy import fixed

SHA256 = "413c640178c7883ca35d9251524a823ac31b6cc58850d6a052d87b088fef143e"

TEXT = fixed.PATH.read_text(encoding="utf-8")


def test_nothing_was_changed_after_it_was_fixed():
    told = fixed.load()
    assert told.sha256 == SHA256
    assert told.level == 0.01 and told.certainty == 0.99
    assert told.walls == 1_000_000 and told.timelines == 20_000
    assert [s.key for s in told.statistics if s.primary] == ["guess", "guess_turned"]
    margins = {s.key: s.margin for s in told.statistics}
    assert margins["adjacency"] == 0.04 and margins["spearman"] == 0.0025
    assert margins["side"] == margins["tier"] == margins["build"] == 0.002
    assert margins["serial1"] == margins["serial2"] == 0.005 and margins["guess"] == 0.1
    assert (told.real.level, told.stops) == (FIXED.level, FIXED.stops), "as mjsim shuffle has"


@pytest.mark.parametrize(("old", "new", "said"), [
    ("level = 0.01", "level = 0.6",
     "fixed.toml: level is 0.6, must be above 0 and at most 0.5"),
    ("level = 0.01", "", "fixed.toml: level is missing"),
    ("level = 0.01", "level = 0.01\nluck = 1", "fixed.toml: luck is not known"),
    ("level = 0.01", "level = ", "fixed.toml cannot be read: "),
    ("margin = 0.04", "margin = 0", "statistic adjacency: margin is 0, must be above 0"),
    ("margin = 0.04", 'margin = "0.04"', "statistic adjacency: margin is 0.04, must be"),
    ("every = 20", "every = 0", "statistic pairs: every is 0, must be above 0"),
    ('kind = "cells"', 'kind = "cell"', "statistic side: kind cell is none of mean, cells"),
    ('key = "near8"', 'key = "adjacency"', "the key adjacency stands twice"),
    ('key = "near8"\n', "", "statistic 2: key is missing"),
    ("before = 2", "before = 3", "statistic serial2: before is 3, must be 0 to 2, of 3 hands"),
    ("size = 3", "sizes = 3", "[melds]: size is missing"),
    ("next = 2", "next = 3", "[guesser]: next and previous are 4, must be 3 at most"),
    ("next = 2", "next = 4", "[guesser]: next is 4, must be above 0 and at most 3"),
    ("strokes = 8", "strokes = 8.5", "[load]: strokes is 8.5, must be a whole number"),
    ("walls = 1536", "walls = 1537", "[replay]: walls is 1537, must be a multiple of hands, 3"),
    ("[clinging]", "[sticking]", "fixed.toml: clinging is missing"),
    ("quantile = 0.1", "quantile = 1.1", "[set_pessimistic]: quantile is 1.1, must be above 0"),
    ('ports = "any"', 'ports = "all"',
     "[set_optimistic]: ports is all, must be one of nearest, both, any"),
    ("[set_middle]", "[middle]", "fixed.toml: set_middle is missing"),
    ("stops = 0.02", "stops = 2", "fixed.toml: stops is 2, must be above 0 and at most 1"),
])  # fmt: skip
def test_what_cannot_be_is_refused(old, new, said):
    assert old in TEXT
    with pytest.raises(fixed.FixedError) as error:
        fixed.parse(TEXT.replace(old, new, 1).encode())
    assert str(error.value).startswith(said)


def test_a_file_that_says_what_cannot_be_is_told_with_its_path(monkeypatch, tmp_path):
    path = tmp_path / "fixed.toml"
    path.write_text(TEXT.replace("stops = 0.02", "stops = 2", 1))
    monkeypatch.setattr(fixed, "PATH", path)
    with pytest.raises(UsageError) as error:  # one sentence on the screen
        fixed.load.__wrapped__()
    assert str(error.value) == f"{path}: fixed.toml: stops is 2, must be above 0 and at most 1"


def test_a_study_without_a_primary_statistic_is_refused():
    with pytest.raises(fixed.FixedError, match="at least one statistic must be primary"):
        fixed.parse(TEXT.replace("primary = true", "").encode())


def test_what_needs_hands_before_is_read_on_the_walls_that_have_them():
    told = fixed.load()
    read = {key: told.read(told.of(key), told.walls) for key in (
        "spearman", "serial1", "serial2", "guess", "guess_before")}  # fmt: skip
    assert read == {"spearman": 1_000_000, "serial1": 666_666, "serial2": 333_333,
                    "guess": 125_000, "guess_before": 83_333}  # fmt: skip


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(fixed.FixedError, match="cannot be read"):
        fixed.parse(b"\xff")


def test_an_unknown_statistic_is_refused_with_those_there_are():
    with pytest.raises(fixed.FixedError, match="no statistic luck; there are adjacency, near8"):
        fixed.load().of("luck")
