"""The two channels: what feeds LEDs and coils, drivers' clamps, what bypasses a safety contact.

Every fault is put into the board's circuit, and all that the rule says of it is compared.
"""

from itertools import combinations
from pathlib import Path

import pytest

from hardware import model
from hardware.rules import View, safety
from tests.hardware import edits
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
CIRCUIT = model.load(ROOT)
MACHINE = load(ROOT)
OPTOS = [f"OK{number}" for number in range(1, 17)]
BEHIND = ("+5V_SAFE", "LOOP_LID", "LOOP_STOP", "12V_LOOP")
RAILS = ("+3V3", "+5V", "EMIT", "VSYS", "+12V")


def places(circuit):
    """The two places of each finding, and that each is told once."""
    found = safety.check(View(circuit, MACHINE))
    assert len(set(found)) == len(found) and {each.rule for each in found} <= {"safety"}
    return [f"{each.here} <-> {each.there}" for each in found]


def added(kind, one, two, value=""):
    """The board with one two-pin part more."""
    return edits.add(CIRCUIT, "X99", kind, {"1": one, "2": two}, value)


def led_of(value):
    """The board with another resistor at the drum's LED."""
    return edits.change(CIRCUIT, "R101", value=value)


def test_the_board_itself_breaks_none():
    assert places(CIRCUIT) == []


# ------------------------------------------------------------------------ LEDs
@pytest.mark.parametrize("ref", OPTOS)
def test_every_led_is_fed_by_the_second_channel(ref):
    feed, = [r for r, _ in View(CIRCUIT, MACHINE).beside(CIRCUIT.parts[ref].pins["1"], "resistor")]
    net = CIRCUIT.parts[ref].pins["1"]
    changed = edits.move(CIRCUIT, feed, ("1", "+5V"))
    assert places(changed) == [f"{ref}.1 (net {net}) <-> net +5V_SAFE ({feed} 560 to +5V)"]


@pytest.mark.parametrize("value", ["330", "560", "750"])
def test_an_led_has_330_to_750_ohm(value):
    assert places(led_of(value)) == []


@pytest.mark.parametrize("value", ["0R", "329", "751", "1k5", "?"])
def test_another_resistor_is_caught(value):
    changed = led_of(value)
    assert places(changed) == [
        f"OK1.1 (net DRUM_AN) <-> net +5V_SAFE (R101 {value} to +5V_SAFE)"]
    advice = safety.check(View(changed, MACHINE))[0].advice
    assert advice.startswith("one resistor of 330-750 ohm from +5V_SAFE, so that")


def test_an_led_without_a_resistor():
    assert places(edits.remove(CIRCUIT, "R101")) == [
        "OK1.1 (net DRUM_AN) <-> net +5V_SAFE (none)"]


@pytest.mark.parametrize("rail", ["+5V", "+5V_SAFE"])
def test_an_led_has_one_resistor_and_no_second(rail):
    changed = added("resistor", rail, "DRUM_AN", "560")
    assert places(changed) == ["OK1.1 (net DRUM_AN) <-> net +5V_SAFE "
                               f"(R101 560 to +5V_SAFE, X99 560 to {rail})"]


@pytest.mark.parametrize("kind", ["strap", "diode"])
def test_nothing_but_the_resistor_feeds_an_led(kind):
    assert places(added(kind, "+5V", "DRUM_AN", "x")) == [f"X99 {kind} x <-> OK1.1 (net DRUM_AN)"]


def test_two_leds_do_not_share_a_resistor():
    assert places(edits.move(CIRCUIT, "OK2", ("1", "DRUM_AN"))) == [
        "OK2 opto_triac IL4208-X006 <-> OK1.1 (net DRUM_AN)",
        "OK1 opto_triac IL4208-X006 <-> OK2.1 (net DRUM_AN)"]


@pytest.mark.parametrize("kind", ["capacitor", "polar_capacitor", "testpoint", "board_link"])
def test_what_feeds_nothing_may_hang_on_an_led(kind):
    assert places(edits.add(CIRCUIT, "X99", kind, {"1": "DRUM_AN"})) == []


# ------------------------------------------------------------------------ coils
@pytest.mark.parametrize(("ref", "pin", "places_"), [
    ("K1", "1", "K1.0 (net K1_LOW) <-> K1.1 (net +12V)"),
    ("K2", "A1", "K2.A1 (net +12V) <-> K2.A2 (net DIR_HATCH_COIL)"),
    ("K8", "A1", "K8.A1 (net +12V) <-> K8.A2 (net DIR_BELTS_COIL)")])
def test_a_coil_that_is_not_fed_from_the_loop(ref, pin, places_):
    assert places_ in places(edits.move(CIRCUIT, ref, (pin, "+12V")))


def test_a_coil_may_be_turned_round():
    assert places(edits.swap(CIRCUIT, ("K3", "A1"), ("K3", "A2"))) == []


# ------------------------------------------------------------------------ clamps
LAMPS = ("14", "13", "12", "11")  # of U15: fan and lamps, at J42 with +12V
RELAYS = ("18", "17", "16", "15")


def clamp(feeds, common="12V_LOOP", ref="U15"):
    """The findings of a clamp on a net: pins of the driver and what feeds them."""
    pins = CIRCUIT.parts[ref].pins
    return [f"{ref}.10 (net {common}) <-> {ref}.{pin} (net {pins[pin]}) fed from {feed}"
            for pin, feed in feeds]


def test_the_clamp_on_the_loop_would_feed_it_through_every_lamp():
    assert places(edits.move(CIRCUIT, "U15", ("10", "12V_LOOP"))) == clamp(
        [(pin, "+12V") for pin in LAMPS])


@pytest.mark.parametrize("common", ["+5V", "+5V_SAFE", "+3V3", "GND", "NOWHERE"])
def test_a_clamp_below_the_loads_would_feed_what_it_is_on(common):
    assert places(edits.move(CIRCUIT, "U15", ("10", common))) == clamp(
        [(pin, "12V_LOOP") for pin in RELAYS] + [(pin, "+12V") for pin in LAMPS], common)


@pytest.mark.parametrize("common", ["+3V3", "GND", "NOWHERE"])
def test_a_clamp_below_the_second_channel_would_light_every_led(common):
    pins = [str(pin) for pin in range(18, 10, -1)]
    for ref in ("U13", "U14"):
        assert places(edits.move(CIRCUIT, ref, ("10", common))) == clamp(
            [(pin, "+5V_SAFE") for pin in pins], common, ref)


@pytest.mark.parametrize("common", ["+5V_SAFE", "+5V", "12V_LOOP", "+12V"])
def test_a_clamp_no_lower_than_the_loads_does_no_harm(common):
    assert places(edits.move(CIRCUIT, "U13", ("10", common))) == []


RISING = ("+3V3", "+5V_SAFE", "+5V", "12V_LOOP", "+12V")


@pytest.mark.parametrize(("low", "high"), [*combinations(("GND", *RISING), 2)])
def test_a_load_on_a_higher_rail_than_the_clamp(low, high):
    """+5V is higher than +5V_SAFE, as +12V than 12V_LOOP: only one of the two may be off."""
    load = edits.move(CIRCUIT, "K2", ("A1", high), ("A2", "BELT_D_LED"))
    lower, as_high = (edits.move(load, "U13", ("10", common)) for common in (low, high))
    wanted = f"U13.10 (net {low}) <-> U13.11 (net BELT_D_LED) fed from {high}"
    assert wanted in places(lower)
    assert not [line for line in places(as_high) if f"fed from {high}" in line]


def test_an_open_clamp_is_harmless():
    without = {pin: net for pin, net in CIRCUIT.parts["U15"].pins.items() if pin != "10"}
    assert places(edits.change(CIRCUIT, "U15", pins=without)) == []


# ------------------------------------------------------------------------ bypasses
PAIRS = [*combinations(BEHIND, 2), *((rail, net) for net in BEHIND for rail in RAILS)]


@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("kind", ["strap", "resistor", "diode"])
def test_nothing_joins_a_guarded_net_to_a_live_one(one, two, kind):
    assert places(added(kind, one, two, "1R")) == [f"X99 {kind} 1R <-> {one} and {two}"]


@pytest.mark.parametrize("rail", [*RAILS, *BEHIND[1:]])
def test_a_plug_does_not_bypass_the_switch_of_the_second_channel(rail):
    first, second = (rail, "+5V_SAFE") if rail in RAILS else ("+5V_SAFE", rail)
    assert places(added("connector", "+5V_SAFE", rail)) == [
        f"X99 connector  <-> {first} and {second}"]


@pytest.mark.parametrize("net", BEHIND[1:])
def test_a_transistor_does_not_bypass_the_loop(net):
    changed = edits.add(CIRCUIT, "X99", "pmos", {"1": "ANY", "2": "+12V", "3": net})
    assert places(changed) == [f"X99 pmos  <-> +12V and {net}"]


def test_the_loop_is_closed_by_its_plug_alone():
    assert places(edits.change(CIRCUIT, "J36", kind="strap")) == [
        "J36 strap LOOP-8 <-> +12V and LOOP_LID and LOOP_STOP and 12V_LOOP"]


@pytest.mark.parametrize("net", BEHIND)
def test_a_load_on_a_guarded_net_bypasses_nothing(net):
    assert places(added("resistor", net, "GND", "47k")) == []
