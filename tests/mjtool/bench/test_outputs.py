"""Outputs on the bench: lamps and fan shown alone, relays by what moves, the multiplexer."""

import pytest

from mjtool.bench import directions, outputs
from mjtool.bench.visit import Visit, every

SOUND = {"v12_mv": 11_900, "v5safe_mv": 10, "temp_hs_dc": 250, "temp_bay_dc": 240,
         "cnt_a_mv": 3200, "cnt_b_mv": 3190, "cnt_c_mv": 3210, "cnt_d_mv": 3200}
FREE = ["cnt_a_mv", "cnt_b_mv", "cnt_c_mv", "cnt_d_mv"]


def tried(made):
    case = Visit(made.session, made.known)
    every(case)
    return case.done


def test_each_is_switched_on_alone_and_asked_for(bench):
    made, shown = bench(), []
    request = made.wire.request
    made.wire.request = lambda command, **fields: (
        shown.append((command, fields)), request(command, **fields))[1]
    case = Visit(made.session, made.known)
    outputs.outputs(case)
    asked = [fields for command, fields in shown if command == "show.test"]
    assert [row["value"] for row in asked if row["what"] == "outputs"] == [
        16, 32, 64, 128, 2048, 4096, 8192]
    assert {"look fan", "look led_arm", "look led_flt", "look lamps"} <= set(made.witness.asked)
    assert case.done["output fan"].text == "the fan of the motor bay blows"
    assert {v.grade for v in case.verdicts} == {"ok"}


def test_a_fan_that_nobody_feels(bench):
    made = bench()
    answer = made.witness.answer
    made.witness.answer = lambda ask: "no" if ask.id == "look fan" else answer(ask)
    case = Visit(made.session, made.known)
    outputs.outputs(case)
    fan = case.done["output fan"]
    assert (fan.grade, fan.word) == ("failed", "dark")
    assert fan.text == "not so: the fan of the motor bay blows"


@pytest.mark.parametrize(("machine", "relay", "output", "who"), [
    ("four_port", "drum", "dir_drum", "drum"), ("single_port", "chain", "dir_chain", "chain"),
    ("four_port", "belts", "dir_belts", "belt_a and belt_b and belt_c and belt_d")])
def test_a_relay_that_stays_is_named(bench, machine, relay, output, who):
    done = tried(bench(f"relay stuck {relay}", machine=machine))
    said = done[f"output {output}"]
    assert (said.grade, said.word) == ("failed", "stays")
    assert said.text == f"{who} did not go backward when that was asked for"
    assert said.do.startswith("relay K") and "listen for its click" in said.do
    assert [v.item for v in done.values() if v.grade == "failed"] == [f"output {output}"]


def test_sound_relays_and_what_a_machine_lacks(bench):
    done = tried(bench())
    assert done["output dir_belts"].text == "belt_a and belt_b and belt_c and belt_d went backward"
    assert done["output dir_hatch"].text == "the hatch went up and down again"
    assert done["output dice_sleep_n"].text == "the dice plate turned"
    assert done["output dir_chain"].word == "not fitted"
    assert done["output dir_chain"].text == "this table has no chain that it could turn round"


def test_a_bad_motor_makes_its_relay_doubtful(bench):
    said = tried(bench("jam drum"))["output dir_drum"]
    assert (said.grade, said.text) == ("cannot tell", "motor drum itself is not right")


def test_nobody_saw_which_way():
    said = directions.judge("output dir_drum", {"drum": ""}, "K4")
    assert (said.grade, said.text) == ("not tried", "nobody looked")


def test_the_multiplexers_lines_are_sound_when_every_level_is_its_parts():
    said = outputs.judge_multiplexer("amux_a1", SOUND, 0, FREE)
    assert (said.grade, said.text) == ("ok", "8 levels are those of their parts")


@pytest.mark.parametrize(("line", "stays"), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)])
def test_an_address_line_that_stays_is_never_a_pass(line, stays):
    """Raw levels behind the eight addresses: what the board then reads of each part."""
    raw = [3200, 3190, 3210, 3200, 1650, 1640, 2770, 5]
    times = {"cnt_a_mv": 1, "cnt_b_mv": 1, "cnt_c_mv": 1, "cnt_d_mv": 1, "temp_hs_dc": 0,
             "temp_bay_dc": 0, "v12_mv": 4.3, "v5safe_mv": 2}
    read = {}
    for at, (name, factor) in enumerate(times.items()):
        seen = raw[at & ~(1 << line) | stays << line]
        read[name] = round(seen * factor) if factor else (
            250 if abs(seen - 1650) < 20 else 2000 if seen < 1650 else -1)
    said = outputs.judge_multiplexer("amux_a0", read, 0, FREE)
    assert said.grade in ("cannot tell", "not tried"), read
    if said.grade == "cannot tell":
        assert "cannot be: " in said.text and "TP14, which must step" in said.do


def test_a_board_that_does_not_tell_its_levels():
    said = outputs.judge_multiplexer("amux_a0", {"v12_mv": 12_000}, 0, FREE)
    assert said.text == "the board does not tell the levels behind it"
