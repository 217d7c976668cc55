"""Who runs in a scan: whose deadline has come, whom an edge concerns, who was asked for."""

import pytest

from mjtable.generated.iomap import (
    BIT_CHAIN_ZERO,
    BIT_DRUM_ROT,
    BIT_HATCH_DN,
    BIT_HATCH_UP,
    BIT_INLET,
    BIT_LID,
    BIT_LIFT_DN,
    BIT_LIFT_UP,
    BIT_MID,
    BIT_PARK,
    BIT_PINCH,
    BIT_PUSH_HOME,
    BYTE_DRUM_ROT,
    BYTE_HATCH_DN,
    BYTE_LID,
)
from mjtable.people.panel import HOLD, MARKER, SHORT
from mjtable.scan.loops import IDLE_MS
from mjtable.scan.places import (
    CYCLE,
    EVERYONE,
    INTERLOCKS,
    JOURNAL,
    P_CHARTS,
    PANEL,
    PLACES,
    POWER,
    SIGNALS,
    SORTER,
    SUPERVISION,
)
from mjtable.scan.turns import HASH
from mjtable.table import Table


class Noted(Table):
    """A table whose parts only note that they ran."""

    def __init__(self, machine=0):
        Table.__init__(self, machine)
        self.booted = True
        self.ran = []
        self.asks = {}  # bit: what it asks for when it runs
        for place in range(PLACES):
            self._runs[(1 << place) % HASH] = self.noting(1 << place)
        self.asked = 0
        for place in range(PLACES):
            self.due[place] = -1

    def noting(self, bit):
        def run(now):
            self.ran.append(bit)
            self.asked |= self.asks.pop(bit, 0)
        return run

    def scan(self, now_ms, **edges):
        """One scan with edges given as byte_N=bits, or fell_N=bits; what ran."""
        self.ran = []
        self.inputs.now_ms = now_ms
        self.inputs.rose[:] = self.inputs.fell[:] = bytes(9)
        self.inputs.edges = 0
        for name, bits in edges.items():
            way, byte = name[:4], int(name[5:])
            (self.inputs.fell if way == "fell" else self.inputs.rose)[byte] = bits
            self.inputs.edges |= 1 << byte
        self.rest = self.step(self.inputs, self.outputs)
        return self.ran


def test_nobody_runs_when_nothing_has_changed():
    table = Noted()
    table.scan(5)
    assert table.scan(10) == [] and table.rest == IDLE_MS - 5 and table.outputs.quiet


def test_who_is_asked_for_runs_in_order_of_places():
    table = Noted()
    table.asked = POWER | PANEL | CYCLE
    assert table.scan(5) == [PANEL, CYCLE, POWER] and not table.outputs.quiet


def test_somebody_behind_runs_in_the_same_scan_somebody_before_in_the_next():
    table = Noted()
    table.asked = SORTER
    table.asks = {SORTER: POWER | PANEL, POWER: SIGNALS | INTERLOCKS}
    assert table.scan(5) == [SORTER, POWER, SIGNALS, INTERLOCKS] and table.rest == 5
    assert table.scan(10) == [PANEL] and table.rest == IDLE_MS


def test_who_asks_for_himself_runs_once_a_scan():
    table = Noted()
    table.asked = SIGNALS
    table.asks = {SIGNALS: SIGNALS}
    assert (table.scan(5), table.scan(10), table.scan(15)) == ([SIGNALS], [SIGNALS], [])


def test_a_deadline_brings_its_own_place():
    table = Noted()
    table.due[P_CHARTS + 4] = 23
    table.asked = JOURNAL
    table.scan(5)
    assert table.rest == 18
    assert table.scan(20) == [] and table.scan(25) == [1 << P_CHARTS + 4]


@pytest.mark.parametrize(("byte", "bit", "concerned"), [
    (2, BIT_INLET, ["line_c"]), (0, BIT_PARK, ["line_a"]),
])  # fmt: skip
def test_an_edge_concerns_the_chart_whose_input_it_is(byte, bit, concerned):
    table = Noted()
    ran = table.scan(5, **{f"byte_{byte}": bit})
    assert [chart.name for chart in table.charts if 1 << chart.place in ran] == concerned
    assert INTERLOCKS not in ran


@pytest.mark.parametrize(("byte", "bit", "concerned"), [
    (2, BIT_INLET, ["line_c"]), (3, BIT_LIFT_UP, ["lift_d"]), (0, BIT_PARK, []), (1, BIT_MID, []),
    (BYTE_DRUM_ROT, BIT_DRUM_ROT, []),
])  # fmt: skip
def test_the_end_of_what_is_only_waited_for_concerns_no_chart(byte, bit, concerned):
    table = Noted()
    table.scan(5)
    ran = table.scan(10, **{f"fell_{byte}": bit})
    assert [chart.name for chart in table.charts if 1 << chart.place in ran] == concerned
    assert table.outputs.quiet == (not ran)


@pytest.mark.parametrize(("byte", "bit"), [
    (0, BIT_PARK), (1, BIT_PUSH_HOME), (BYTE_HATCH_DN, BIT_CHAIN_ZERO),
])  # fmt: skip
def test_only_the_end_of_a_condition_concerns_the_interlocks(byte, bit):
    assert INTERLOCKS in Noted().scan(5, **{f"fell_{byte}": bit})
    assert INTERLOCKS not in Noted().scan(5, **{f"byte_{byte}": bit})


@pytest.mark.parametrize(("byte", "bit", "concerned"), [
    (2, BIT_LIFT_DN, ["lift_c"]), (3, BIT_LIFT_UP, ["lift_d"]), (BYTE_LID, BIT_LID, []),
    (BYTE_HATCH_DN, BIT_HATCH_DN, ["hatch"]), (BYTE_HATCH_DN, BIT_HATCH_UP, ["hatch"]),
    (BYTE_HATCH_DN, BIT_PINCH, ["hatch"]),
])  # fmt: skip
@pytest.mark.parametrize("way", ["byte", "fell"])
def test_an_end_a_pinch_and_the_lid_concern_the_interlocks_both_ways(way, byte, bit, concerned):
    table = Noted()
    ran = table.scan(5, **{f"{way}_{byte}": bit})
    assert [chart.name for chart in table.charts if 1 << chart.place in ran] == concerned
    assert INTERLOCKS in ran


def test_edges_between_two_scans_concern_all_whom_one_of_them_does():
    table = Noted()
    ran = table.scan(5, byte_0=BIT_PARK, fell_0=BIT_PARK)
    assert INTERLOCKS in ran and 1 << table.lines[0].place in ran


def test_a_scan_whose_edges_concern_nobody_has_time_for_the_journal():
    table = Noted()
    table.journal = Kept()
    table.scan(5, fell_1=BIT_MID)
    assert table.journal.steps == 1 and not table.outputs.quiet
    table.journal.wanted = False
    table.scan(10, fell_1=BIT_MID)
    assert table.journal.steps == 1 and table.outputs.quiet


def test_a_scan_without_edges_has_time_for_it_too_and_comes_at_once():
    """A tile that had to be kept before it was through waited for the next edge: its own end."""
    table = Noted()
    table.scan(5, byte_0=BIT_PARK)
    table.journal = Kept()
    table.scan(10)
    assert table.journal.steps == 1
    table.journal.refused = True  # by a memory that is silent: not in every scan
    table.scan(15)
    assert table.journal.steps == 1 and table.outputs.quiet


class Kept:
    """A journal that wants to write."""

    wanted = True
    refused = False
    steps = 0

    def step(self):
        self.steps += 1


def test_the_lid_concerns_the_watch_the_drum_in_its_byte_does_not():
    table = Noted()
    assert table.scan(5, **{f"byte_{BYTE_LID}": BIT_LID}) == [SUPERVISION, INTERLOCKS]
    assert SUPERVISION not in table.scan(10, **{f"byte_{BYTE_LID}": BIT_LID << 1})


@pytest.mark.parametrize("machine", [0, 1])
def test_every_chart_has_a_place_of_its_own(machine):
    table = Table(machine)
    places = [chart.place for chart in (*table.charts, table.sorter, table.cycle)]
    assert len(set(places)) == len(places) and max(places) < PLACES
    table.wake()
    assert table.asked == EVERYONE


def test_a_gesture_is_acted_on_in_the_scan_after_it_was_seen():
    """To see and to act is too much for one scan, in which a line may have its edges too."""
    table = Table()
    table.booted = True
    handled = []
    table.keys.handle = lambda packed: handled.append((table.now, packed))
    table.panel.step = lambda inputs: None
    for now_ms in range(5, 40, 5):
        if now_ms == 15:
            for gesture in (SHORT, HOLD):
                table.panel._report(MARKER, gesture)
            table.asked |= PANEL
        table.inputs.now_ms = now_ms
        table.step(table.inputs, table.outputs)
    assert handled == [(15, SHORT << 4 | MARKER), (20, HOLD << 4 | MARKER)], "one a scan"
