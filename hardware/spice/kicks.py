"""The kick's timelines: toggles as the firmware gives them, too few of them, and none."""

from collections.abc import Sequence

SCAN_S = 0.005  # firmware/hal/loop.py: SCAN_FRAMES
PAUSE_S = 0.010  # a scan just in time kicks 15 ms after the one before; later ones do not
KICK = "Vkick kick 0"  # the line of the netlists
# when what happens in the long run, seconds
FAST, LOW, HIGH, SLOW, SLOWEST, END = 0.5, 1.2, 1.9, 2.6, 3.4, 4.4
# gaps between two toggles from here on, seconds, and each against the one before: fine at the ends
CHIRP = ((0.0098, 1.0007), (0.0103, 1.02), (0.0244, 1.0007), (0.0252, 1.05))
CHIRP_END_S = 0.052
SQUARES_HZ = (5, 7.5, 10, 13, 15, 17, 20)  # 10 to 20 scans a second, then 10 to 20 kicks
SQUARE, SQUARE_END = 0.3, 0.9  # from when to when they last


def toggles(start: float, stop: float, gap: float) -> list[float]:
    """Times of toggles from `start`, `gap` seconds apart, before `stop`."""
    return [start + index * gap for index in range(round((stop - start) / gap))]


def wave(times: Sequence[float]) -> str:
    """A PWL source that starts low and changes its level at each of the times."""
    points = ["0 0"]
    for index, time in enumerate(times):
        points += [f"{time:.6f} {index % 2}", f"{time + 1e-6:.6f} {(index + 1) % 2}"]
    rows = [" ".join(points[at:at + 8]) for at in range(0, len(points), 8)]
    return "PWL(" + "\n+ ".join(rows) + ")"


def long_run() -> list[float]:
    """The toggles of all cases, one after the other; each begins with the firmware's own."""
    times = toggles(0.005, 0.3, SCAN_S)  # ends high, the pause follows; then one that ends low
    times += toggles(0.3 + PAUSE_S, 0.4 + PAUSE_S, SCAN_S)
    times += toggles(0.4 + 2 * PAUSE_S, FAST, SCAN_S)
    times += toggles(FAST, 1.0, 0.01)
    for begin, end, high in ((1.0, LOW, False), (1.7, HIGH, True)):
        times += toggles(begin, end, SCAN_S)
        if len(times) % 2 != high:
            times.append(times[-1] + SCAN_S)
    times += toggles(2.4, SLOW, SCAN_S) + toggles(SLOW, 3.2, 1 / 40)
    return times + toggles(3.2, SLOWEST, SCAN_S) + toggles(SLOWEST, END, 1 / 20)


def chirp() -> list[float]:
    """The firmware's kick, then toggles ever further apart."""
    times, gap = toggles(0.005, 0.3, SCAN_S), CHIRP[0][0]
    while gap < CHIRP_END_S:
        times.append(times[-1] + gap)
        gap *= [grows for begins, grows in CHIRP if gap >= begins][-1]
    return times


def square(rate_hz: float) -> list[float]:
    """The firmware's kick, then a square wave."""
    return toggles(0.005, SQUARE, SCAN_S) + toggles(SQUARE, SQUARE_END, 0.5 / rate_hz)


def last_before(times: Sequence[float], moment: float) -> float:
    """The last toggle of the long run's times around `moment`."""
    return max(time for time in times if time <= moment + SCAN_S * 1.01)


def trip_hz(trip_s: float) -> float:
    """The square wave whose next rising edge had not come when the latch let go."""
    rising = chirp()[::2]
    before = [time for time in rising if time <= trip_s]
    after = [time for time in rising if time > trip_s]
    return 1 / (after[0] - before[-1]) if after else 0.5 / CHIRP_END_S
