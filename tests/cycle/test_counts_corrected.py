"""A tile that a person lifted off a belt while all stood: its line finds out, the sorter goes on.

Right after a stop a line believes the belt, not its counts: what does not arrive was not there and
has to come in once more (`Sorter.count_corrected`). That is no fault, and no set is built short.
"""

from mjsim.plant.tiles import DEAD
from mjtable.scan.clock import MASK
from mjtable.sorting.pickup import RATE_MIN_PCT
from tests.cycle import moments
from tests.cycle.whole_outputs import reach

PATIENT = {"sort.patience_pct": 3_000}
"""With the slowest rate: so long that the least wait, of 20 s, hides no difference."""


def on_its_way(table, is_full):
    """A line with a tile between inlet and head, both its eyes free; None when there is none."""
    for line in table.table.lines:
        eyes = ["%s_%s" % (eye, "abcd"[line.side]) for eye in ("inlet", "cnt")]
        if line.tiles_on_belt() == 1 and is_full == (line.tiles_in == line.tile_quota):
            if not any(table.io(eye) for eye in eyes):
                return line
    return None


def lid_opened(state, is_full, left=0, **options):
    """The lid is open over a sort in `state` with at most `left` tiles to come and one under way
    on a belt, which is lifted out; the table and that belt's side."""
    table = moments.home(**options)
    table.load()
    table.run_until(
        lambda: (
            table.table.sorter.state == state
            and table.table.tiles_left() <= left
            and on_its_way(table, is_full) is not None
        ),
        300_000,
    )
    side = on_its_way(table, is_full).side
    table.set_lid(True)
    table.run_for(1_000)
    assert table.mend("lift", "belt_" + "abcd"[side]) == 1
    return table, side


def gone_on(table):
    """Lid shut, fault acknowledged, all at home: the sorting goes on."""
    table.set_lid(False)
    table.run_for(500)
    table.press("elevator")
    table.run_for(1_000)
    table.press("elevator")


def faults(table):
    """Codes told so far."""
    return [e["code"] for e in table.events if e["event"] == "fault"]


def test_a_tile_lifted_from_the_last_belt_is_picked_up_again():
    """All had been counted in: nothing but the correction starts drum and ring again."""
    table, side = lid_opened("draining", is_full=True)
    table.mend("lay", "drum")
    gone_on(table)
    line = table.table.lines[side]
    reach(table, "sorter", "draining")
    assert line.tiles_in == line.tile_quota
    reach(table, "sorter", "picking", 20_000)
    assert line.tiles_in == line.tile_quota - 1
    table.run_until(lambda: table.table.set_waiting == "green", 120_000)
    assert table.stacks == [17] * 4 and faults(table) == ["E806"]


def test_the_wait_for_the_next_tile_is_that_of_one_tile_more():
    """More tiles to come, so the next one should come sooner: short is called by that."""
    table, side = lid_opened("picking", is_full=False, left=2, settings=PATIENT)
    table.plant.sound[:] = [DEAD] * len(table.plant.sound)  # the ring lifts none meanwhile
    table.table.sorter.progress.pickup.restore(RATE_MIN_PCT)
    gone_on(table)
    reach(table, "sorter", "picking")
    line, sorter = table.table.lines[side], table.table.sorter
    left = table.table.tiles_left()
    before_ms = sorter.progress.patience_ms(left)
    table.run_until(lambda: line.tiles_on_belt() == 0, 10_000)
    assert table.table.tiles_left() == left + 1
    wait_ms = (sorter.limit_due - sorter.progress.since) & MASK
    assert wait_ms == sorter.progress.patience_ms(left + 1) < before_ms
    reach(table, "sorter", "running_short")
    assert (table.table.now - sorter.progress.since) & MASK == wait_ms
    reach(table, "sorter", "short")
    assert table.table.tiles_short() == left + 1
