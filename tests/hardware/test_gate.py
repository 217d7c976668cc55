"""Faults put into the circuit are told by rules that survive a rebuild: a sample, and by name."""

import random

import pytest

from hardware import model
from hardware.gate import judge
from hardware.gate.__main__ import good, report
from hardware.gate.judge import Verdict
from hardware.gate.mutants import mutants, scaled
from hardware.gate.reasons import Reasons
from hardware.rules.view import ROOT
from hardware.sentences import SentenceError
from tests.hardware import edits

CIRCUIT = model.load(ROOT)
REASONS = Reasons.read(ROOT)
SAMPLE = 40

REVIEW = {  # what an outside review put in, and every rule of then passed
    "a stop channel's MOSFET with source and drain exchanged":
        lambda c: edits.swap(c, ("Q1", "2"), ("Q1", "3")),
    "the stop channel's switch of +5V_SAFE turned round":
        lambda c: edits.swap(c, ("Q2", "2"), ("Q2", "3")),
    "the supply's output reversed": lambda c: edits.swap(c, ("PS1", "3"), ("PS1", "4")),
    "the TVS of 12 V reversed": lambda c: edits.swap(c, ("D2101", "1"), ("D2101", "2")),
    "a hold-up capacitor reversed": lambda c: edits.swap(c, ("C2110", "1"), ("C2110", "2")),
    "the hold-up's diode reversed": lambda c: edits.swap(c, ("D2110", "1"), ("D2110", "2")),
    "the driver's COM open": lambda c: edits.change(
        c, "U15", pins={p: n for p, n in c.parts["U15"].pins.items() if p != "10"}),
    "the power-fail comparator inverted": lambda c: edits.swap(c, ("U26", "2"), ("U26", "3")),
    "the zero-cross opto's collector and emitter exchanged":
        lambda c: edits.swap(c, ("OK17", "3"), ("OK17", "4")),
    "the memory write-protected": lambda c: edits.move(c, "U18", ("7", "+3V3")),
    "the loop's divider a tenth": lambda c: edits.change(c, "R2201", value="2k7"),
    "a gate shunt of 33 ohm": lambda c: edits.change(c, "R104", value="33"),
    "a snubber of 1k": lambda c: edits.change(c, "R105", value="1k"),
    "the supervisor wired as its SA twin": lambda c: edits.swap(c, ("U27", "1"), ("U27", "2")),
}


@pytest.mark.parametrize("title", REVIEW)
def test_what_the_review_put_in_is_told(title):
    assert judge.told(REVIEW[title](CIRCUIT).parts), title


def test_a_sample_of_all_faults_is_told(capsys):
    """A fresh seed each time, printed; the whole: `make test-hardware ARGS=all`."""
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    chosen = random.Random(seed).sample(list(mutants(CIRCUIT)), SAMPLE)
    untold = [verdict for verdict in map(judge.judged, chosen) if not verdict.told]
    reasonless = [verdict.name for verdict in untold if not REASONS.of(verdict)]
    assert not reasonless, f"seed {seed}: {reasonless}"


def test_all_kinds_of_faults_are_made():
    found = {mutant.kind for mutant in mutants(CIRCUIT)}
    assert found == {"reversed", "permuted", "valued", "left out"}
    assert sum(mutant.kind == "left out" for mutant in mutants(CIRCUIT)) == len(CIRCUIT.parts)


@pytest.mark.parametrize(("value", "factor", "other"), [
    ("4k7", 10, "47k"), ("4k7", 0.1, "470"), ("560", 0.1, "56"), ("22", 0.1, "2R2"),
    ("0R33", 10, "3R3"), ("100k", 10, "1M"), ("10n", 0.1, "1n"), ("2u2", 10, "22u"),
    ("10n X2", 10, "100n X2"), ("3300u 25V", 0.1, "330u 25V"), ("100n", 10, "1u")])
def test_values_are_scaled(value, factor, other):
    assert scaled(value, factor) == other


def test_a_stale_file_does_not_count():
    """Without its rules, a moved pin is told by the copy of the netlist alone."""
    moved = edits.swap(CIRCUIT, ("TP1", "1"), ("TP2", "1"))
    assert "netlist" not in judge.told(moved.parts)


def test_an_order_number_that_does_not_follow_its_value_does_not_count():
    """The record knows the value of each number; a source with another value names another."""
    changed = edits.change(CIRCUIT, "R101", value="561").parts
    assert "record:" in judge.told(changed) and not judge.told(changed, "valued")


def test_the_report_names_what_is_not_told_and_what_needs_no_reason():
    verdicts = [Verdict("left out", "R1", "1k", "demand: ..."),
                Verdict("valued", "R2", "1k -> 10k", ""), Verdict("valued", "R3", "1k -> 10k", "")]
    reasons = Reasons({"valued R2: *": "does no harm here", "reversed D9: *": "nor does this one"})
    lines = "\n".join(report(verdicts, reasons))
    assert "not told: valued R2: 1k -> 10k: does no harm here" in lines
    assert "not told: valued R3: 1k -> 10k: NO REASON; add a rule" in lines
    assert "reversed D9: * is told, or there is none; take the row out" in lines
    assert not good(verdicts, reasons)
    assert good([verdicts[0]] * 30 + [verdicts[1]], reasons)


def test_a_reason_is_a_sentence(tmp_path):
    (tmp_path / "hardware/gate").mkdir(parents=True)
    path = tmp_path / "hardware/gate/harmless.toml"
    path.write_text('"valued R1: *" = "fine"\n')
    with pytest.raises(SentenceError, match=r":1: .*R1: \* needs a sentence that says why"):
        Reasons.read(tmp_path)
    path.write_text("x = = 1\n")
    with pytest.raises(SentenceError, match="correct it and try again"):
        Reasons.read(tmp_path)
