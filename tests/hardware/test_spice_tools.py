"""What stands around the simulations: values, netlists, corners, the page, the drawings."""

import dataclasses
from pathlib import Path

import pytest

from hardware import model, spice
from hardware.spice import corners, kicks, limits, ngspice, plot, report, values
from hardware.spice.figures import Figure, Study, Value
from tests.hardware.tools import needs

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("text, number", [
    ("4k7", 4700), ("2u2", 2.2e-6), ("100", 100), ("10n X2", 1e-8), ("32k4", 32400),
    ("3300u 25V", 3.3e-3), ("0R", 0), ("1M", 1e6), ("4.7k", 4700), ("33.2k 1%", 33200),
    ("0R33", 0.33), ("1R5", 1.5), ("10R", 10),
])  # fmt: skip
def test_values_are_read_as_people_write_them(text, number):
    assert values.number(text) == pytest.approx(number)


@pytest.mark.parametrize("text", ["", "four", "4x7", "k7k"])
def test_what_is_no_value_is_told(text):
    with pytest.raises(values.ValueMissing, match="is no value; write it as 4k7, 2u2 or 100"):
        values.number(text)


def told(call, *arguments):
    with pytest.raises(values.ValueMissing) as problem:
        call(*arguments)
    return str(problem.value)


def test_a_missing_part_a_bad_value_and_a_wrong_net_are_told():
    circuit = model.load(ROOT)
    assert told(values.of, circuit, "U299") == (
        "hardware/out/circuit.json has no part U299, which hardware/spice simulates; "
        "the nearest is U29")
    odd = dataclasses.replace(circuit.parts["R2303"], value="many")
    broken = model.circuit_of({**circuit.parts, "R2303": odd})
    assert told(values.of, broken, "R2303").startswith(
        "hardware/out/circuit.json, R2303: 'many' is no value")
    assert told(values.check_nets, circuit, {"R2303": ("WD_LEVEL", "+3V3")}) == (
        "hardware/out/circuit.json, R2303: hardware/spice has a pin on +3V3, "
        "the circuit has GND, WD_LEVEL")
    assert told(values.check_nets, circuit, {"R1": ("GND",)}).endswith("the circuit has no part")
    assert told(values.zener, circuit, "R2303") == (
        "hardware/out/circuit.json, R2303: '40k2' names no zener as BZT52C13 does")
    five = model.circuit_of({"D1": dataclasses.replace(circuit.parts["D2401"],
                                                       value="BZX85C5V6")})
    assert values.zener(five, "D1") == 5.6


def test_a_line_that_the_template_lacks_is_told():
    with pytest.raises(ngspice.SpiceError) as problem:
        ngspice.netlist("watchdog.cir", {"c9": 1.0})
    assert str(problem.value) == ("hardware/spice/watchdog.cir has no line that begins with "
                                  "'.param c9='")


def test_ngspice_giving_up_is_told_with_its_reason():
    needs("ngspice")
    with pytest.raises(ngspice.SpiceError) as problem:
        ngspice.run(["* My title\nR1 a 0 nonsense(\nV1 a 0 1\n.tran 1m 1\n.end\n"])
    assert str(problem.value).startswith("ngspice gave up on 'My title': ")


@pytest.mark.parametrize("template", sorted(path.name for path in ngspice.FOLDER.glob("*.cir")))
def test_every_netlist_runs_by_itself(template):
    needs("ngspice")
    assert ngspice.run([ngspice.netlist(template, {}, None, {"last": "max time"})]) is not None


def test_what_never_happens_is_absent_and_the_rest_is_measured():
    needs("ngspice")
    text = ngspice.netlist("watchdog.cir", {"stop": 0.1}, None,
                           {"never": "when v(level)=9 rise=1", "most": "max v(level)"})
    figures = ngspice.run([text, text])
    assert figures[0] is figures[1] and "never" not in figures[0]
    assert 1.0 < figures[0]["most"] < 3.3


def test_limits_come_from_the_machine_and_a_missing_one_is_told():
    bounds = limits.load(ROOT)
    assert bounds.threshold("wd_off_ms") == 250
    assert bounds.load_ma("v5") > bounds.load_ma("v5", "pico_ma") > 0
    with pytest.raises(limits.LimitMissing) as problem:
        bounds.threshold("wd_of_ms")
    assert str(problem.value) == ("hardware/machine.toml has no [thresholds.wd_of_ms], "
                                  "which hardware/spice needs")


def test_corners_are_all_combinations():
    found = corners.combined(corners.spread("R", {"a": 100.0, "b": 10.0}, 20),
                             [("3 V", {"v": 3.0}), ("4 V", {"v": 4.0})], [("", {"c": 1.0})])
    assert [corner.name for corner in found] == [
        "R -20 %, 3 V", "R -20 %, 4 V", "R +20 %, 3 V", "R +20 %, 4 V"]
    assert found[0].params == {"a": 80.0, "b": 8.0, "v": 3.0, "c": 1.0}


def test_the_kick_starts_low_and_toggles():
    assert kicks.wave([0.001]) == "PWL(0 0 0.001000 0 0.001001 1)"
    times = kicks.long_run()
    assert times == sorted(times) and len(times) == len(set(times))
    low = kicks.last_before(times, kicks.LOW)
    high = kicks.last_before(times, kicks.HIGH)
    assert (times.index(low) + 1) % 2 == 0 and (times.index(high) + 1) % 2 == 1
    assert kicks.trip_hz(0.31) == pytest.approx(51, rel=0.01)
    assert kicks.trip_hz(99.0) == 0.5 / kicks.CHIRP_END_S


def figure(*numbers, least=None, most=None):
    return Figure("it", "ms", least, most, [Value(f"c{n}", n) for n in numbers])


def test_a_figure_knows_its_ends_and_margin():
    assert figure(10, 20, 30, most=40).met and not figure(10, 50, most=40).met
    assert not figure(10, most=40, least=11).met and not figure(None, most=40).met
    assert [end.value for end in figure(20, 10, 30).ends] == [10, 30]
    assert figure(20, 30, least=10, most=40).margin_pct == pytest.approx(25)
    assert figure(None, 3).ends[0].value is None and figure(None, 3).margin_pct is None


def test_the_page_says_what_is_not_kept():
    text = report.page([Study("One", "Words.", [figure(10, 50, most=40)], {"one": "<svg/>"},
                              [figure(None, 5, least=1)])])
    assert "**0 of 1 figures keep their limits.**" in text
    assert "| it | <= 40 ms | 10 ms (c10) | 50 ms (c50) | -25 % | NO |" in text
    assert "| it | >= 1 ms | never (cNone) | 5 ms (c5) |  | NO |" in text


def test_a_drawing_has_axes_and_names():
    text = plot.chart("Title <1>", "time, ms", [plot.Panel("volts", [
        plot.Line("first", [0, 1, 2], [0, 1, 0], "solid"),
        plot.Line("second", [0, 2], [0.5, 0.5], "dashed")])])
    for part in ("Title &lt;1&gt;", "time, ms", ">volts<", ">first<", ">second<", "9 4"):
        assert part in text
    assert plot.ticks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
    assert plot.ticks(-0.2, 0.2, 4) == [-0.2, -0.1, 0, 0.1, 0.2]


def test_two_builds_may_differ_in_the_last_digit_only():
    page = spice.PAGE
    assert spice.same(page, b"| 433 mV | 1.20 |", b"| 434 mV | 1.21 |")
    assert not spice.same(page, b"| 433 mV |", b"| 533 mV |")
    assert not spice.same(page, b"| 433 mV |", b"| 433 ms |")
    assert spice.same("a.svg", b'<p points="1,2"/>1', b'<p points="1,3"/>1')
    assert not spice.same("a.svg", b'<p points="1,2"/>1', b'<p points="1,2"/>2')
