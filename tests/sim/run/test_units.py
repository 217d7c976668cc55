"""No real table is the nominal one: hands on tables that all differ, and figures varied alone."""

import pytest

from mjsim.cli import main
from mjsim.run import margins, margins_show
from mjsim.words.names import MACHINES
from mjsim.words.vocabulary import profiles
from tools.check import units


@pytest.mark.parametrize("kind", ["typical", "worn"])
@pytest.mark.parametrize("number", range(6))
def test_no_table_drives_a_tile_wrongly_or_stops_for_nothing(kind, number):
    machine, profile = MACHINES[number % len(MACHINES)], profiles()[number]
    wrong, told, times = units.play(kind, machine, profile, 9_000 + number)
    assert (wrong, told) == ("", []) and len(times) == units.HANDS[kind]


@pytest.mark.parametrize(("figure", "value"), [
    (name, value) for name, _, least, most, _ in margins.FIGURES
    for value in (least, most) if value
])
def test_each_figure_alone_may_differ_as_far_as_it_must(figure, value):
    verdict, why = margins.outcome("four_port", 77, 1, figure, value)
    assert (verdict, why) == ("holds", "")


def test_a_figure_out_of_its_range_is_noticed():
    """The test above can fail: a belt at 60 % takes too long over each tile, and says so."""
    verdict, why = margins.outcome("four_port", 1, 1, "belt_speed", -40)
    assert (verdict, why) == ("stops", "says E402, E806")


def tried(verdict, *values):
    return [margins.Tried("lag", value, verdict, "says so") for value in values]


def test_margins_end_at_the_first_value_that_does_not_hold():
    row = (tried("holds", -50, 100, 200) + tried("stops", -75) + tried("breaks", 150))
    row.sort(key=lambda each: each.value)
    assert margins_show.held(row) == (-50, 100)
    assert margins_show.failures([row]) == ["lag +150: says so"]
    assert margins_show.failures([tried("stops", 100)]) == ["lag +100: says so"]


def test_the_command_measures_one_figure(capsys):
    with pytest.raises(SystemExit) as done:
        main(["margins", "--figure", "lag", "--hands", "1", "--seeds", "1"])
    told = capsys.readouterr().out
    assert done.value.code == 0 and "|lag" in told and "-50 to +100 %" in told


@pytest.mark.parametrize(("words", "told"), [
    (["--hands", "0"], "at least 1 of each is needed"),
    (["--figure", "lug"], "figure"),
])
def test_a_wrong_question_is_one_sentence(words, told, capsys):
    with pytest.raises(SystemExit) as done:
        main(["margins", *words])
    assert done.value.code == 2 and told in capsys.readouterr().err


def test_the_campaign_counts_what_was_wrong(monkeypatch, capsys):
    monkeypatch.setattr(units, "play", lambda kind, machine, profile, seed:
                        ("a tile fell" if seed == 5 else "", ["E402"] * (seed == 6), [60.0]))
    assert units.main(["3", "1", "4"]) == 1
    told = capsys.readouterr().out
    assert "seed 5: a tile fell" in told and "seed 6: says E402" in told
    assert "typical: 3 tables, 3 hands: 1 driven wrongly, 1 with a stop" in told
    assert units.main(["x"]) == 2


def test_an_old_cold_chain_is_no_fault():
    """It took longer than 1.3 times the design's time, and was told as one that stalled."""
    assert units.play("worn", "single_port", "SHOP-B-144", 50_021)[:2] == ("", [])
