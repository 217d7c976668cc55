"""The beeper: patterns in time, one after another, never waiting."""

import pytest

from hal.buzzer import DUTY, PATTERNS, Buzzer
from mjtable.notices import BEEP_DONE

WRAP = 1 << 30


class Pwm:
    def __init__(self):
        self.duty = 0

    def duty_u16(self, duty):
        self.duty = duty


def sounds(beeps, ms=600, start_ms=1000):
    """(from, to) of every sound, ms, for beeps {ms: number}."""
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    spans, since = [], None
    for at in range(0, ms, 5):
        buzzer.step(beeps.get(at, 0), (start_ms + at) % WRAP)
        assert pwm.duty in (0, DUTY)
        if pwm.duty and since is None:
            since = at
        elif not pwm.duty and since is not None:
            spans.append((since, at))
            since = None
    assert since is None
    return spans


def test_a_key_that_does_nothing_is_one_short_beep():
    assert sounds({20: 1}) == [(20, 80)]


def test_done_is_two_longer_ones():
    assert sounds({0: BEEP_DONE}) == [(0, 150), (250, 400)]


def test_silence_without_a_beep():
    assert sounds({}) == []


def test_a_new_beep_replaces_the_old():
    assert sounds({0: 2, 50: 1}) == [(0, 110)]


def test_an_unknown_number_still_beeps():
    assert sounds({0: 9}) == [(0, PATTERNS[1][0])]


@pytest.mark.parametrize("start_ms", [WRAP - 100, (WRAP >> 1) - 100])
def test_the_clock_may_wrap_during_a_beep(start_ms):
    assert sounds({0: 2}, start_ms=start_ms) == [(0, 150), (250, 400)]


def test_stop_is_silence_at_once_and_for_good():
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    buzzer.step(2, 0)
    buzzer.stop()
    assert pwm.duty == 0
    for at in range(5, 500, 5):
        buzzer.step(0, at)
        assert pwm.duty == 0
