"""All that a record keeps comes back with the power, whatever it is, and as it was."""

from operator import attrgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjtable.mechanisms.feed import SETTLE_MS
from mjtable.memory import store as s
from mjtable.memory.journal import MOST_TILES, Journal
from mjtable.table import Table
from tests.unit.memory.test_journal import (
    FOUR_PORT,
    GAMES,
    SINGLE_PORT,
    in_the_works,
    record,
    restarted,
    table_with,
    writes_of,
)
from tests.unit.memory.test_store import Medium

BYTE = st.integers(0, 255)
TILES = st.integers(0, MOST_TILES)
GAME = st.integers(0, GAMES - 1)
SET = st.integers(0, 2)
ONE = st.integers(0, 1)
YES = st.booleans()
WHOLE = {
    "profile": GAME, "kept_switch": BYTE, "sets.on_table": SET, "sets.waiting": SET,
    "sorter.progress.pickup.rate_pct": st.integers(30, 100), "cycle.loaded": YES,
    "cycle.unrolled": YES, "hatch.away": YES, "journal.lost": YES, "journal.boots": BYTE,
}
CHAIN = {"distributor.carried": YES, "distributor.past": YES, "distributor.away": YES}
LIFT = {"raised": YES, "astray": YES}
LINE = {
    "tiles_in": TILES, "counted": TILES, "stacks": TILES, "in_head": st.integers(0, 2),
    "look": YES, "doubtful": YES, "count.counted": YES, "booked": YES,
}
SORT = {"sets.sorting": st.integers(1, 2), "sorter.rows.started": st.integers(0, 4),
        "sorter.rows.done": st.integers(0, 4)}


def of_a_line(data):
    """What is in a head was counted, and what was counted came in."""
    facts = data.draw(st.fixed_dictionaries(LINE))
    names = ("in_head", "counted", "tiles_in")
    return facts | dict(zip(names, sorted(map(facts.get, names)), strict=True))


def put(part, values):
    """Set what is kept of a part, by its name there."""
    for path, value in values.items():
        *way, name = path.split(".")
        setattr(attrgetter(".".join(way))(part) if way else part, name, value)


def seen(part, names):
    return {path: attrgetter(path)(part) for path in names}


def passing(line):
    """A tile is half past the beam; of a line that is in doubt nobody asks."""
    return line["count.counted"] and not line["booked"] and not line["doubtful"]


@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
@given(st.data())
def test_every_field_that_is_kept_comes_back_with_the_power(machine, data):
    """And a second cut at once keeps the same bytes, but for the number of the start."""
    table = table_with(machine)
    names = WHOLE | (CHAIN if machine == SINGLE_PORT else {})
    whole = data.draw(st.fixed_dictionaries(names))
    sets = data.draw(st.tuples(GAME, GAME, ONE, ONE))
    lifts = [data.draw(st.fixed_dictionaries(LIFT)) for _ in table.lifts]
    put(table, whole)
    table.sets.profile_of[1:], table.sets.known[1:] = sets[:2], sets[2:]
    for lift, facts in zip(table.lifts, lifts, strict=True):
        put(lift, facts)
    kept = record(table)
    again = restarted(table)
    assert not again.sorter.is_unfinished()
    assert (*again.sets.profile_of[1:], *again.sets.known[1:]) == sets
    assert [seen(lift, LIFT) for lift in again.lifts] == lifts
    again.journal.boots = again.journal.boots - 1 & 255
    assert seen(again, names) == whole
    assert record(again) == kept


@pytest.mark.parametrize("machine", [FOUR_PORT, SINGLE_PORT])
@given(st.data())
def test_every_count_of_a_set_in_the_works_comes_back_with_the_power(machine, data):
    table = table_with(machine)
    table.mains.out = True
    in_the_works(table)
    sort = data.draw(st.fixed_dictionaries(SORT))
    lines = [of_a_line(data) for _ in table.lines]
    put(table, sort)
    for line, facts in zip(table.lines, lines, strict=True):
        put(line, facts)
    kept = record(table)
    again = restarted(table)
    assert again.journal.saved and seen(again, SORT) == sort
    for line, facts in zip(again.lines, lines, strict=True):
        found = seen(line, LINE)
        assert passing(found) == passing(facts)
        for name in ("count.counted", "booked"):
            del found[name], facts[name]
        assert found == facts
    again.mains.out = True
    again.journal.boots = again.journal.boots - 1 & 255
    assert record(again) == kept


@pytest.mark.parametrize("what", ["look", "jogged"])
def test_a_head_that_was_jogged_is_looked_into_after_a_power_cut_too(what):
    table = table_with()
    in_the_works(table)
    setattr(table.lines[2], what, True)
    table.journal.save()
    assert [line.look for line in restarted(table).lines] == [False, False, True, False]


def half_past_the_beam():
    """A table that starts with a tile of line B half past its beam; it is 2 s old."""
    table = table_with()
    in_the_works(table)
    table.mains.out = True
    table.lines[1].count.counted, table.lines[1].booked = True, False
    table.lines[1].tiles_in = 5
    table.journal.save()
    again = Table(FOUR_PORT, table.journal.store.medium)
    again.now = 2000
    again.journal.load()
    return again, again.lines[1]


def test_a_tile_that_was_half_past_the_beam_is_in_the_head_when_the_beam_is_free():
    """It had its time in the beam: the machine stood since."""
    table, line = half_past_the_beam()
    table.now += SETTLE_MS
    line.run(table.now)
    assert (line.in_head, line.counted, line.tiles_in) == (1, 1, 5)
    assert line.booked and not line.doubtful


def test_a_fault_of_the_start_begins_the_wait_for_that_tile_anew():
    """The belt is taken for one that stopped as the power came."""
    table, line = half_past_the_beam()
    table.now += 10
    line.enter("unknown")
    assert line.limit_due == table.now + SETTLE_MS
    table.now += SETTLE_MS
    line.run(table.now)
    assert line.in_head == 1


def test_a_journal_begins_with_nothing_lost_and_nothing_refused():
    """What a new table begins with was kept: no line of it is doubted."""
    journal = Journal(table_with(), Medium())
    assert (journal.lost, journal.refused, journal.saved) == (False, False, True)


def test_between_table_and_settings_comes_what_the_chronicles_record_lacks():
    table = table_with()
    kinds_written = writes_of(table)
    table.settings.changed = table.journal.chronicle.stale = True
    table.journal.want()
    for _ in range(4):
        table.journal.step()
    assert [kind for kind, _ in kinds_written] == [
        s.K_TABLE, s.K_CHRONICLE, s.K_SETTINGS_1, s.K_SETTINGS_2]
    assert not table.journal.chronicle.stale


def test_a_belt_that_runs_back_is_kept_with_what_nobody_saw_leave():
    table = table_with()
    in_the_works(table)
    line = table.lines[2]
    line.tiles_in = line.counted = 7
    line.unseen = 4
    table.mains.out = True
    record(table)
    assert seen(restarted(table).lines[2], ("tiles_in", "counted", "unseen")) == {
        "tiles_in": 11, "counted": 7, "unseen": 0}
