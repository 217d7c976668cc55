"""Motor power by itself, against a slower reading of its rules: who starts when, and who waits."""

import random
from types import SimpleNamespace

import pytest

from mjtable.generated.iomap import LOGIC_MW, MOTOR_RUN_MW, MOTOR_START_MW, MOTORS, START_MS
from mjtable.generated.setting_table import (
    S_POWER_BUDGET_MW,
    S_POWER_PEAK_MW,
    S_POWER_START_GAP_MS,
)
from mjtable.generated.timing import DIR_SETTLE_MS, RELAY_MS
from mjtable.safety.power import Power
from mjtable.scan.clock import MASK
from mjtable.scan.places import INTERLOCKS, P_POWER, PLACES, SIGNALS

RUN = dict(zip(MOTORS, MOTOR_RUN_MW, strict=True))
START = dict(zip(MOTORS, MOTOR_START_MW, strict=True))
RELAYS = ("hatch", "chain", "drum", "belts")
NEVER = -10_000_000


def relay_of(motor):
    return "belts" if motor.startswith("belt_") else motor if motor in RELAYS else None


class ByHand:
    """Who has power, by names and by moments that never begin anew."""

    def __init__(self, budget_mw, peak_mw, gap_ms):
        self.budget_mw, self.peak_mw, self.gap_ms = budget_mw, peak_mw, gap_ms
        self.on, self.drawn = set(), set()
        self.stood = dict.fromkeys(RELAYS, 0)  # since when a relay's motors have stood
        self.turned = dict.fromkeys(RELAYS, NEVER)  # when it was switched
        self.began = []  # (moment, power above running) of every start
        self.written = True
        self.order = "abcd"

    def stop(self, motors, now):
        for motor in motors & self.on:
            if relay_of(motor):
                self.stood[relay_of(motor)] = now
        self.on -= motors

    def looks(self, now, want, back, armed, wrote):
        """One scan; `back`: the relays wished for. When it wants to look again, None for never."""
        self.again = []
        if not self.written and wrote is not None and wrote > self.began[-1][0]:
            self.began[-1] = (wrote, self.began[-1][1])
        self.written = True
        turns = self.drawn ^ back
        wrong = {motor for motor in self.on if relay_of(motor) in turns}
        self.stop(self.on - want | wrong, now)
        for relay in sorted(self.drawn - back):
            if not any(relay_of(motor) == relay for motor in self.on):
                if self.rested(relay, now):
                    self.drawn.remove(relay)
                    self.turned[relay] = now
        if want - self.on and armed:
            if self.began and now - self.began[-1][0] < self.gap_ms:
                self.again.append(self.began[-1][0] + self.gap_ms)
            else:
                any(self.starts(motor, now, want, back) for motor in self.turn(want))
        return min(self.again, default=None)

    def rested(self, relay, now):
        since = self.stood[relay] + DIR_SETTLE_MS * (2 if relay == "drum" else 1)
        if now < since:
            self.again.append(since)
        return now >= since

    def turn(self, want):
        """Those that stand and are wanted, in the order in which they are asked."""
        lines = [name + side for name in ("head_", "belt_") for side in self.order]
        order = [*("lift_" + side for side in "abcd"), "hatch", *lines[:4], "ring", "drum", "dice",
                 *lines[4:], "chain"]
        return [motor for motor in order if motor in want - self.on]

    def starts(self, motor, now, want, back):
        relay = relay_of(motor)
        if relay and (relay in self.drawn) != (relay in back):
            if any(relay_of(other) == relay for other in self.on) or not self.rested(relay, now):
                return False
            self.drawn ^= {relay}
            self.turned[relay] = now
        if relay and now < self.turned[relay] + RELAY_MS:
            self.again.append(self.turned[relay] + RELAY_MS)
            return False
        running_mw = LOGIC_MW + sum(RUN[other] for other in self.on)
        if running_mw + RUN[motor] > self.budget_mw:
            return False
        recent = [mw for moment, mw in self.began[-2:] if now - moment < START_MS]
        if running_mw + START[motor] + sum(recent) > self.peak_mw:
            if recent:
                self.again.append(self.began[-1][0] + START_MS)
            return False
        self.began.append((now, START[motor] - RUN[motor]))
        self.written = False
        self.on.add(motor)
        if want - self.on:
            self.again.append(now + self.gap_ms)
        return True


class Table:
    """What power sees of the table."""

    def __init__(self, now, budget_mw=50_000, peak_mw=70_000, gap_ms=150):
        self.now = now & MASK
        self.armed = True
        self.asked = 0
        self.due = [-1] * PLACES
        self.wants = [0] * PLACES
        self.inputs = SimpleNamespace(wrote_ms=-1)
        self.settings = SimpleNamespace(value={
            S_POWER_BUDGET_MW: budget_mw, S_POWER_PEAK_MW: peak_mw, S_POWER_START_GAP_MS: gap_ms})
        self.told = []
        self.power = Power(self)

    def motor_granted(self, motor):
        self.told.append(("on", MOTORS[motor]))

    def motor_stopped(self, motor):
        self.told.append(("off", MOTORS[motor]))

    @property
    def on(self):
        return {name for at, name in enumerate(MOTORS) if self.power.on >> at & 1}

    @property
    def drawn(self):
        return {name for at, name in enumerate(RELAYS) if self.power.relays >> at & 1}

    @property
    def again_ms(self):
        due = self.due[P_POWER]
        return None if due < 0 else (due - self.now) & MASK

    def wish(self, *names):
        """Motors by name and relays as "hatch back", spread over two charts."""
        bits = [1 << (17 + RELAYS.index(name.split()[0]) if " " in name else MOTORS.index(name))
                for name in names]
        self.wants[3], self.wants[7] = sum(bits[::2]), sum(bits[1::2])

    def after(self, ms=0):
        """One scan so much later; what it switched."""
        self.now = (self.now + ms) & MASK
        self.asked = 0
        self.told = []
        self.power.run(self.now)
        return self.told


def some_motors(rng):
    return set(rng.sample(MOTORS, rng.choice([0, 1, 2, 3, 6, 12])))


def pause_ms(rng, by_hand, now, again):
    """Often just before, at or after a moment at which something may be decided."""
    moments = [moment + START_MS for moment, _ in by_hand.began[-2:]]
    moments += [] if again is None else [again, again]
    moments += [since + DIR_SETTLE_MS * times for since in by_hand.stood.values()
                for times in (1, 2)]
    ahead = [moment + rng.choice([-1, 0, 0, 1]) - now for moment in moments if moment >= now]
    return max(0, rng.choice([*ahead, *ahead, 0, 1, 5, 5, 5, 20, 100, 1000]))


@pytest.mark.parametrize("seed", range(300))
def test_whatever_is_wished_it_grants_as_reckoned_by_hand(seed):
    rng = random.Random(seed)
    base = rng.choice([0, 0, 1, 150, 200, 7000, MASK - 400])
    typical = [LOGIC_MW + sum(RUN[motor] for motor in some_motors(rng)) for _ in range(3)]
    budget_mw = rng.choice([*typical, 36_000, 50_000, 200_000])
    peak_mw = budget_mw + rng.choice([0, START["drum"] - RUN["drum"],
                                      START["lift_a"] - RUN["lift_a"], 20_000, 200_000])
    gap_ms = rng.choice([0, 1, 50, 150, 150, 300])
    table = Table(base, budget_mw, peak_mw, gap_ms)
    by_hand = ByHand(budget_mw, peak_mw, gap_ms)
    now, again, want, back = 0, None, set(), set()
    if base:  # not from power-on: all have stood for long
        now = 1000
        table.power.group_off = [(table.now - 1000) & MASK] * 4
        table.power.last_start = table.power.old_start = (table.now - 1000) & MASK
    for _ in range(60):
        step = pause_ms(rng, by_hand, now, again)
        now += step
        if rng.random() < 0.4:
            want, back = some_motors(rng), set(rng.sample(RELAYS, rng.choice([0, 0, 1, 2, 4])))
        table.wish(*want, *(name + " back" for name in back))
        table.armed = rng.random() < 0.95
        order = rng.sample(range(4), 4) if rng.random() < 0.1 else list(table.power.order)
        table.power.order[:] = bytes(order)
        by_hand.order = "".join("abcd"[at] for at in order)
        wrote = rng.choice([None, now, now - step // 2, now - step, now - step - 7])
        table.inputs.wrote_ms = -1 if wrote is None else table.now + step - (now - wrote) & MASK
        before, drawn = set(by_hand.on), set(by_hand.drawn)
        again = by_hand.looks(now, want, back, table.armed, wrote)
        told = table.after(step)
        assert (table.on, table.drawn) == (by_hand.on, by_hand.drawn)
        assert table.again_ms == (None if again is None else max(0, again - now))
        assert table.power.starts == len(by_hand.began)
        assert table.power.run_mw == LOGIC_MW + sum(RUN[motor] for motor in by_hand.on)
        assert {name for what, name in told if what == "on"} == by_hand.on - before
        assert {name for what, name in told if what == "off"} == before - by_hand.on
        lit = by_hand.drawn != drawn or not by_hand.on or not before
        lit = lit or ("dice" in by_hand.on) != ("dice" in before)
        assert table.asked == (INTERLOCKS if by_hand.on - before else 0) | (SIGNALS if lit else 0)
        if rng.random() < 0.02:
            table.power.drop_all()
            by_hand.stop(set(by_hand.on), now)
            assert table.on == set()


def test_lines_start_in_their_own_order_until_somebody_says_which_is_most_urgent():
    table = Table(5000)
    table.wish("belt_d", "belt_b", "belt_a", "belt_c")
    started = []
    for _ in range(4):
        started += [motor for _, motor in table.after(200)]
    assert started == ["belt_a", "belt_b", "belt_c", "belt_d"]
    assert bytes(table.power.order) == bytes([0, 1, 2, 3])


def test_a_start_that_was_written_as_the_clock_began_anew_counts_from_then():
    table = Table(MASK - 4)
    table.wish("ring", "dice")
    assert table.after() == [("on", "ring")]
    table.inputs.wrote_ms = 0
    assert table.after(10) == [] and table.again_ms == 150 - 5


def test_a_relay_switched_as_the_clock_began_anew_is_waited_for():
    table = Table(MASK - 9)
    table.power.group_off = [MASK - 1000] * 4
    table.wish()
    table.after()
    table.wish("hatch", "hatch back")
    assert table.after(10) == [], "the relay turns at 0"
    assert (table.drawn, table.again_ms) == ({"hatch"}, RELAY_MS)
    assert table.after(19) == [] and table.again_ms == 1
    assert table.after(1) == [("on", "hatch")]


@pytest.mark.parametrize("began", [5, 1000, MASK - 3])
def test_a_relay_switched_six_days_ago_is_not_waited_for(began):
    """The clock shows the same time again."""
    table = Table(began)
    table.power.group_off = [(began - 1000) & MASK] * 4
    table.wish("hatch", "hatch back")
    assert table.after() == []
    assert table.after(RELAY_MS) == [("on", "hatch")]
    table.wish("hatch back")
    assert table.after(100) == [("off", "hatch")] and table.drawn == {"hatch"}
    table.now = began
    table.wish("hatch", "hatch back")
    assert table.after() == [("on", "hatch")]


def test_nothing_starts_without_power():
    table = Table(5000)
    table.armed = False
    table.wish("ring")
    assert table.after() == [] and table.again_ms is None


def test_at_power_on_a_relay_waits_as_if_its_motor_had_just_stopped():
    table = Table(0)
    table.wish("hatch", "hatch back")
    assert table.after() == [] and table.again_ms == DIR_SETTLE_MS
    assert table.after(DIR_SETTLE_MS - 1) == [] and table.drawn == set()
    assert table.after(1) == [] and table.drawn == {"hatch"}
