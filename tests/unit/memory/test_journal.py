"""The journal by itself: what a record holds, when it is written, what a start takes from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjsim.table.session import SimTable
from mjtable.game.profiles import PROFILES
from mjtable.generated.setting_table import MINS
from mjtable.mechanisms.feed import SETTLE_MS
from mjtable.memory import store as s
from mjtable.memory.journal import Journal
from mjtable.scan.clock import MASK
from mjtable.scan.places import JOURNAL, P_JOURNAL
from mjtable.table import Table
from tests.unit.memory.test_store import Medium

FOUR_PORT, SINGLE_PORT = 0, 1
ON, OFF = True, False
GREEN, BLUE = 1, 2


def table_with(machine=FOUR_PORT, medium=None, now=1000):
    """A table before its first scan."""
    table = Table(machine, medium or Medium())
    table.now = now
    table.asked = 0
    return table


def restarted(table):
    """The table that the power finds again: another object, the same memory."""
    again = Table(table.machine, table.journal.store.medium)
    again.journal.load()
    return again


def record(table):
    """Bytes that are kept now."""
    table.journal.save()
    buf = bytearray(s.PAYLOAD)
    return bytes(buf[:s.Store(table.journal.store.medium).load(s.K_TABLE, buf)])


def in_the_works(table):
    """A set that is being sorted."""
    table.sets.sorting = GREEN
    table.sorter.enter("paused")


# --------------------------------------------------------------------------------- its bytes


def test_a_record_has_its_bytes_by_name():
    table = table_with()
    table.profile, table.kept_switch = 3, 9
    table.sets.on_table, table.sets.waiting, table.sets.sorting = GREEN, BLUE, 3
    table.sets.profile_of[1], table.sets.profile_of[2] = 4, 2
    table.sets.known[1], table.sets.known[2] = 0, 1
    table.cycle.loaded = ON
    table.lifts[2].raised = ON
    table.sorter.progress.pickup.rate_pct = 90
    table.sorter.rows.started, table.sorter.rows.done = 3, 2
    table.journal.boots = 77
    for side, line in enumerate(table.lines):
        line.tiles_in, line.counted, line.stacks, line.in_head = 34 - side, 30 - side, 15, side & 1
    table.lines[2].doubtful = ON
    table.lines[3].count.counted, table.lines[3].booked = ON, OFF
    found = record(table)
    assert found[:12] == bytes(
        [2, 3, 9, 1 | 2 << 2 | 3 << 4, 4 | 2 << 4, 2, 2, 3 | 2 << 4, 1 << 2, 90, 0, 77])
    assert found[12:28] == bytes([34, 30, 15, 0, 33, 29, 15, 1, 32, 28, 15, 4, 31, 27, 15, 1 | 8])
    assert len(found) == 12 + 4 * 4 + 6


@pytest.mark.parametrize(("flag", "bit"), [
    ("unfinished", 1), ("loaded", 2), ("carried", 4), ("past", 8), ("unrolled", 16), ("out", 32),
])
def test_each_flag_has_its_bit(flag, bit):
    table = table_with(SINGLE_PORT)
    table.distributor.carried = OFF
    assert record(table)[6] == 0
    if flag == "unfinished":
        in_the_works(table)
    elif flag == "out":
        table.mains.out = ON
    elif flag in ("carried", "past"):
        setattr(table.distributor, flag, ON)
    else:
        setattr(table.cycle, flag, ON)
    assert record(table)[6] == bit
    again = restarted(table)
    assert again.sorter.is_unfinished() == (flag == "unfinished")
    assert (again.cycle.loaded, again.cycle.unrolled) == (flag == "loaded", flag == "unrolled")
    assert (again.distributor.carried, again.distributor.past) == (
        flag == "carried", flag == "past")


# -------------------------------------------------------------------------- there and back again

GAMES = len(PROFILES)
sets = st.tuples(*[st.integers(0, 2)] * 3, *[st.integers(0, GAMES - 1)] * 2,
                 *[st.integers(0, 1)] * 2)
line_of = st.tuples(st.integers(0, 3), st.integers(0, 99), st.integers(0, 99), st.integers(0, 38),
                    st.booleans())


@given(st.integers(0, 1), sets, st.lists(line_of, min_size=4, max_size=4), st.integers(0, 15),
       st.tuples(st.integers(0, GAMES - 1), st.integers(0, 4), st.integers(0, 4),
                 st.integers(30, 100)),
       st.tuples(*[st.booleans()] * 4), st.integers(0, 255))
def test_a_start_finds_the_table_as_it_was(machine, sets, lines, raised, numbers, flags, boots):
    table = table_with(machine)
    here = table.sets
    (here.on_table, here.waiting, here.sorting, here.profile_of[1], here.profile_of[2],
     here.known[1], here.known[2]) = sets
    in_the_works(table)
    table.mains.out = ON
    here.sorting = sets[2] or GREEN
    table.profile, table.sorter.rows.started, table.sorter.rows.done = numbers[:3]
    table.sorter.progress.pickup.rate_pct = numbers[3]
    table.cycle.loaded, table.cycle.unrolled = flags[:2]
    if machine == SINGLE_PORT:
        table.distributor.carried, table.distributor.past = flags[2:]
    for lift in table.lifts:
        lift.raised = raised >> lift.side & 1 != 0
        lift.astray = raised + boots >> lift.side & 1 != 0
    for line, facts in zip(table.lines, lines, strict=False):
        line.in_head, line.counted, line.tiles_in = sorted(facts[:3])  # as tiles go, backwards
        line.stacks, line.doubtful = facts[3:]
    table.marker.set(2, 1, 3, 4, 2)
    table.journal.boots = boots
    table.journal.save()
    again = restarted(table)
    assert facts_of(again) == facts_of(table)
    assert again.journal.boots == (boots + 1) % 256
    assert again.sorter.state == "paused"


@pytest.mark.parametrize(("on_table", "waiting"), [(0, 0), (1, 2), (2, 1), (0, 1), (2, 0)])
def test_which_set_is_where_comes_back(on_table, waiting):
    """None, green, or blue."""
    table = table_with()
    table.sets.on_table, table.sets.waiting = on_table, waiting
    table.journal.save()
    again = restarted(table).sets
    assert (again.on_table, again.waiting) == (on_table, waiting)


def facts_of(table):
    """All that a record keeps."""
    sets, marker, sorter = table.sets, table.marker, table.sorter
    return {
        "game": (table.profile, table.kept_switch, table.cycle.loaded, table.cycle.unrolled),
        "sets": (sets.on_table, sets.waiting, sets.sorting, sets.profile_of[1],
                 sets.profile_of[2], sets.known[1], sets.known[2]),
        "marker": (marker.dealer, marker.wind, marker.streak, marker.hand, marker.round),
        "sorter": (sorter.is_unfinished(), sorter.rows.started, sorter.rows.done,
                   sorter.progress.pickup.rate_pct),
        "lifts": [(lift.raised, lift.astray) for lift in table.lifts],
        "lines": [(line.tiles_in, line.counted, line.stacks, line.in_head, line.doubtful)
                  for line in table.lines],
        "chain": table.distributor and (table.distributor.carried, table.distributor.past),
    }  # fmt: skip


def test_counts_of_no_set_are_not_taken():
    table = table_with()
    table.lines[1].tiles_in = table.lines[1].stacks = 9
    table.journal.save()
    again = restarted(table)
    assert (again.lines[1].tiles_in, again.lines[1].stacks) == (0, 0)
    assert not again.sorter.is_unfinished()


@pytest.mark.parametrize("out", [ON, OFF])
def test_belts_are_counted_again_unless_the_record_was_written_while_the_mains_failed(out):
    table = table_with()
    in_the_works(table)
    table.mains.out = out
    table.journal.save()
    assert [line.doubtful for line in restarted(table).lines] == [not out] * 4


def test_behind_a_power_cut_a_first_count_that_is_wrong_is_put_right_in_silence():
    """A person may have been inside meanwhile."""
    table = table_with()
    in_the_works(table)
    table.journal.save()
    assert all(line.believed for line in restarted(table).lines)


@pytest.mark.parametrize(("counted", "booked", "doubtful", "passing"), [
    (ON, OFF, OFF, ON), (ON, ON, OFF, OFF), (OFF, OFF, OFF, OFF), (ON, OFF, ON, OFF),
])
def test_a_tile_half_past_the_beam_is_waited_for_at_the_start(counted, booked, doubtful, passing):
    table = table_with()
    in_the_works(table)
    table.mains.out = ON
    line = table.lines[1]
    line.count.counted, line.booked, line.doubtful = counted, booked, doubtful
    table.lines[2].tiles_in = table.lines[2].counted = table.lines[2].in_head = 1
    assert bool(record(table)[12 + 4 + 3] & 8) == passing
    again = Table(FOUR_PORT, table.journal.store.medium)
    again.now = 50
    again.journal.load()
    waits = [line.limit_due for line in again.lines]
    assert waits == [-1, 50 + SETTLE_MS if passing else -1, -1, -1]
    assert [line.doubtful for line in again.lines] == [OFF, doubtful, OFF, OFF]
    assert [line.in_head for line in again.lines] == [0, 0, 1, 0]


# ------------------------------------------------------------------------------- when it writes


def test_a_change_is_written_within_a_tenth_of_a_second_of_the_first():
    for now in (1000, MASK - 20):
        table = table_with(now=now)
        table.journal.want()
        assert table.journal.wanted
        assert table.due[P_JOURNAL] == (now + 100) & MASK
        table.now = (now + 60) & MASK
        table.journal.want()
        assert table.due[P_JOURNAL] == (now + 100) & MASK, "a second change puts nothing off"
        assert table.asked == 0


def test_with_the_mains_gone_it_is_written_in_this_scan():
    table = table_with()
    table.asked = 1
    table.mains.out = ON
    table.journal.want()
    assert table.asked == JOURNAL | 1
    table.asked = 0
    table.journal.want()
    assert table.asked == JOURNAL, "though it was wanted already"


@pytest.mark.parametrize(("how", "most"), [("", 15), ("store missing", 110)])
def test_a_tile_is_kept_before_it_is_through_its_beam(how, most):
    """A record waited for the next edge or a tenth of a second: till then the tile was through."""
    sim = SimTable("single_port", seed=1, late="none")
    sim.press("elevator")
    sim.run_until("ready", 30_000)
    sim.load("green")
    line = sim.table.lines[0]
    sim.run_until(lambda: line.count.on and not line.count.counted, 60_000)
    sim.inject(how or "clear all")
    sim.run_until(lambda: line.count.counted, 500)
    began, saves = sim.now_ms, []
    journal, save = sim.table.journal, sim.table.journal.save
    journal.save = lambda: (saves.append(sim.now_ms - began), save())
    sim.run_for(160)
    assert saves and saves[0] <= most and len(saves) < 9, "not in every scan"
    assert journal.wanted == bool(how)


def writes_of(table):
    """What was saved, by kind."""
    kinds = []
    table.journal.store.save = lambda kind, buf, n: kinds.append((kind, n)) or True
    return kinds


def test_a_scan_writes_one_record_the_table_first_then_the_settings():
    table = table_with()
    kinds, written = writes_of(table), []
    table.settings.changed = True
    table.journal.want()
    table.due[P_JOURNAL] = 17
    for _ in range(5):
        table.journal.step()
        written.append(len(kinds))
        assert table.due[P_JOURNAL] == (1000 if table.journal.kept_settings.is_busy() else -1)
    assert [kind for kind, _ in kinds] == [s.K_TABLE, s.K_SETTINGS_1, s.K_SETTINGS_2]
    assert written[:3] == [1, 2, 3]
    assert not table.journal.wanted


def test_nothing_new_is_not_written():
    table = table_with()
    kinds = writes_of(table)
    table.journal.step()
    assert kinds == [] and table.due[P_JOURNAL] == -1


# ------------------------------------------------------------------------------------- at a start


def test_a_start_is_counted_and_kept_soon():
    table = table_with()
    assert table.journal.boots == 0
    table.journal.load()
    assert table.journal.boots == 1 and table.journal.wanted
    assert table.due[P_JOURNAL] == 1100
    table.journal.boots = 255
    table.journal.load()
    assert table.journal.boots == 0, "one byte"


def test_a_record_of_another_version_is_none():
    """Tiles were in the machine, and nobody knows which: that is said (E913), not passed over."""
    table = table_with()
    assert not Table(FOUR_PORT, Medium()).journal.load(), "a memory that was never written"
    table.profile = 5
    kept = bytearray(record(table))
    for version in (1, 3):
        kept[0] = version
        table.journal.store.save(s.K_TABLE, kept, len(kept))
        assert restarted(table).profile == Table().profile
        assert restarted(table).journal.load(), "the second look, before anything is written"


@pytest.mark.parametrize("at", ["chosen", "green", "blue"])
def test_a_record_of_a_game_that_this_firmware_lacks_is_none(at):
    """A newer firmware may have kept it, before it was rolled back."""
    table = table_with()
    table.kept_switch = 5
    kept = bytearray(record(table))
    kept[1], kept[4] = {"chosen": (GAMES, 0), "green": (0, GAMES), "blue": (0, GAMES << 4)}[at]
    table.journal.store.save(s.K_TABLE, kept, len(kept))
    again = restarted(table)
    assert facts_of(again) == facts_of(Table())
    kept[1] = kept[4] = 0
    table.journal.store.save(s.K_TABLE, kept, len(kept))
    assert restarted(table).kept_switch == 5


def test_settings_come_back_with_it():
    table = table_with()
    table.settings.value[0] = MINS[0]
    table.journal.kept_settings.save()
    again = restarted(table)
    assert again.settings.value[0] == MINS[0] != Table().settings.value[0]


def test_a_fresh_memory_leaves_the_table_as_it_is():
    fresh, loaded = Table(FOUR_PORT, Medium()), Table(FOUR_PORT, Medium())
    loaded.journal.load()
    assert facts_of(loaded) == facts_of(fresh)


def test_nothing_is_wanted_before_something_changed():
    journal = Journal(table_with(), Medium())
    assert not journal.wanted and journal.boots == 0
