"""Turns: one side a scan is served, no edge is lost, nothing waits for ever."""

from hypothesis import given
from hypothesis import strategies as st

from mjtable.image import Inputs
from mjtable.iomap import BIT_CNT, BIT_INLET, BIT_MID, BIT_PARK, M_BELT, M_HEAD
from mjtable.table import Table
from mjtable.turns import DEADLINE, LONGEST, SETTLE, SIDES, START, Turns

EDGES = st.tuples(st.integers(0, 255), st.integers(0, 255))


def image(edges):
    """An input image with (rose, fell) of each side."""
    inputs = Inputs()
    for side, (rose, fell) in enumerate(edges):
        inputs.rose[side], inputs.fell[side] = rose, fell
        if rose | fell:
            inputs.edges |= 1 << side
    return inputs


@given(st.lists(st.lists(EDGES, min_size=SIDES, max_size=SIDES), max_size=12),
       st.lists(st.integers(0, 15), min_size=20, max_size=20))  # fmt: skip
def test_every_edge_is_served_once_and_soon(scans, reached):
    turns = Turns()
    given_, served, waiting = [[0, 0] for _ in range(SIDES)], [[0, 0] for _ in range(SIDES)], {}
    quiet = [[(0, 0)] * SIDES] * SIDES
    for number, edges in enumerate(scans + quiet):
        inputs = image(edges)
        for side, (rose, fell) in enumerate(edges):
            given_[side][0] |= rose
            given_[side][1] |= fell
            if rose | fell:
                waiting.setdefault(side, number)
        serve = turns.share(inputs, reached[number])
        assert not serve & turns.held
        for side in range(SIDES):
            if serve >> side & 1:
                served[side][0] |= inputs.rose[side]
                served[side][1] |= inputs.fell[side]
                waiting.pop(side, None)
            elif turns.held >> side & 1:
                assert not inputs.rose[side] | inputs.fell[side], "comes with its turn"
        if not any(reached):
            assert serve & serve - 1 == 0, "one side a scan"
            assert all(number - since < SIDES for since in waiting.values())
    if not any(reached):
        assert served == given_ and not waiting and not turns.held


def test_the_turn_goes_round():
    turns = Turns()
    busy = [(BIT_INLET, 0)] * SIDES
    assert [turns.share(image(busy), 0) for _ in range(6)] == [2, 4, 8, 1, 2, 4]


def test_a_side_whose_deadline_has_come_is_served_first():
    turns = Turns()
    assert turns.share(image([(BIT_INLET, 0)] * SIDES), 0b1001) == 0b1001
    assert turns.held == 0b0110


def test_a_motor_that_a_waiting_edge_ends_stops_at_once():
    turns = Turns()
    edges = [(BIT_MID, 0), (BIT_INLET, 0), (0, BIT_CNT), (BIT_PARK, 0)]
    assert turns.share(image(edges), 0) == 2
    assert turns.braked == 1 << M_HEAD | 1 << M_BELT + 2 | 1 << M_HEAD + 3
    turns.share(image([(0, 0)] * SIDES), 0b1101)
    assert not turns.braked


def test_what_waits_has_an_end():
    turns = Turns()
    for what in (DEADLINE, SETTLE, START):
        turns.work = 1
        asked = [turns.may(what) for _ in range(LONGEST[what] + 1)]
        assert asked == [False] * LONGEST[what] + [True]
        turns.work = 0
        assert turns.may(what)


def test_the_first_scan_is_nobodys_turn():
    """A board tells every byte as an edge then, the simulator what has changed: the same turns."""
    served = []
    for edges in (0x3FF, 0x200):
        table = Table()
        table.inputs.edges = edges
        table.step(table.inputs, table.outputs)
        table.inputs.edges = 0xF
        served.append(table.turns.share(table.inputs, 0))
    assert served == [2, 2]
