"""Gestures from timelines of contacts, scanned every 5 ms and only when asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjtable.generated import iomap
from mjtable.generated.setting_table import S_PANEL_SIX_KEYS
from mjtable.memory.settings import Settings
from mjtable.people import contacts as keys
from mjtable.people import panel as p
from mjtable.scan.clock import MASK
from mjtable.scan.image import Inputs

PLACE = {
    "elevator": (iomap.BYTE_ELEVATOR, iomap.BIT_ELEVATOR),
    "marker": (iomap.BYTE_MARK, iomap.BIT_MARK),
    "elevator2": (iomap.BYTE_ELEVATOR2, iomap.BIT_ELEVATOR2),
    "dice_a": (iomap.BYTE_DICE_A, iomap.BIT_DICE_A),
    "dice_b": (iomap.BYTE_DICE_B, iomap.BIT_DICE_B),
    "dice_c": (iomap.BYTE_DICE_C, iomap.BIT_DICE_C),
    "dice_d": (iomap.BYTE_DICE_D, iomap.BIT_DICE_D),
    "service": (iomap.BYTE_SVC, iomap.BIT_SVC),
}


class Bench:
    """A panel, its contacts and a clock; `skip` steps it only on an edge or deadline."""

    def __init__(self, six_keys=False, start_ms=0, skip=True, sim=0):
        self.settings = Settings()
        self.settings.set(S_PANEL_SIX_KEYS, int(six_keys))
        self.panel = p.Panel(self.settings)
        self.inputs = Inputs()
        self.inputs.sim = sim
        self.start_ms = start_ms
        self.skip = skip
        self.t = 0
        self.seen = []
        self.steps = 0

    def contact(self, key, closed):
        byte, bit = PLACE[key]
        was = self.inputs.level[byte] & bit
        if closed and not was:
            self.inputs.level[byte] |= bit
            self.inputs.rose[byte] |= bit
        elif was and not closed:
            self.inputs.level[byte] &= ~bit
            self.inputs.fell[byte] |= bit

    def scan(self):
        panel, inputs = self.panel, self.inputs
        inputs.now_ms = (self.start_ms + self.t) & 0x3FFFFFFF
        now = inputs.now_ms & MASK
        edge = any(inputs.rose) or any(inputs.fell)
        due = panel.due >= 0 and (now - panel.due) & MASK < 1 << 28
        if self.steps == 0 or edge or due or not self.skip:
            panel.step(inputs)
            self.steps += 1
        for byte in range(len(inputs.rose)):
            inputs.rose[byte] = inputs.fell[byte] = 0
        while panel.count:
            packed = panel.pop()
            self.seen.append((self.t, keys.KEYS[packed & 15], p.GESTURES[packed >> 4]))

    def play(self, timeline, until):
        """Contacts from (ms, key, closed), scans on the 5 ms grid; what was reported and when."""
        changes = sorted(timeline, key=lambda row: row[0])
        while self.t <= until:
            while changes and changes[0][0] <= self.t:
                _, key, closed = changes.pop(0)
                self.contact(key, closed)
            if self.t % 5 == 0:
                self.scan()
            self.t += 1
        return self.seen


def held(key, start, ms):
    return [(start, key, 1), (start + ms, key, 0)]


def reported(timeline, until=4000, **kw):
    """Both ways of scanning must report the same; the answer of one of them."""
    skipping = Bench(skip=True, **kw)
    every = Bench(skip=False, **kw)
    seen = skipping.play(timeline, until)
    assert seen == every.play(timeline, until)
    return seen


E, M, E2 = "elevator", "marker", "elevator2"
CASES = {
    "elevator short, at release": (held(E, 100, 200), [(300, E, "short")]),
    "marker short, 350 ms after release": (held(M, 100, 100), [(550, M, "short")]),
    "just short of a hold": (held(E, 100, 1495), [(1595, E, "short")]),
    "hold": (held(E, 100, 1500), [(1600, E, "hold")]),
    "longest hold": (held(E, 100, 4995), [(5095, E, "hold")]),
    "long": (held(M, 100, 5000), [(5100, M, "long")]),
    "longest long": (held(M, 100, 10000), [(10100, M, "long")]),
    "stuck, once, and its release nothing": (held(E, 100, 13000), [(10105, E, "stuck")]),
    "marker hold needs no wait": (held(M, 100, 1600), [(1700, M, "hold")]),
    "marker double": (held(M, 100, 80) + held(M, 300, 80), [(380, M, "double")]),
    "second press at the last moment": (
        held(M, 100, 80) + held(M, 530, 80),
        [(610, M, "double")],
    ),
    "second press too late": (
        held(M, 100, 80) + held(M, 535, 80),
        [(530, M, "short"), (965, M, "short")],
    ),
    "three presses": (
        held(M, 100, 80) + held(M, 300, 80) + held(M, 500, 80),
        [(380, M, "double"), (930, M, "short")],
    ),
    "short, then hold": (
        held(M, 100, 80) + held(M, 300, 2000),
        [(2300, M, "short"), (2300, M, "hold")],
    ),
    "elevator has no double": (
        held(E, 100, 80) + held(E, 300, 80),
        [(180, E, "short"), (380, E, "short")],
    ),
    "both": (held(E, 100, 1200) + held(M, 100, 1200), [(1100, E, "both")]),
    "both for exactly a second": (held(E, 100, 1000) + held(M, 100, 1000), [(1100, E, "both")]),
    "both, the second key 300 ms later": (
        held(E, 100, 1400) + held(M, 400, 1100),
        [(1400, E, "both")],
    ),
    "second key 305 ms later: each for itself": (
        held(E, 100, 1400) + held(M, 405, 1000),
        [(1500, E, "short"), (1755, M, "short")],
    ),
    "both, let go too early, gives nothing": (held(E, 100, 995) + held(M, 100, 995), []),
    "one key let go early, pressed again": (
        held(E, 100, 500) + held(E, 700, 300) + held(M, 100, 1900),
        [],
    ),
    "a long both stays one gesture": (
        held(E, 100, 3000) + held(M, 150, 2500),
        [(1150, E, "both")],
    ),
    "after both, singles work again": (
        held(E, 100, 1100) + held(M, 100, 1200) + held(E, 1400, 100),
        [(1100, E, "both"), (1500, E, "short")],
    ),
    "a key beside a held one gives nothing before both are up": (
        held(E, 100, 1600) + held(M, 100, 1100) + held(M, 1400, 100),
        [(1100, E, "both")],
    ),
    "a marker tap just before a pair is part of it": (
        held(M, 100, 80) + held(M, 300, 1100) + held(E, 310, 1100),
        [(1310, E, "both")],
    ),
    "bounce at both ends": (
        [(100, E, 1), (102, E, 0), (104, E, 1), (110, E, 0), (117, E, 1)]
        + [(301, E, 0), (303, E, 1), (311, E, 0), (318, E, 1), (319, E, 0)],
        [(315, E, "short")],  # the contact was open at the scan of 315 for the first time
    ),
    "a press counts from its first edge": (
        [(101, E, 1), (103, E, 0), (108, E, 1), (1601, E, 0)],
        [(1605, E, "hold")],
    ),
    "let go just when it counts as stuck": (held(E, 100, 10003), [(10105, E, "stuck")]),
    "a spike is nothing": (held(E, 101, 1) + held(M, 201, 12), []),
    "a spike is nothing to a waiting short": (
        held(M, 100, 80) + held(M, 400, 3),
        [(530, M, "short")],
    ),
    "a gap within one scan does not end a hold": (
        held(E, 100, 2000) + [(1001, E, 0), (1003, E, 1)],
        [(2100, E, "hold")],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("start_ms", [0, 0x1FFFFFFF - 777, 0x3FFFFFFF - 777])
def test_timeline(name, start_ms):
    timeline, expected = CASES[name]
    assert reported(timeline, until=14000, start_ms=start_ms) == expected


SIX_KEY_CASES = {
    "either elevator key": (held(E2, 100, 200), [(300, E2, "short")]),
    "both elevator keys": (held(E, 100, 1100) + held(E2, 200, 1100), [(1200, E, "both")]),
    "dice keys do not pair": (
        held("dice_a", 100, 1200) + held(E, 100, 1300),
        [(1300, "dice_a", "short"), (1400, E, "short")],
    ),
    "each dice key": (
        [row for i, key in enumerate("abcd") for row in held("dice_" + key, 100 + 50 * i, 100)],
        [(200 + 50 * i, "dice_" + key, "short") for i, key in enumerate("abcd")],
    ),
    "marker beside a pair of elevators": (
        held(E, 100, 1200) + held(E2, 100, 1200) + held(M, 500, 100),
        [(950, M, "short"), (1100, E, "both")],
    ),
}


@pytest.mark.parametrize("name", SIX_KEY_CASES)
def test_six_key_panel(name):
    timeline, expected = SIX_KEY_CASES[name]
    assert reported(timeline, six_keys=True) == expected


def test_two_key_panel_does_not_look_at_the_chain():
    assert reported(held(E2, 100, 200) + held("dice_c", 100, 200)) == []


@pytest.mark.parametrize(
    "names, mask", [([E], 1), ([M], 2), ([E, M], 3), (["dice_b"], 0), ([E, "service"], 129)]
)
def test_keys_held_at_power_on(names, mask):
    bench = Bench()
    timeline = [row for name in names for row in held(name, 0, 2000)]
    assert bench.play(timeline + held(E, 2500, 100), 4000) == [(2600, E, "short")]
    assert bench.panel.at_power_on == mask


def test_a_key_stuck_at_power_on_is_reported():
    assert reported(held(M, 0, 12000), until=13000) == [(10005, M, "stuck")]


def test_presses_over_the_link_take_the_same_way():
    bench = Bench()
    bench.play([], 98)
    assert bench.panel.press(keys.ELEVATOR, 100)
    assert not bench.panel.press(keys.ELEVATOR, 100)
    assert bench.play([], 300) == [(200, E, "short")]
    assert bench.panel.press(keys.ELEVATOR, 1000)
    assert bench.panel.press(keys.MARKER, 1000)
    assert bench.play([], 2000)[1:] == [(1305, E, "both")]
    assert bench.panel.press(keys.MARKER, 1)  # the shortest press still counts
    assert bench.play([], 3000)[2:] == [(2385, M, "short")]


def test_the_link_and_a_finger_are_ored():
    bench = Bench()
    bench.play([], 99)
    assert bench.panel.press(keys.MARKER, 1200)
    assert bench.play(held(E, 200, 1100), 2000) == [(1200, E, "both")]
    bench.play([(2001, E, 1)], 2050)
    assert not bench.panel.press(keys.ELEVATOR, 100)


@pytest.mark.parametrize("sim", [0, 1])
def test_service_key_counts_from_the_link_only_on_a_simulated_board(sim):
    bench = Bench(sim=sim)
    bench.play([], 99)
    assert bench.panel.press(keys.SERVICE, 200)
    bench.play([], 200)
    assert bench.panel.service_held == bool(sim)
    bench.play([], 400)
    assert not bench.panel.service_held
    bench.play([(401, "service", 1)], 500)
    assert bench.panel.service_held
    assert bench.seen == []


def test_the_queue_keeps_the_first_eight():
    bench = Bench(six_keys=True)
    names = ["dice_a", "dice_b", "dice_c", "dice_d", E2]
    for turn in range(2):
        for name in names:
            bench.panel._report(keys.KEYS.index(name), turn)
    bench.play([], 0)
    assert len(bench.seen) == 8
    assert bench.panel.pop() == p.NONE


def test_at_rest_the_panel_asks_for_nothing():
    bench = Bench()
    bench.play(held(E, 10, 100) + held(M, 200, 100), 1000)
    assert (bench.panel.due - bench.inputs.now_ms) & MASK > 1 << 26
    steps = bench.steps
    bench.play([], 50000)
    assert bench.steps == steps
    assert bench.panel.press(keys.ELEVATOR, 100)  # and yet the link is heard at once
    assert bench.play([], 50200)[-1] == (50105, E, "short")


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(st.integers(1, 3000), st.sampled_from([E, M, E2]), st.booleans()), max_size=30
    ),
    st.booleans(),
)
def test_any_fumbling_gives_the_same_with_skipped_scans(timeline, six_keys):
    tail = [(3001, E, 0), (3001, M, 0), (3001, E2, 0)]
    seen = reported(timeline + tail, until=3500, six_keys=six_keys)
    assert sum(gesture == "stuck" for _, _, gesture in seen) == 0
