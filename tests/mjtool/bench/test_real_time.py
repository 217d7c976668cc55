"""A table that does not run in real time is refused: its verdicts would be false."""

from types import SimpleNamespace

import pytest

from mjtool.bench import real_time
from mjtool.errors import RefusedError
from mjtool.message import Answer
from tests.mjtool.test_served import mjtool, program
from tests.patience import HANG_S


class Sped:
    """A clock, and a served table whose time goes `speeds` times as fast, look by look."""

    url = "socket://127.0.0.1:5000"

    def __init__(self, *speeds, sim=True, told=True):
        self.hello = SimpleNamespace(sim=sim)
        self._speeds, self._told = list(speeds), told
        self._s = self._ms = 0.0

    def request(self, command):
        assert command == "sim.time"
        return Answer(1, "" if self._told else "unknown", {"ms": str(round(self._ms))}, ())

    def now(self):
        return self._s

    def sleep(self, seconds):
        self._s += seconds
        self._ms += seconds * 1000 * (self._speeds.pop(0) if len(self._speeds) > 1
                                      else self._speeds[0])


@pytest.mark.parametrize("table", [
    Sped(1.0), Sped(1.08), Sped(0.7, 1.0), Sped(20.0, sim=False), Sped(20.0, told=False)],
    ids=["real time", "nearly", "busy for a moment", "a board", "an older simulator"])
def test_real_time_is_taken(table):
    real_time.refuse_other_speed(table, table)


@pytest.mark.parametrize(("speed", "what", "cause"), [
    (20.0, "runs 20.0 times as fast as real time",
     "it was served with --speed: what a hand does is over before it is seen"),
    (0.5, "runs 0.5 times as fast as real time",
     "it was served with --speed, or this computer has no time for it")])
def test_another_speed_is_refused(speed, what, cause):
    table = Sped(speed)
    with pytest.raises(RefusedError) as caught:
        real_time.refuse_other_speed(table, table)
    assert what in str(caught.value) and cause in str(caught.value)
    assert "serve it at speed 1, or give --any-speed and do not rely on the verdicts" in str(
        caught.value)


def test_a_table_that_is_served_fast():
    server = program("mjsim.cli", "serve", "--speed", "20")
    try:
        url = server.stdout.readline().strip()
        code, [said], err = mjtool(url, "bench", "motor", "ring")
        assert code == 6 and said["error"] == "refused" and "times as fast as real time" in err
        code, [verdict], _ = mjtool(url, "bench", "motor", "ring", "--any-speed")
        assert verdict["item"] == "motor ring"
    finally:
        server.terminate()
        server.communicate(timeout=HANG_S)
