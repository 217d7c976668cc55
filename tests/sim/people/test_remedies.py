"""What people do about a fault is what its row of the fault table tells them."""

import re
import tomllib
from pathlib import Path

import pytest

from mjsim.people import remedies
from mjsim.people.habits import Habits
from mjsim.people.remedies import Told, acts
from mjsim.plant.head import PARKED
from mjsim.scenario import scenario
from mjsim.scenario.steps import perform
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError
from mjtable.generated.fault_codes import BELT_JAM, HEAD_JAM
from mjtable.safety.faults import KEPT

ROWS = tomllib.loads(
    (Path(__file__).parents[3] / "firmware/tables/faults.toml").read_text(encoding="utf-8")
)["fault"]
BY_HAND = re.compile(r"\b(lift|lay|take|box|push|straighten|turn|clear what)\b")
"""Words of a remedy that ask for hands inside the machine; `service:` lines, and what is
done with the plug pulled, are for a mechanic."""


def told_to(row):
    return [text for text in row["remedy"] if BY_HAND.search(text)
            and not text.startswith(("service:", "with the plug pulled"))]  # fmt: skip


def code(row):
    return "E%03d" % row["code"]


def home(**options):
    table = SimTable(**{"seed": 5, **options})
    table.press("elevator")
    table.run_until("ready", 30_000)
    return table


def sorting(**options):
    table = home(**options)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(10_000)
    return table


def under_the_lid(table):
    table.set_lid(True)
    table.run_for(1_500)
    return table


@pytest.mark.parametrize(("thorough", "left"), [(True, []), (False, ["stuck jam_b off"])])
def test_some_people_mend_no_more_than_a_fault_names(thorough, left):
    """Behind E301 they look at the drum and its sensor, nowhere else."""
    table = SimTable(seed=5, players=Habits(thorough=thorough))
    table.run_until("sorting", 200_000)
    table.inject("stuck jam_b off")
    table.inject("jam drum")
    table.run_until("fault", 20_000)
    table.run_until("sorting", 60_000)
    assert [cause.text for cause in table.plant.causes] == left


def test_when_the_same_fault_comes_again_they_look_at_everything():
    """What stops the drum is no part that E301 names."""
    table = SimTable(seed=5, players=Habits(thorough=False))
    table.run_until("sorting", 200_000)
    table.inject("stuck drum_rot off")
    table.inject("stuck jam_b off")
    table.run_until("fault", 20_000)
    table.run_until("sorting", 60_000)
    table.inject("jam drum")
    table.run_until("fault", 20_000)
    table.run_until("sorting", 60_000)
    assert table.plant.causes == []


# the table of remedies


def test_every_fault_has_its_kind_of_remedy():
    assert set(remedies.KINDS) == {code(row) for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=code)
def test_hands_do_what_the_remedy_tells_them_and_nothing_else(row):
    told = told_to(row)
    assert bool(told) == (code(row) in remedies.ACTS), told
    assert (remedies.KINDS[code(row)] == remedies.HANDS) == bool(told)


def test_every_act_is_a_step_of_a_scenario():
    """But for what takes a look: setting right, and taking everything out."""
    every = [*remedies.ACTS.values(), *remedies.IN_THE_WAY.values(), *remedies.AGAIN.values()]
    for act in {act.format("a") for row in every for act in row}:
        if not act.startswith(("right", "empty")):
            assert scenario.parse(act).steps[0].text == act


@pytest.mark.parametrize("told, lines, done", [
    (Told("E522", "line_c", 0), 4, ["push head_c"]),
    (Told("E404", "line_b", 0), 4,
     ["lift belt_b", "right lane_b", "right head_b", "lay drum"]),
    (Told("E902", "interlocks", 2), 4, ["push head_" + side for side in "abcd"]),
    (Told("E902", "interlocks", 6), 1, ["push head_a"]),
    (Told("E902", "interlocks", 3), 1,
     [*("crank lift_" + side for side in "abcd"), "crank chain"]),
    (Told("E902", "interlocks", 0), 4, []),
    (Told("E301", "drum", 0), 4, ["crank drum"]),
    (Told("E207", "board", 0), 4, []),
])  # fmt: skip
def test_the_side_told_is_where_the_hands_go(told, lines, done):
    assert acts(told, lines) == done


def test_what_is_caught_again_is_looked_for_in_the_head():
    told = Told("E404", "line_b", 0)
    assert "right head_b" in acts(told, 4, again=True)
    assert acts(Told("E522", "line_b", 0), 4, again=True) == ["push head_b"]


def test_the_table_tells_place_and_detail():
    table = sorting()
    assert table.told == []
    table.inject("jam head_b")
    table.run_until("fault", 20_000)
    assert [told[:2] for told in table.told] == [("E521", "line_b")]
    table.power_off()
    assert table.told == []


# a repairer's verbs


def test_what_is_lifted_is_missing_until_it_is_laid_back():
    table = under_the_lid(sorting())
    assert table.mend("lift", "drum", 2) == 2 and len(table.missing_tiles()) == 2
    assert table.mend("lay", "drum") == 2 and not table.missing_tiles()
    with pytest.raises(UsageError, match="a four_port machine has no chain"):
        table.mend("crank", "chain")


def test_people_count_what_is_too_many():
    table = home()
    table.inject("tile extra 1")
    table.load("green")
    table.run_until("sorting", 10_000)
    under_the_lid(table)
    assert table.surplus() == 0, "nothing is lifted out"
    table.mend("lift", "drum", 3)
    assert table.surplus() == 1 and table.box(table.surplus()) == 1
    assert table.surplus() == 0 and len(table.missing_tiles()) == 2
    assert table.box(0) == 0


def test_a_tile_that_is_away_is_not_taken_for_one_of_the_other_set():
    """One green tile is in somebody's hand: all 136 blue ones are swept in all the same."""
    table = under_the_lid(sorting())
    table.mend("lift", "drum", 1)
    blue = table.plant.new_set("blue", 136)
    assert table.fit(blue) == blue


def test_forgotten_tiles_are_those_of_the_set_being_built():
    table = under_the_lid(sorting())
    table.mend("lift", "drum", 1)
    green = table.missing_tiles()
    table.plant.put_on_table(table.plant.new_set("blue", 2))
    assert table.forgotten_tiles() == green
    table.plant.put_on_table(green)
    assert green[0] in table.forgotten_tiles(), "it lies on the table, among the others"
    assert not home(seed=6).forgotten_tiles()


# people


def dealt(table, hands=1, limit_ms=900_000):
    """Until that many more hands are dealt."""
    wanted = table.people.hands + hands
    table.run_until(lambda: table.people.hands >= wanted, limit_ms)
    assert not table.violations


def acknowledged(table):
    return [event["code"] for event in table.events if event["event"] == "ack"]


def playing_with(fault, clumsy=0.0, seed=9):
    """An evening with a fault in the first sort."""
    table = SimTable(seed=seed, players=Habits(play_ms=15_000, clumsy=clumsy))
    table.after(40_000, lambda: table.inject(fault))
    return table


def test_people_that_meet_no_fault_do_the_same_however_clumsy():
    ends = []
    for clumsy in (0.0, 1.0):
        table = SimTable(seed=3, players=Habits(clumsy=clumsy))
        dealt(table)
        ends.append((table.hearing.raw, table.plant.where))
    assert ends[0] == ends[1]


def test_clumsy_people_do_it_wrong_once_and_then_right():
    table, right = playing_with("jam head_b", clumsy=1.0), playing_with("jam head_b")
    dealt(table)
    dealt(right)
    assert acknowledged(right).count("E521") == 1 < acknowledged(table).count("E521")


@pytest.mark.parametrize(("looks", "theirs"), [(0.0, 2), (0.9, 0)])
def test_only_who_looked_into_a_head_answers_for_what_it_holds(looks, theirs):
    """The key alone vouches for nothing (decision 206)."""
    table = SimTable(seed=5, players=Habits(clumsy=1.0))
    table.run_until("sorting", 200_000)
    head = table.plant.heads[1]
    table.run_until(lambda: head.held and head.zone == PARKED, 60_000)
    table.table.raise_fault(BELT_JAM, "line_b", 0)
    table.people.random.random = lambda: looks
    for _ms in table.people._do_wrong(look=True):
        pass
    assert table.plant.let_be == theirs


@pytest.mark.parametrize("row", ROWS, ids=code)
def test_a_mere_look_can_be_taken_at_every_fault(row):
    table = sorting()
    table.table.raise_fault(row["code"], "line_b", 0)
    table.leave_heads()
    assert table.plant.let_be == 0


def test_a_fault_that_came_while_hands_were_inside_is_seen_to_before_it_is_acknowledged():
    table, done = playing_with("jam head_b"), []
    mend = table.mend
    table.mend = lambda verb, place, *count: (
        done.append("%s %s" % (verb, place)) or mend(verb, place, *count))  # fmt: skip
    table.run_until(lambda: table.io("lid"), 120_000)
    for word in ("stuck park_c on", "stuck mid_c on"):
        table.inject(word)
        table.after(60, lambda word=word: table.inject("clear " + word))
    dealt(table)
    assert done.index("push head_b") < done.index("lift head_c")
    assert acknowledged(table)[:3] == ["E521", "E806", "E523"]


@pytest.mark.parametrize(("looked", "left"), [(True, 0), (False, 1)])
def test_what_a_belts_fault_makes_people_take_out_of_a_head_is_counted(looked, left):
    """A tile that the table believes in at PARK; a lid that stayed shut changes nothing."""
    table = sorting()
    line = table.table.lines[1]
    table.run_until(lambda: line.state == "feed_lower" and not line.in_head, 60_000)
    line.in_head += 1
    line.counted += 1
    line.tiles_in += 1
    counted = line.counted
    table.table.raise_fault(BELT_JAM, "line_b", 0)
    if looked:
        table.set_lid(True)
        table.run_for(500)
        table.set_lid(False)
    table.run_for(500)
    table.press("elevator")
    table.run_until(lambda: not table.table.faults.count, 5_000)
    assert (line.in_head, line.counted) == (left, counted - 1 + left)


@pytest.mark.parametrize("machine", ["four_port", "row_port"])
def test_what_a_head_holds_between_park_and_mid_stays_its_own(machine):
    """Nobody takes it out there; taken for gone, a tile was called missing that none was."""
    table = SimTable(machine, seed=3, players=Habits(play_ms=15_000))
    table.run_until("sorting", 60_000)
    line = table.table.lines[2]
    turned = 1  # just away from PARK
    table.run_until(lambda: line.state == "lower" and table.plant.heads[2].zone == turned, 60_000)
    line.tried = True  # the belt has run back once already
    table.inject("stuck jam_c on")
    table.after(30, lambda: table.inject("clear stuck jam_c on"))
    dealt(table, 2)
    assert [told["code"] for told in table.events if told["event"] == "fault"] == ["E404", "E806"]


def test_a_lost_head_is_told_though_eight_faults_stand():
    table = sorting()
    for number in range(KEPT):
        table.table.faults.add(HEAD_JAM, "line_%d" % number, 0)
    table.inject("stuck park_b on")
    table.inject("stuck mid_b on")
    table.run_for(50)
    assert table.told[-1][:2] == ("E523", "line_b")


def test_a_clumsy_person_may_look_under_the_lid_first():
    codes = set()
    for seed in range(4):
        table = playing_with("loop open", clumsy=1.0, seed=seed)  # hands need not go inside
        dealt(table)
        codes |= set(acknowledged(table))
    assert "E806" in codes


def test_a_tile_of_the_finished_walls_is_taken_out_before_the_next_sort():
    table = SimTable(seed=4, players=Habits(play_ms=15_000))
    table.run_for(500)
    table.inject("tile extra 1")
    dealt(table, 2)
    assert "E432" in [event["code"] for event in table.events if event["event"] == "fault"]
    assert len(table.plant.hand_tiles("green")) == 1 and not table.missing_tiles()


UNCOUNTED = """
seed: 3
players: auto
late: none
at 80s inject stuck cnt_a off
expect event set did=short within 10min
expect event dice within 10min
"""


@pytest.mark.parametrize("looked", [True, False])
def test_a_tile_nobody_counted_is_found_in_its_head(looked, monkeypatch):
    """Tiles are called short and none is missing: only who looks into the heads comes on."""
    if not looked:
        monkeypatch.delitem(remedies.AGAIN, "E431")
    assert bool(perform(scenario.parse(UNCOUNTED)).failure) is not looked
