"""The two watchdogs: what gives the live signal, what restarts the controller, what neither."""

import pytest

from hal.watchdog import FRAMES_MIN, Watchdog
from tests.micropython.chips import Wire


class Dog:
    def __init__(self):
        self.fed = 0

    def feed(self):
        self.fed += 1


class Frames:
    frames = 0xFFFD  # about to wrap
    bad = skipped = 0

    def skip(self):
        self.skipped += 1


@pytest.fixture
def chain():
    return Frames()


@pytest.fixture
def kick():
    return Wire()


@pytest.fixture
def dog():
    return Dog()


@pytest.fixture
def watchdog(kick, dog, chain):
    return Watchdog(kick, dog, chain)


def scan(watchdog, chain, frames=5, in_time=True):
    chain.frames = chain.frames + frames & 0xFFFF
    return watchdog.step(in_time)


def test_the_live_signal_toggles_once_a_scan(watchdog, chain, kick, dog):
    assert all(scan(watchdog, chain) for _ in range(4))
    assert kick.written == [1, 0, 1, 0] and dog.fed == 4


def test_frames_that_do_not_come_stop_both(watchdog, chain, kick, dog):
    assert not scan(watchdog, chain, frames=FRAMES_MIN - 1)
    assert not kick.written and not dog.fed


@pytest.mark.parametrize("scans", [1, 2, 40])
def test_frames_that_cease_in_mid_run_stop_both_for_good(watchdog, chain, kick, dog, scans):
    """The timer died: frames of before are no sign of life, in the first scan without or later."""
    for _ in range(scans):
        assert scan(watchdog, chain)
    assert not any(scan(watchdog, chain, frames=0) for _ in range(50))
    assert len(kick.written) == watchdog.kicks == dog.fed == scans


def test_three_frames_of_the_five_of_a_scan_are_life_two_are_none(watchdog, chain, kick, dog):
    assert scan(watchdog, chain, frames=3) and dog.fed == 1
    assert not scan(watchdog, chain, frames=2) and dog.fed == 1


def test_frames_that_come_again_give_the_live_signal_again(watchdog, chain, kick, dog):
    scan(watchdog, chain)
    assert not scan(watchdog, chain, frames=0)
    assert scan(watchdog, chain, frames=FRAMES_MIN) and kick.written == [1, 0]


def test_a_trickle_of_frames_does_not_add_up(watchdog, chain, kick, dog):
    assert not any(scan(watchdog, chain, frames=FRAMES_MIN - 1) for _ in range(20))
    assert not kick.written and not dog.fed


def test_a_late_scan_stops_the_live_signal_and_restarts_nothing(watchdog, chain, kick, dog):
    assert not scan(watchdog, chain, in_time=False)
    assert not kick.written and dog.fed == 1


def test_a_chain_that_is_not_proven_stops_the_live_signal(watchdog, chain, kick, dog):
    chain.bad = 1
    assert not scan(watchdog, chain)
    assert not kick.written and dog.fed == 1


def test_time_spent_at_rest_is_not_held_against_the_exchange(watchdog, chain, kick, dog):
    """More frames than the ring holds: none of them counts."""
    watchdog.pause()
    chain.frames = chain.frames + 1 & 0xFFFF
    watchdog.resume()
    assert dog.fed == 2 and chain.skipped == 1 and watchdog.step(True)


@pytest.mark.parametrize("frames", [0, 1, 2, 3, 100, 0xFFFE, 0xFFFF])
def test_the_first_scan_after_a_rest_is_alive_wherever_the_count_stands(watchdog, chain, frames):
    chain.frames = frames
    watchdog.resume()
    assert watchdog.step(True), "the frames of before are enough"
    assert not watchdog.step(True), "but only once"


def test_maintenance_has_no_restart(kick, chain):
    watchdog = Watchdog(kick, None, chain)
    watchdog.pause()
    watchdog.resume()
    assert scan(watchdog, chain)
