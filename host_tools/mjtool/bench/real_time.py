"""Is a simulated table as fast as real time? What a hand does there lasts tenths of a second, and
the bench looks at it by this computer's clock: at another speed verdicts are false.
"""

from ..client import Client
from ..errors import RefusedError
from .clock import Clock

LOOK_S = 0.4  # a served table goes on by a hundredth of a second or two at a time
LOOKS = 3  # a computer that is busy for a moment is no table at another speed
MOST_OFF = 0.1


def refuse_other_speed(client: Client, clock: Clock) -> None:
    """RefusedError when the table's time and this computer's are not the same; a real board's are.
    """
    if not client.hello.sim:
        return
    ratio = 1.0
    for _ in range(LOOKS):
        found = _measured(client, clock)
        if found is None or abs(found - 1) <= MOST_OFF:
            return
        ratio = found
    fast = ratio > 1
    raise RefusedError(
        f"this simulated table runs {ratio:.1f} times as fast as real time", client.url,
        "it was served with --speed: what a hand does is over before it is seen" if fast
        else "it was served with --speed, or this computer has no time for it",
        "serve it at speed 1, or give --any-speed and do not rely on the verdicts")


def _measured(client: Client, clock: Clock) -> float | None:
    """The table's time in a second of this computer's; None where the table does not tell it."""
    began, there = clock.now(), _table_ms(client)
    clock.sleep(LOOK_S)
    later = _table_ms(client)
    if there is None or later is None:
        return None
    return (later - there) / 1000 / max(clock.now() - began, 0.001)


def _table_ms(client: Client) -> int | None:
    answer = client.request("sim.time")
    return answer.number("ms") if answer.ok else None
