"""A table that is nothing but its facade: what the link may use, with results a test can set."""

from array import array
from types import SimpleNamespace

from mjtable.generated import setting_table
from mjtable.generated.iomap import MOTORS
from mjtable.memory.stats import STAT_NAMES
from mjtable.safety.faults import KEPT
from mjtable.safety.measuring import Measuring
from mjtable.safety.trends import WAYS
from mjtable.scan.events import Events
from mjtable.scan.image import Inputs, Outputs


class FakeMarker:
    """Dealer side and what goes with it."""

    def __init__(self):
        self.dealer = 0
        self.wind = 0
        self.streak = 0
        self.hand = 1
        self.round = 1


class FakeTrends:
    """Times of all ways, in per cent of the design's."""

    def __init__(self):
        self.learnt = bytearray([100] * WAYS)
        self.took = array("h", [0] * WAYS)


class FakeFaults:
    """Active faults as (code, place, detail), and the warnings that are kept to be read."""

    def __init__(self):
        self.rows = []
        self.warned = []

    @property
    def noted(self):
        return len(self.warned)

    def _row(self, index):
        return self.rows[index] if index < len(self.rows) else self.warned[index - KEPT]

    @property
    def active(self):
        return self.rows[0][0] if self.rows else 0

    def active_code(self):
        return self.active

    @property
    def count(self):
        return len(self.rows)

    def at(self, index):
        return self._row(index)[0]

    def place(self, index):
        return self._row(index)[1]

    def detail(self, index):
        return self._row(index)[2]


class FakeSettings:
    """Settings with the real names and limits."""

    def __init__(self):
        self.value = list(setting_table.DEFAULTS)

    def get(self, index):
        return self.value[index]

    def set(self, index, value):
        if not setting_table.MINS[index] <= value <= setting_table.MAXS[index]:
            return "range"
        self.value[index] = value
        return ""


class FakeRecorder:
    """Three bytes in its ring."""

    def __init__(self):
        self.ring = bytearray(b"mjr" + bytes(125))
        self.n = [3, 127]
        self.calls = []

    def first(self):
        return 0

    def call(self, kind, value, buf):
        self.calls.append((kind, value))


class FakeGauges:
    """A board at rest, that has learnt nothing."""

    def group_ma(self, group):
        return 5

    idle_ma = group_ma

    def learnt_ma(self, motor):
        return 0

    def level_mv(self, which):
        return 3200


class FakeSelfTest:
    """Its state, and what was asked of it."""

    def __init__(self, table):
        self.table = table
        self.item, self.failed, self.state = 1, 0, "waiting"

    def order(self, step):
        return self.table._do("order", step)

    def motor(self):
        return MOTORS.index("head_a")


class FakeTable:
    """`result` is what the next action answers; `calls` is what was asked for."""

    def heard(self, now_ms):
        """The host has asked something."""
        self.heard_ms = now_ms

    def __init__(self):
        self.recorder = FakeRecorder()
        self.state = "ready"
        self.mode = "run"
        self.machine = 0
        self.profile = 1
        self.profile_on_table = 1
        self.set_on_table = "green"
        self.set_waiting = "none"
        self.stacks = array("i", [17, 17, 17, 17])
        self.singles = array("i", [0, 0, 0, 0])
        self.short = 0
        self.marker = FakeMarker()
        self.faults = FakeFaults()
        self.settings = FakeSettings()
        self.events = Events()
        self.stats = array("i", [0] * len(STAT_NAMES))
        self.supervision = FakeTrends()
        self.inputs = Inputs()
        self.outputs = Outputs()
        self.inputs.sim = 1
        self.inputs.gauges = FakeGauges()
        self.result = ""
        self.service = self
        self.journal = SimpleNamespace(chronicle=SimpleNamespace(
            rows=6, log=bytearray(35) + bytes((ord("p"), 1, 32, 0, 0, 0, 0))))
        self.keyless = False
        self.by = -1
        self.selftest = FakeSelfTest(self)
        self.shown = self
        self.measuring = Measuring(self)
        self.now = 0
        self.armed = False
        self.runs = self.dark = False
        self.look_due = -1
        self.calls = []

    def state_name(self):
        return self.state

    def mode_name(self):
        return self.mode

    def played_profile(self):
        return self.profile_on_table

    def played_set(self):
        return self.set_on_table

    def waiting_set(self):
        return self.set_waiting

    def tiles_short(self):
        return self.short

    def lacks_key(self, rule, value):
        return self.keyless and rule

    def _do(self, *call):
        self.calls.append(call)
        return self.result

    def stacks_on(self, side):
        return self.stacks[side]

    def singles_on(self, side):
        return self.singles[side]

    def set_profile(self, index):
        if not self.result:
            self.profile = index
        return self._do("set_profile", index)

    def marker_set(self, dealer, wind, streak, hand, round_):
        if not self.result:
            marker = self.marker
            marker.dealer, marker.wind, marker.streak = dealer, wind, streak
            marker.hand, marker.round = hand, round_
        return self._do("marker_set", dealer, wind, streak, hand, round_)

    def set_setting(self, index, value):
        return self.result or self.settings.set(index, value)

    def roll(self):
        return self._do("roll")

    def press(self, key, ms):
        return self._do("press", key, ms)

    def ack(self):
        if not self.result:
            self.faults.rows = []
        return self._do("ack")

    def service_enter(self):
        if not self.result:
            self.mode = self.state = "service"
        return self._do("service_enter")

    def service_leave(self):
        if not self.result:
            self.mode, self.state = "run", "power_on"
        return self._do("service_leave")

    def boots(self):
        return 7

    def deny(self, rule):
        self.by = rule
        return "refused"

    def test(self, motor, reverse):
        return self._do("test", motor, reverse)

    def emitters(self, on):
        return self._do("emitters", on)

    def show(self, what, value):
        return self._do("show", what, value)

    def jog(self, motor, reverse, ms):
        return self._do("jog", motor, reverse, ms)

    def restart(self, to):
        return self._do("restart", to)

    def refresh_stats(self):
        return 0

    def keepalive(self):
        return self._do("keepalive")


class FakePort:
    """A byte pipe: `put` what the host sends, `take` what the board sent."""

    def __init__(self):
        self.incoming = bytearray()
        self.sent = []

    def recv_into(self, buf):
        n = min(len(buf), len(self.incoming))
        buf[:n] = self.incoming[:n]
        del self.incoming[:n]
        return n

    def send(self, buf, n):
        self.sent.append(bytes(buf[:n]))

    def put(self, data):
        self.incoming += data

    def take(self):
        sent, self.sent = self.sent, []
        return sent
