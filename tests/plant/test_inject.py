"""Every fault of the injector's table does what its line says, and can be put right."""

import pytest

from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjsim.plant.inject import TABLE, InjectError, apply, clear, parse
from mjsim.plant.inject_help import help_lines, words_after
from tests.plant.crude import DRUM, FREE, RING, Bench, belt, nominal

HATCH = 1 << C.M_HATCH


def bench(**more) -> Bench:
    return Bench(nominal(limits=FREE, bounce_ppm=0, **more))


@pytest.mark.parametrize(("text", "sentence"), [
    ("jamm head_b", "unknown fault 'jamm head_b'; the nearest is jam"),
    ("jam hed_b", "jam: unknown motor 'hed_b'; the nearest is head_b (write jam <motor>)"),
    ("jam", "jam: 0 words after it, not 1 (write jam <motor>)"),
    ("stuck cnt_e on", "stuck: unknown input 'cnt_e'; the nearest is cnt_d"),
    ("stuck zzz on", "stuck: unknown input 'zzz'; docs/IO.md lists them"),
    ("stuck cnt_a maybe", "stuck: 'maybe' is not on or off (write stuck <input> on|off)"),
    ("mains cut soon", "mains cut: 'soon' is no time; write milliseconds, as 500 or 500ms or 2s"),
    ("mains cut 0ms", "mains cut: '0ms' is no time from 1 to 3600000 ms"),
    ("drift cnt_a 999999999", "drift: '999999999' is no time from 1 to 10000 ms"),
    ("swapped cnt_a cnt_a", "swapped: cnt_a is not swapped with itself; name two inputs"),
    ("mains hz 90", "mains hz: '90' is no frequency from 40 to 70"),
    ("tile missing 0", "tile missing: '0' is no number of tiles from 1 to 160"),
    ("slow ring fast", "slow: 'fast' is no percentage from 1 to 300"),
    ("open dice", "open: the dice motor has no triac"),
    ("", "unknown fault ''"),
    ("clear jam hed_b", "jam: unknown motor 'hed_b'"),
])  # fmt: skip
def test_wrong_words_get_a_sentence(text, sentence):
    with pytest.raises(InjectError) as problem:
        parse(text)
    assert str(problem.value).startswith(sentence)


def test_words_are_checked_and_kept():
    assert parse("JAM HEAD_B").text == "jam head_b"
    assert parse("mains cut 2s").args == ("2000",)
    assert parse("clear stuck cnt_a on").undo
    assert parse("clear").text == "clear all"


def test_the_list_for_people_is_80_columns_wide():
    lines = help_lines()
    assert max(map(len, lines)) <= 80
    for name in TABLE:
        assert any((line + " ").startswith(name + " ") for line in lines), name
    assert "jam <motor>                 a motor hums, nothing moves" in lines


def test_how_bad_it_is_comes_from_the_severities_when_nobody_says():
    assert parse("slow head_b").text == "slow head_b %d" % C.SEVERITIES_SLOW_PCT
    assert parse("dim cnt_a").text == "dim cnt_a %d" % (100 - C.SEVERITIES_DIM_PCT)
    late = int(parse("drift mid_b").args[1])
    assert C.SEVERITIES_LATE_MS < late == C.SEVERITIES_LATE_MS * 3 // 2
    coast = C.COAST_MAX_MS[C.MOTORS.index("head_b")]
    assert parse("running on head_b").args[1] == str(
        coast * C.SEVERITIES_RUN_ON_PCT // 100 + C.SEVERITIES_RUN_ON_MORE_MS)
    assert parse("slow head_b 40").args[1] == "40"
    with pytest.raises(InjectError, match="slow: 0 words after it, not 2"):
        parse("slow")


@pytest.mark.parametrize(("typed", "offered", "not_offered"), [
    ("", {"jam", "running", "clear", "mains"}, {"all", "on"}),
    ("clear", {"jam", "all"}, {"clear"}),
    ("running", {"on"}, {"jam"}),
    ("running on", {"head_a", "drum"}, {"cnt_a"}),
    ("short", {"drum", "belt_a"}, {"dice", "cnt_a"}),
    ("reversed", {"drum", "hatch"}, {"ring"}),
    ("stuck", {"cnt_a", "lid"}, {"head_a"}),
    ("stuck cnt_a", {"on", "off"}, {"cnt_b"}),
    ("swapped park_a", {"mid_a"}, {"on"}),
    ("clear jam", {"head_b"}, set()),
    ("dead cable", {"a", "d"}, {"cnt_a"}),
    ("dim", {"cnt_a", "chain_zero"}, {"park_a"}),
    ("jam head_a", set(), {"head_b"}),
    ("slow head_a", set(), {"head_b"}),
])  # fmt: skip
def test_words_for_the_shell(typed, offered, not_offered):
    found = set(words_after(typed.split()))
    assert offered <= found and not not_offered & found


def test_what_is_not_fitted_cannot_fail():
    with pytest.raises(InjectError, match="jam head_b: head_b is not fitted on single_port"):
        apply(nominal("single_port"), "jam head_b")
    with pytest.raises(InjectError, match="tile missing 3: 3 tiles are wanted, but 0"):
        apply(nominal(), "tile missing 3")


@pytest.mark.parametrize("name", sorted(INPUT))
def test_every_input_can_stick_both_ways_and_recover(name):
    plant = bench().plant
    truth = plant.input(name)
    for word, level in (("on", 1), ("off", 0)):
        cause = apply(plant, "stuck %s %s" % (name, word))
        assert plant.input(name) == level
        clear(plant, cause)
        assert plant.input(name) == truth
    byte, mask = INPUT[name] >> 3, 1 << (INPUT[name] & 7)
    assert plant.rose[byte] & plant.fell[byte] & mask


def test_a_stuck_input_hides_the_mechanism():
    b = bench()
    apply(b.plant, "stuck drum_rot off")
    b.on(DRUM)
    b.run(5000)
    assert not b.plant.rose[4] & 1 << (C.IN_DRUM_ROT & 7)
    apply(b.plant, "clear all")
    b.run(2000)
    assert b.plant.rose[4] & 1 << (C.IN_DRUM_ROT & 7)


def test_chatter_toggles_until_it_is_cleared():
    b = bench()
    apply(b.plant, "chatter hatch_dn")
    edges = 0
    for _ in range(1000):
        b.run(1)
        edges += bool(b.plant.edges)
        b.clear()
    assert 60 < edges < 340
    apply(b.plant, "clear chatter hatch_dn")
    b.clear()
    b.run(1000)
    assert b.plant.edges == 0 and b.plant.input("hatch_dn") == 1


def test_a_jam_stops_the_mechanism_and_draws_more_current():
    b = bench()
    b.on(DRUM)
    b.run(400)
    cause = apply(b.plant, "jam drum")
    assert not b.plant.moving and b.plant.amps_a_ma > 0 and b.plant.edges >> 9
    b.off(DRUM)
    assert b.plant.amps_a_ma == 0
    b.on(DRUM)
    b.run(400)
    assert not b.plant.moving and b.plant.amps_a_ma > 0
    clear(b.plant, cause)
    assert b.plant.amps_a_ma == 0
    b.run(200)
    assert b.plant.moving == DRUM


def test_an_open_motor_neither_moves_nor_draws():
    b = bench()
    cause = apply(b.plant, "open lift_c")
    b.on(1 << C.M_LIFT + 2)
    b.run(400)
    assert not b.plant.moving and b.plant.amps_b_ma < 0 and b.plant.amps_a_ma == 0
    clear(b.plant, cause)
    b.run(200)
    assert b.plant.moving and b.plant.amps_b_ma == 0


def test_a_shorted_triac_runs_uncommanded_until_k1_drops():
    b = bench()
    apply(b.plant, "short ring")
    b.run(200)
    assert b.plant.moving == RING and b.plant.amps_a_ma > C.CURRENT_OFF_MA
    assert b.plant.peak_running_mw == C.LOGIC_MW, "nobody commanded it"
    b.on(RING)
    assert b.plant.amps_a_ma == 0, "commanded, nobody can tell"
    b.off(RING)
    b.plant.arm(0, b.plant.now)
    b.run(500)
    assert not b.plant.moving and b.plant.amps_a_ma == 0


def test_a_blown_fuse_takes_one_group():
    b = bench()
    cause = apply(b.plant, "fuse blown")
    b.on(RING | 1 << C.M_HEAD)
    b.run(300)
    assert b.plant.moving == 1 << C.M_HEAD and b.plant.input("fuse_ok") == 0
    assert b.plant.amps_a_ma < 0
    clear(b.plant, cause)
    b.run(300)
    assert b.plant.moving & RING and b.plant.amps_a_ma == 0


def test_a_reversed_motor_turns_the_other_way_with_and_without_its_relay():
    b = bench()
    cause = apply(b.plant, "reversed hatch")
    b.on(HATCH)
    b.run(1000)
    assert b.plant.hatch.way == -1 and b.plant.input("hatch_dn") == 1, "it is shut, and stays so"
    b.off(HATCH)
    b.run(1000)
    b.plant.write(0, C.AUX_DIR_HATCH, b.plant.now)
    b.plant.write(HATCH, C.AUX_DIR_HATCH, b.plant.now)
    b.run(C.HATCH_TRAVEL_MS * 2)
    assert b.plant.input("hatch_up") == 1, "its relay opens it"
    b.plant.write(0, C.AUX_DIR_HATCH, b.plant.now)
    b.run(1000)
    clear(b.plant, cause)
    assert b.plant.hatch.way == -1, "the relay is still drawn"


@pytest.mark.parametrize("motor", ["ring", "head_a", "lift_d", "dice"])
def test_what_has_no_direction_wires_cannot_be_reversed(motor):
    with pytest.raises(InjectError, match=motor + " turns one way only"):
        parse("reversed " + motor)


def test_swapped_motors_move_in_each_other_s_place():
    b = bench()
    head_a, head_b = (1 << C.M_HEAD + side for side in range(2))
    cause = apply(b.plant, "motors swapped head_a head_b")
    b.on(head_a)
    b.run(300)
    assert b.plant.moving == head_b and b.plant.amps_b_ma == 0, "nobody can tell by its current"
    apply(b.plant, "jam head_b")
    assert not b.plant.moving and b.plant.amps_b_ma > 0
    apply(b.plant, "clear jam head_b")
    b.off(head_a)
    b.run(300)
    clear(b.plant, cause)
    b.on(head_a)
    b.run(300)
    assert b.plant.moving == head_a


def test_a_head_in_the_ring_s_place_draws_in_the_ring_s_group():
    b = bench()
    apply(b.plant, "motors swapped ring head_c")
    b.on(RING)
    b.run(300)
    assert b.plant.moving == 1 << C.M_HEAD + 2
    apply(b.plant, "open head_c")
    assert b.plant.amps_a_ma < 0 and b.plant.amps_b_ma == 0


@pytest.mark.parametrize(("words", "sentence"), [
    ("head_a head_a", "a motor is not swapped with itself"),
    ("hatch drum", "hatch and drum have different direction relays"),
    ("head_a", "1 words after it, not 2"),
    ("head_a dice", "the dice motor has no triac"),
])
def test_plugs_that_do_not_fit_are_not_swapped(words, sentence):
    with pytest.raises(InjectError, match=sentence):
        parse("motors swapped " + words)


def test_slow_wear_and_its_repair():
    b = bench()
    cause = apply(b.plant, "slow belt_a 50%")
    assert b.plant.belts[0].speed == C.BELT_SPEED_UM_PER_MS // 2
    clear(b.plant, cause)
    assert b.plant.belts[0].speed == C.BELT_SPEED_UM_PER_MS


@pytest.mark.parametrize(("text", "name", "level"), [
    ("lid open", "lid", 1), ("lid open", "loop_raw", 0), ("loop open", "loop_raw", 0),
    ("pinch on", "pinch", 1), ("chain signature off", "sig1", 0)])  # fmt: skip
def test_switches_and_signature(text, name, level):
    plant = bench().plant
    cause = apply(plant, text)
    assert plant.input(name) == level
    clear(plant, cause)
    assert plant.input(name) == 1 - level


def test_heat_and_mains():
    b = bench()
    cause = apply(b.plant, "hot 901")
    assert b.plant.temp_hs_dc == 901 and b.plant.edges >> 9
    clear(b.plant, cause)
    assert b.plant.temp_hs_dc == 250
    cause = apply(b.plant, "mains hz 60")
    assert b.plant.mains_dhz == 600
    clear(b.plant, cause)
    assert b.plant.mains_dhz == 500
    apply(b.plant, "mains half-cycle")
    b.run(15)
    assert b.plant.mains_gap_ms == 12
    apply(b.plant, "mains cut 500")
    b.run(200)
    assert not b.plant.logic_ok
    apply(b.plant, "clear mains cut")
    assert b.plant.logic_ok


def test_tiles_get_lost_spoilt_and_found_too_many():
    b = bench()
    plant = b.plant
    plant.put_on_table(plant.new_set("green", 20), 2)
    apply(plant, "tile missing 2")
    assert len(plant.table_tiles()) == 18 and len(plant.hand_tiles()) == 2
    apply(plant, "tile extra 3")
    cause = apply(plant, "tile weak 1")
    apply(plant, "tile dead 4")
    assert sorted(plant.sound)[:6] == [0, 0, 0, 0, 1, 2] or 0 in plant.sound
    b.load(plant.table_tiles())
    assert len(plant.loose) == 21 and plant.check() and not plant.violations
    clear(plant, cause)
    assert set(plant.sound) == {2}
    apply(plant, "tile missing 1")
    assert len(plant.loose) == 20 and plant.check()


def test_the_wrong_set_is_an_incident_not_a_violation():
    b = bench()
    plant = b.plant
    plant.put_on_table(plant.new_set("blue", 10), 0)
    apply(plant, "wrong set 2")
    b.load(plant.table_tiles())
    assert len(plant.loose) == 12 and plant.set_in_works == "blue+green"
    assert not plant.violations
    assert plant.incidents[0].endswith("sets mixed: blue and green tiles dropped")


def test_excuses_end_with_the_next_load_once_the_cause_is_cleared():
    b = bench()
    plant = b.plant
    cause = apply(plant, "stuck park_c on")
    assert plant.excused == 4
    clear(plant, cause)
    assert plant.excused == 4, "what it left behind is still its doing"
    b.load(plant.new_set("green", 4))
    assert plant.excused == 0
    apply(plant, "stuck park_b on")
    apply(plant, "clear stuck park_b on")
    apply(plant, "clear all")
    assert plant.causes == []


def test_one_line_for_all_of_a_jam_in_a_belt():
    b = bench()
    b.load(b.plant.new_set("green", 20))
    apply(b.plant, "jam belt_a")
    b.drive(DRUM | RING | belt(0))
    b.run(20_000)
    assert b.plant.on_belt(0) == [] and not b.plant.violations


def test_a_tile_too_many_waits_for_its_own_set():
    b = bench()
    plant = b.plant
    plant.put_on_table(plant.new_set("green", 4))
    apply(plant, "tile extra 1")
    plant.hatch.set_place(1_000_000)
    plant.drop(plant.new_set("blue", 4))
    assert len(plant.loose) == 4 and plant.strays
    plant.lift_tiles("drum", 4)
    plant.drop(plant.table_tiles("green"))
    assert len(plant.loose) == 5 and not plant.strays and not plant.violations


def test_a_hatch_that_opens_by_its_shorted_triac_is_an_incident():
    b = bench()
    b.on(DRUM)
    b.run(500)
    apply(b.plant, "short hatch")
    b.run(1_000)
    assert "hand in the drum: drum moved" in b.plant.incidents[0] and not b.plant.violations


def test_what_a_chain_and_a_lift_with_a_fault_push_together_is_an_incident():
    plant = bench(machine="single_port").plant
    apply(plant, "short chain")
    stack = tuple(plant.new_set("green", 2))
    plant.lanes[3].append(stack)
    plant.chain._index()
    assert "the chain pushed a row against the wall on lift_d" in plant.incidents[-1]
    apply(plant, "clear all")
    apply(plant, "jam lift_d")
    plant.put_on_table(plant.new_set("blue", 1), 3)
    plant.lifts[3]._tip()
    assert "the wall of side D rose under 1 tiles" in plant.incidents[-1]
    assert not plant.violations


def test_without_a_fault_they_are_violations():
    plant = bench(machine="single_port").plant
    plant.lanes[3].append(tuple(plant.new_set("green", 2)))
    plant.chain._index()
    plant.put_on_table(plant.new_set("blue", 1), 3)
    plant.lifts[3]._tip()
    assert ["lift_d" in text or "side D" in text for text in plant.violations] == [True, True]


@pytest.mark.parametrize(("cause", "excused"), [
    ("jam belt_a", False), ("stuck cnt_a on", False), ("short lift_b", False),
    ("short lift_a", True), ("stuck lift_dn_a off", True),
])  # fmt: skip
def test_only_a_fault_of_its_lift_explains_a_wall_that_rises_under_tiles(cause, excused):
    b = bench()
    plant = b.plant
    tiles = plant.new_set("green", 4)
    plant.lanes[0].append(tuple(tiles[:2]))
    plant.table[0] += tiles[2:]
    apply(plant, cause)
    plant.lifts[0]._tip()
    assert bool(plant.incidents) is excused and bool(plant.violations) is not excused
