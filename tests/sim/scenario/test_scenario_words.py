"""Scenario files that cannot be read, and ones that do not come true: every sentence is read."""

import pytest

from mjsim.scenario.scenario import duration_ms, load, parse
from mjsim.scenario.steps import perform
from mjsim.words.names import UsageError

GOOD = """
machine four_port     # with or without a colon
profile: shop-b-136
seed: 3
set: sort.lookout_ms 5000

press elevator
at 20s expect state ready
"""


def test_headers_steps_and_comments():
    scenario = parse(GOOD)
    assert (scenario.machine, scenario.profile, scenario.seed) == ("four_port", "SHOP-B-136", 3)
    assert scenario.settings == {"sort.lookout_ms": 5000}
    assert [(step.line, step.verb, step.at_ms) for step in scenario.steps] == [
        (7, "press", None), (8, "expect", 20_000)]  # fmt: skip
    assert perform(scenario).failure == ""


@pytest.mark.parametrize("word, ms", [
    ("3s", 3000), ("250ms", 250), ("1.5s", 1500), ("2min", 120_000)])  # fmt: skip
def test_durations(word, ms):
    assert duration_ms(word) == ms


@pytest.mark.parametrize("line, sentence", [
    ("machine: for_port", "unknown machine 'for_port'; the nearest is four_port"),
    ("profile: SHOP-C", "unknown profile 'SHOP-C'; the nearest is SHOP-"),
    ("seed: x", "'x' is no whole number"),
    ("seed: ²", "'²' is no whole number"),
    ("late: often", "--late often: write none, measured, now, or ms"),
    ("machine:", "'machine:' needs a value"),
    ("set: power.budget_mw", "write set: NAME VALUE"),
    ("set: power.budget_mw 5", "setting power.budget_mw = 5 is outside 36000 to 80000"),
    ("set: power.budgt_mw 5", "unknown setting 'power.budgt_mw'; the nearest is power.budget_mw"),
    ("pres elevator", "unknown step 'pres'; the nearest is press"),
    ("press elevatr", "unknown key 'elevatr'; the nearest is elevator"),
    ("press", "write press KEY, or press KEY twice"),
    ("press marker thrice", "unknown word after the key 'thrice'; the nearest is twice"),
    ("wait 3", "'3' is no time; write a number with ms, s, min or h, as 3s"),
    ("wait", "write wait TIME, as wait 3s"),
    ("hold both", "write hold KEY TIME, as hold both 1s"),
    ("hold both 1x", "'1x' is no time"),
    ("at 5s", "write at TIME STEP, as at 14s press elevator"),
    ("at noon press marker", "'noon' is no time"),
    ("press marker within 3s", "'within' belongs to expect"),
    ("inject jamm head_b", "unknown fault 'jamm head_b'; the nearest is jam"),
    ("inject jam head_x", "unknown motor 'head_x'; the nearest is head_"),
    ("inject", "write inject WHAT WHERE, as inject jam head_b"),
    ("expect", "write expect WHAT, as expect state sorting"),
    ("expect stat sorting", "unknown thing to expect 'stat'; the nearest is state"),
    ("expect state sortin", "unknown state 'sortin'; the nearest is sorting"),
    ("expect state", "write expect state NAME"),
    ("expect fault E520", "unknown fault 'E520'; the nearest is E52"),
    ("expect fault E521 E522", "write expect fault CODE"),
    ("expect event keys", "unknown event 'keys'; the nearest is key"),
    ("expect event", "write expect event NAME [key=value ...]"),
    ("expect event key why:sorting", "'why:sorting' is no key=value"),
    ("expect cnt_e on", "unknown thing to expect 'cnt_e'; the nearest is cnt_"),
    ("expect cnt_a 1", "write expect cnt_a on, or expect cnt_a off"),
    ("expect short one", "'one' is no whole number"),
    ("expect short ²", "'²' is no whole number"),
    ("expect short", "write expect short N"),
    ("expect stacks 17 17", "write expect stacks A B C D"),
    ("expect set red waiting", "unknown set 'red'; the nearest is green"),
    ("expect set green wating", "unknown place 'wating'; the nearest is waiting"),
    ("expect set green", "write expect set COLOUR table"),
    ("expect dealer E", "unknown side 'E' (valid: A, B, C, D)"),
    ("expect no violation now", "write expect no violation"),
    ("take one tile", "write a number and tiles"),
    ("add 1 red tile", "unknown set 'red'; the nearest is green"),
    ("drop the green tiles", "write drop tiles, or drop blue tiles"),
    ("power of", "unknown power 'of'; the nearest is off"),
    ("power", "write power off or power on"),
    ("turn rule 16", "the rule switch has positions 0 to 15, not '16'"),
    ("turn rul 2", "unknown switch 'rul'; the nearest is rule"),
    ("turn rule", "write turn rule N, as turn rule 2"),
    ("profile SHOP", "unknown profile 'SHOP'"),
    ("set power.budget_mw fifty", "'fifty' is no whole number"),
    ("set power.budget_mw", "write set NAME VALUE"),
    ("open door", "unknown thing 'door'"),
    ("open", "write open lid or close lid"),
    ("ack twice", "write ack alone on its line"),
    ("play", "write play TIME, as play 60s"),
    ("lift", "write lift PLACE [N], as lift head_b, or lift drum 2"),
    ("lift head_e", "unknown place 'head_e'; the nearest is head_"),
    ("lift drum 0", "'0' is no number of tiles"),
    ("lay", "write lay PLACE, as lay drum"),
    ("lay port_a", "unknown place 'port_a'"),
    ("box 2", "write box alone on its line"),
    ("push belt_a", "unknown place 'belt_a'"),
    ("straighten", "write straighten PLACE, as straighten belt_a"),
    ("crank hatch", "unknown place 'hatch'"),
])  # fmt: skip
def test_a_bad_line_names_file_line_and_nearest_word(line, sentence):
    with pytest.raises(UsageError) as problem:
        parse("seed: 1\n\n" + line + "\nwait 1s\n", "evening.txt")
    text = str(problem.value)
    assert text.startswith("evening.txt:3: " + line) and sentence in text


def test_headers_come_first():
    with pytest.raises(UsageError, match=r"x:2: seed: 4: 'seed:' is a header"):
        parse("press elevator\nseed: 4\n", "x")


def test_a_file_without_steps():
    with pytest.raises(UsageError, match="x: the scenario has no steps"):
        parse("seed: 4\n", "x")


def test_files_that_are_none(tmp_path):
    with pytest.raises(UsageError, match="cannot read the scenario .*nothing.txt: No such file"):
        load(tmp_path / "nothing.txt")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="is no text|is not a text file"):
        load(tmp_path / "bytes")


@pytest.mark.parametrize("steps, sentence", [
    ("expect state ready within 2s",
     "x:1: expected state ready in 2 s, but state is power_on, no fault, stacks 0,0,0,0"),
    ("press marker\nexpect event key did=acted within 1s",
     "x:2: expected event key did=acted in 1 s, but state is power_on"),
    ("press marker\nexpect event key did=acted within 1s", "last events: event=key key=marker"),
    ("expect no state power_on", "x:1: expected no state power_on, but state is power_on"),
    ("expect hatch_up on", "x:1: expected hatch_up on, but state is"),
    ("expect hatch_dn on for 3s\npress elevator\nexpect state ready within 9s\npress elevator\n"
     "expect hatch_dn on for 3s", "x:5: expected hatch_dn on for 3 s, but state is loading"),
    ("wait 5s\nat 2s press marker", "x:2: at 2s press marker: it is 5.100 s already"),
    ("drop green tiles", "x:1: drop green tiles: the hatch is not open"),
    ("drop tiles\ndrop green tiles", "the hatch is not open"),
    ("take 1 tile", "x:1: take 1 tile: there are not that many such tiles on the table"),
    ("load tiles", "x:1: load tiles: state loading did not come within 4.000 s"),
    ("inject jam chain", "x:1: inject jam chain: jam chain: chain is not fitted on four_port"),
    ("power off\nset dice.mode 1", "x:2: set dice.mode 1: the table has no power"),
    ("set dice.mode 7", "x:1: set dice.mode 7: the table answers 'range'"),
    ("expect tiles 3", "expected tiles 3"), ("expect short 3", "expected short 3"),
    ("lift head_a", "x:1: lift head_a: nobody reaches head_a: the lid is shut"),
    ("open lid\nlift head_a", "x:2: lift head_a: there are not that many tiles in head_a"),
    ("open lid\nlay drum", "x:2: lay drum: nothing was lifted out"),
    ("box", "x:1: box: nothing was lifted out"),
    ("open lid\npush head_a", "x:2: push head_a: the pusher of head_a is at home"),
    ("open lid\nstraighten belt_a", "x:2: straighten belt_a: no tile is stuck on belt_a"),
    ("open lid\ncrank lift_a", "x:2: crank lift_a: lift_a stands at its end already"),
    ("expect stacks 1 1 1 1", "expected stacks 1 1 1 1"), ("expect fault", "expected fault, but"),
    ("expect set green table", "expected set green table"), ("expect dealer D", "expected dealer"),
    ("expect profile YEE", "expected profile YEE"), ("expect violation", "expected violation"),
])  # fmt: skip
def test_a_step_that_does_not_come_true_says_what_there_was(steps, sentence):
    verdict = perform(parse(steps, "x"))
    assert sentence in verdict.failure


def test_a_violation_fails_any_scenario(monkeypatch):
    from mjsim.table.session import SimTable

    monkeypatch.setattr(SimTable, "violations", ["1.000 s: a lift rose into the shut hatch"])
    verdict = perform(parse("wait 1s", "x"))
    assert verdict.failure == "x: violation: 1.000 s: a lift rose into the shut hatch"


def test_people_may_play_a_scenario():
    text = "players: auto\nset: dice.mode 1\nexpect event dice mode=electronic within 200s\n"
    assert perform(parse(text)).failure == ""
