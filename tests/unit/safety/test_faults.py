"""The list of latched faults: the first cause first, each once, warnings apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtable.generated import fault_codes as codes
from mjtable.safety.faults import FAULT, KEPT, NOTED, STOP, WARNING, Faults, severity


def listed(faults):
    """What a person is told, oldest first."""
    return [(faults.at(index), faults.place(index), faults.detail(index))
            for index in range(faults.count)]


@pytest.fixture
def faults():
    return Faults()


def test_severity_is_that_of_the_table():
    found = [severity(code) for code in (
        codes.HALF_CYCLE_LOST, codes.HEAD_JAM, codes.MAINS_DROPOUT)]
    assert found == [WARNING, FAULT, STOP] == [0, 1, 2]
    assert [severity(code) for code in codes.CODES] == list(codes.SEVERITY)


@pytest.mark.parametrize("code", [0, -1, max(codes.CODES) + 1])
def test_a_code_that_nobody_knows_stops_everything(code):
    assert severity(code) == STOP


def test_nothing_is_wrong_at_first(faults):
    assert (faults.active, faults.count, faults.warning) == (0, 0, 0)
    assert not faults.opened


def test_the_first_cause_stays_the_first(faults):
    assert faults.add(codes.HEAD_JAM, "head_b", 7)
    assert faults.add(codes.MAINS_DROPOUT, "mains", 30)
    assert faults.active == codes.HEAD_JAM
    assert listed(faults) == [(codes.HEAD_JAM, "head_b", 7), (codes.MAINS_DROPOUT, "mains", 30)]


def test_a_fault_is_latched_once_at_each_place(faults):
    """Another head that jams is another fault; the same one, or its number, is not."""
    assert faults.add(codes.HEAD_JAM, "head_b", 7)
    assert not faults.add(codes.HEAD_JAM, "head_b", 9)
    assert faults.add(codes.HEAD_JAM, "head_c", 1)
    assert faults.add(codes.MAINS_DROPOUT, "head_b", 2)
    assert not faults.add(codes.MAINS_DROPOUT, "head_b", 2)
    assert listed(faults) == [(codes.HEAD_JAM, "head_b", 7), (codes.HEAD_JAM, "head_c", 1),
                              (codes.MAINS_DROPOUT, "head_b", 2)]


def test_a_full_list_keeps_the_oldest(faults):
    assert all(faults.add(codes.HEAD_JAM, str(number), number) for number in range(KEPT))
    assert not faults.add(codes.MAINS_DROPOUT, "mains", 30)
    assert [row[2] for row in listed(faults)] == list(range(KEPT)) and KEPT == 8


def test_only_what_keeps_people_from_going_on_takes_the_place_of_another(faults):
    for number in range(KEPT):
        faults.make_room(codes.BELT_JAM, "line_b")
        faults.add(codes.HEAD_JAM, str(number), number)
    faults.make_room(codes.HEAD_JAM, "2")
    assert faults.count == KEPT, "it is told already"
    faults.make_room(codes.BELT_JAM, "line_b")
    assert faults.add(codes.BELT_JAM, "line_b", 0) and faults.count == KEPT
    assert [row[2] for row in listed(faults)] == [*range(KEPT - 1), 0]
    for line in ("line_a", "line_c", "line_d"):
        faults.make_room(codes.BELT_JAM, line)
        assert faults.add(codes.BELT_JAM, line, 1)
    jammed = [place for code, place, _ in listed(faults) if code == codes.BELT_JAM]
    assert jammed == ["line_b", "line_a", "line_c", "line_d"] and faults.count == KEPT


@given(st.lists(st.tuples(st.sampled_from((codes.BELT_JAM, codes.HEAD_JAM, codes.LIFT_ASTRAY)),
                          st.sampled_from("abcdef")), min_size=KEPT, max_size=40))
def test_whatever_is_to_be_told_is_in_the_list_and_each_row_keeps_its_number(told):
    """A full list gives up its newest of another code; when all are of this one, its oldest."""
    faults, rows = Faults(), []
    for detail, (code, place) in enumerate(told):
        known = [row[:2] for row in rows]
        if len(rows) == KEPT and (code, place) not in known:
            others = [at for at, row in enumerate(rows) if row[0] != code]
            del rows[others[-1] if others else 0]
        if (code, place) not in known:
            rows.append((code, place, detail))
        faults.make_room(code, place)
        faults.add(code, place, detail)
        assert listed(faults) == rows


def test_a_warning_stops_nothing_and_the_last_one_is_known(faults):
    for code in (codes.HALF_CYCLE_LOST, codes.WEAK_TILE, codes.WEAK_TILE):
        assert faults.add(code, "mains", 12), "a warning that comes again is told again"
        assert faults.warning == code
    assert (faults.count, faults.active) == (0, 0)


def test_all_are_acknowledged_together(faults):
    faults.add(codes.HEAD_JAM, "head_b", 7)
    faults.add(codes.MAINS_DROPOUT, "mains", 30)
    faults.opened = True
    faults.clear()
    assert (faults.active, listed(faults)) == (0, [])
    assert not faults.opened, "whoever looks inside looks for the next one anew"
    assert faults.add(codes.HEAD_JAM, "head_b", 3), "it may come again"
    assert listed(faults) == [(codes.HEAD_JAM, "head_b", 3)]


def noted(faults):
    """The warnings that are kept to be read."""
    return [(faults.at(index), faults.place(index), faults.detail(index))
            for index in range(KEPT, KEPT + faults.noted)]


def test_a_warning_is_kept_once_at_its_place_with_its_last_number(faults):
    assert faults.add(codes.INPUT_UNSEEN, "push_home_c", 68)
    assert faults.add(codes.INPUT_UNSEEN, "push_home_d", 68)
    assert faults.add(codes.INPUT_UNSEEN, "push_home_c", 72)
    assert noted(faults) == [(codes.INPUT_UNSEEN, "push_home_c", 72),
                             (codes.INPUT_UNSEEN, "push_home_d", 68)]  # fmt: skip
    assert not faults.count and listed(faults) == []


def test_when_there_is_no_room_the_newest_warning_takes_the_last_place(faults):
    for detail in range(NOTED + 3):
        assert faults.add(codes.INPUT_UNSEEN, "cnt_%d" % detail, detail)
    assert [row[2] for row in noted(faults)] == [*range(NOTED - 1), NOTED + 2] and NOTED == 6


def test_warnings_leave_the_room_of_the_faults_alone(faults):
    for index in range(KEPT + 1):
        faults.add(codes.HEAD_JAM, "head_%d" % index, index)
    faults.add(codes.TILES_SHORT, "sorter", 2)
    assert len(listed(faults)) == KEPT == faults.count
    assert noted(faults) == [(codes.TILES_SHORT, "sorter", 2)]
