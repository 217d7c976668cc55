"""Each single wrong for an evening: everything that can be drawn, told or with its reason."""

import json
from random import Random

import pytest

from mjsim.campaign import evening, lasting, silent
from mjsim.campaign.lasting import Plan, amiss, one, row_of
from mjsim.campaign.told import Use
from mjsim.campaign.wrongs import KINDS, draw, every, those
from mjsim.cli import main
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.safety.faults import Faults


@pytest.mark.parametrize("machine", MACHINES)
def test_everything_that_can_be_drawn_is_in_it(machine):
    known = {frozenset(text.split()) for text in every(machine)}
    chained = machine == "single_port"
    assert any("chain_" in text for text in every(machine)) == chained
    random = Random(machine)
    for kind in KINDS:
        for _ in range(30):
            drawn = draw(random, kind, machine).split()
            lacks = not chained and any(word.startswith("chain_") for word in drawn)
            assert frozenset(drawn) in known or lacks or kind == "swapped" and len(set(drawn)) == 2


@pytest.mark.parametrize("machine", MACHINES)
def test_inputs_that_do_nothing_are_in_it_though_no_run_draws_them(machine):
    texts = every(machine)
    assert {"stuck strap_4port on", "stuck reset off", "stuck dice_a on"} <= set(texts)
    assert {"stuck dice_rot on", "stuck svc off"} <= set(texts)
    assert ("stuck chain_rev on" in texts) == (machine == "single_port")
    assert not [text for text in texts if "rule" in text], "turned, it is another game"
    assert not those(machine, ("stuck strap_4port on",))[1:]


def test_nothing_is_in_it_twice():
    texts = every("four_port")
    assert len(texts) == len(set(texts)) > 700
    assert those("four_port", ("open",))[:2] == ["open drum", "open ring"]
    assert those("four_port", ("stuck cnt_a", "jam head_b")) == [
        "stuck cnt_a on", "stuck cnt_a off", "jam head_b"]  # fmt: skip


def asked(*words):
    """The command's exit code."""
    with pytest.raises(SystemExit) as end:
        main(["campaign", "lasting", *words])
    return end.value.code


def played(capsys, *words):
    code = asked(*words, "--json")
    return code, json.loads(capsys.readouterr().out)


def test_a_wrong_that_is_told_says_by_what_and_when(capsys):
    code, found = played(capsys, "--kind", "lid")
    (row,) = found["rows"]
    assert (code, row["wrong"], row["code"], row["good"]) == (0, "lid open", "E806", True)
    assert row["after_ms"] < 300


def test_a_wrong_that_nobody_is_told_of_has_its_reason(capsys, monkeypatch):
    code, found = played(capsys, "--kind", "host", "--only", "0")
    assert code == 0 and found["rows"][0]["why"] == silent.SILENT["host"]
    monkeypatch.delitem(silent.SILENT, "host")
    assert asked("--kind", "host", "--only", "0") == 1
    said = capsys.readouterr().out
    assert "host noise: nobody is told, and nothing says why: mjsim campaign lasting" in said
    assert said.endswith("not good\n")


def test_what_breaks_a_rule_is_not_good_though_it_was_told():
    plan = Plan("four_port", ("lid",), 1)
    result = {"done": [["lid open", 5, "E806", 5]], "failed": [["twos", "a stack of one", 9]],
              "faults": {"E806": 1}}
    row = row_of(plan, 0, result)
    assert row["code"] == "E806" and row["said"] == ["a stack of one"] and not row["good"]
    assert row["command"].endswith("--seed 1 --only 0 --kind 'lid'")


@pytest.mark.parametrize(("text", "code", "good"), [
    ("lid open", "E806", True), ("lid open", "E801", False), ("jam head_b", "E521", True),
    ("jam head_b", "E522", True), ("jam head_b", "E602", False), ("mains hz 60", "E202", True),
    ("mains hz 60", "E205", False), ("stuck chain_corner off", "E911", True),
    ("stuck chain_corner off", "E801", False),
    ("store torn", "E913", True), ("host noise", "E901", False),
])  # fmt: skip
def test_a_fault_that_does_not_look_at_it_tells_of_no_wrong(text, code, good):
    said = amiss(text, code, "", {code: 1})
    assert said == ([] if good else ["told as %s, which does not look at it" % code])


@pytest.mark.parametrize("text", ["slow drum 60", "stuck inlet_a off", "pinch on"])
def test_a_rule_that_is_muted_is_missed_in_an_evening(text, monkeypatch):
    """What has no time of its own: three sets, three tiles, a hatch that has turned round."""
    must, add = evening.must_tell(text), Faults.add
    plan = Plan("four_port", (), 1)
    number = plan.texts.index(text)
    assert row_of(plan, number, next(one(plan, number, set())))["good"]
    monkeypatch.setattr(Faults, "add", lambda self, told, place, detail:
                        "E%d" % told not in must and add(self, told, place, detail))  # fmt: skip
    row = row_of(plan, number, next(one(plan, number, set())))
    assert not row["good"] and row["said"][-1:] == ["an evening of it must bring %s" % must]


@pytest.mark.parametrize("machine", MACHINES)
def test_every_row_can_be_asked_of_every_wrong_that_it_is_for(machine):
    """A part of the right kind: a motor's question to a motor, an input's to an input."""
    plant = SimTable(machine).plant
    for text in every(machine):
        use = Use(text, 0)
        use.look(plant, 5)


@pytest.mark.parametrize(("text", "says"), [
    ("stuck pinch off", "tried by hand at each service; a clutch limits the force"),
    ("stuck jam_c off", "it sees nothing as long as all is well, so it is tried by hand"),
    ("stuck fuse_ok on", "the fuse's motors are missed by their current"),
    ("stuck safe_fb on", "with motor power on; at the next arming E911"),
    ("stuck mark off", "people notice"), ("stuck lid off", "the lid cuts the loop itself, E205"),
])  # fmt: skip
def test_an_input_that_is_stuck_has_the_reason_of_its_own_row(text, says):
    assert says in silent.reason_of(text)


@pytest.mark.parametrize("text", ["stuck jam_c on", "stuck pinch on", "stuck fuse_ok off",
                                  "stuck safe_fb off", "stuck lift_dn_b on"])  # fmt: skip
def test_an_input_whose_row_names_a_fault_has_no_reason_to_stay_untold(text):
    assert silent.reason_of(text) == ""
    assert amiss(text, "", silent.reason_of(text), {}) == ["nobody is told, and nothing says why"]


@pytest.mark.parametrize("machine", MACHINES)
def test_every_wrong_is_one_that_somebody_tells_or_that_has_its_reason(machine):
    for text in every(machine):
        assert evening.may_tell(text) or silent.reason_of(text), text


@pytest.mark.parametrize(("words", "sentence"), [
    (["--kind", "gremlins"], "none of those named can go wrong"),
    (["--kind", "stuck rule0 on"], "--kind stuck rule0 on: it is none of those that are tried on "
                                   "four_port; it is left out"),
    (["--kind", "lid", "--only", "4"], "--only 4: give a number from 0 to 0"),
    (["--machine", "five_port"], "five_port"),
])  # fmt: skip
def test_wrong_words_are_told_in_a_sentence(words, sentence, capsys):
    assert asked(*words) == 2
    assert sentence in capsys.readouterr().err


def test_an_unknown_wrong_is_left_out_and_the_rest_goes_on(capsys, monkeypatch):
    words = ("--kind", "lid", "--kind", "jam hed_b", "--json")
    assert asked(*words) == 2
    out, err = capsys.readouterr()
    assert "--kind jam hed_b: jam: unknown motor 'hed_b'; the nearest is head_b" in err
    assert [row["wrong"] for row in json.loads(out)["rows"]] == ["lid open"]
    monkeypatch.setattr(lasting, "amiss", lambda *_: ["something is amiss"])
    assert asked(*words) == 1


def test_what_was_kept_goes_on_and_is_of_one_machine(capsys, tmp_path):
    file = str(tmp_path / "kept")
    first = played(capsys, "--kind", "lid", "--keep", file)
    assert played(capsys, "--kind", "lid", "--keep", file, "--jobs", "2") == first
    assert asked("--machine", "row_port", "--kind", "lid", "--keep", file) == 2
    assert "holds another campaign (machine four_port); give the same" in capsys.readouterr().err


def test_five_hands_are_played_for_each():
    (wrong,) = Plan("four_port", ("lid",), 1).options(0).wrongs
    assert wrong.ms == 2 * lasting.EVENING_MS["four_port"]


def test_what_may_tell_of_a_line_that_every_part_hangs_on():
    """PFAIL is the mains' own; a chain's wrong bits may be those of any sensor."""
    assert "E201" in evening.may_tell("chatter pfail")
    assert {"E404", "E604", "E901"} <= evening.may_tell("chain corrupted")
    assert "E404" not in evening.may_tell("chain frozen")
