"""Line A of a table, its light sensors covered and freed by hand: what tests of its feed share."""

from mjtable.generated.iomap import M_BELT
from mjtable.mechanisms.feed_limits import ALL, STAND
from tests.cycle.moments import home

PULSE_MS = 220
NEXT_MS = 100  # how long the beam is free between two tiles
TILES_A_PUSH = 2


class Line:
    """Line A of a table at home, with nothing on its belt but what the test shows its eyes."""

    def __init__(self, tiles, permit=ALL):
        self.sim = home()
        self.line = self.sim.table.lines[0]
        self.line.plan(tiles, TILES_A_PUSH)
        self.line.permit = permit
        self.line.fire("start")
        self.line.fire("permit")
        self.wait(400)
        assert self.belt_runs()

    def wait(self, ms):
        self.sim.runner.wake()
        self.sim.run_for(ms)

    def belt_runs(self):
        return self.sim.board.outputs.motors >> M_BELT & 1 == 1

    def cover(self, eye, ms=PULSE_MS):
        """A tile before `eye` (cnt or inlet), and no longer."""
        self.show(eye, 1)
        self.wait(ms)
        self.show(eye, 0)

    def show(self, eye, level):
        self.sim.plant.set_input(eye + "_a", level)

    def blink(self, eye):
        """A drop-out."""
        self.show(eye, 0)
        self.wait(10)
        self.show(eye, 1)

    def late_scan(self, late_ms, eye, level):
        """No scan for `late_ms`; the one that then comes finds `eye` at another `level`."""
        runner = self.sim.runner
        runner._due_ms = runner.now_ms + late_ms + 5
        self.sim.run_for(late_ms)
        self.show(eye, level)
        self.sim.board.inputs.late_ms = late_ms
        self.sim.run_for(5)
        self.sim.board.inputs.late_ms = 0

    def told(self):
        return [e["code"] for e in self.sim.events if e["event"] == "fault"]

    def acknowledge(self, goes_back=0):
        """And home, with whatever a person does before; so many tiles pass the inlet meanwhile."""
        self.wait(1_000)
        self.sim.press("elevator")
        self.wait(1_000)
        self.sim.press("elevator")
        if goes_back:
            self.sim.run_until(lambda: self.line.state == "emptying", 20_000)
        for _ in range(goes_back):
            self.cover("inlet")
            self.wait(NEXT_MS)
        self.sim.run_until("ready", 20_000)


def standing_in_its_beam():
    """A line whose belt has just been stopped, with a tile in its head's beam."""
    a = Line(8)
    a.cover("inlet")
    a.wait(NEXT_MS)
    a.show("cnt", 1)
    a.wait(100)
    a.line.permit = STAND
    a.line.fire("permit")
    return a


def counts(line):
    """Tiles past the inlet, past the head's beam, and in the head."""
    return line.tiles_in, line.counted, line.in_head


def arrives(a, seen=True):
    """A tile comes in, `seen` by the inlet or not, and goes into the head, which turns."""
    if seen:
        a.cover("inlet")
        a.wait(NEXT_MS)
    a.cover("cnt")
    a.wait(60)  # the tile settles
    a.sim.run_until(lambda: a.line.state in ("feed_lower", "feed_upper", "unknown"), 5_000)
    a.sim.run_until(lambda: a.belt_runs() or a.line.state == "unknown", 2_000)
    a.wait(200)
