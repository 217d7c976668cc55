"""Where a search begins: one table in every state that an evening, a service man or a fault makes.

`evening` plays hands with every habit that reaches another state and keeps a copy of the table
whenever its charts stand as they never did before; the others are brought there by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mjsim.scenario.place import put
from tools.check.explore.rig import Rig, thaw
from tools.check.explore.watch import Watch

LOOK_MS = 50
PUSHER_OUT = 292
"""Degrees of a head's turn."""
HAND_MS = 400_000

Roots = dict[str, bytes]


class Harvest:
    """Runs a table and keeps a copy at each new combination of states."""

    def __init__(self, rig: Rig, kept: Roots) -> None:
        self.rig = rig
        self.kept = kept

    def run(self, what: str | Callable[[], bool], limit_ms: int = HAND_MS) -> None:
        """Run until a state or a predicate holds."""
        rig = self.rig
        holds = (lambda: rig.state == what) if isinstance(what, str) else what
        end_ms = rig.now_ms + limit_ms
        while not holds():
            if rig.now_ms >= end_ms:
                raise RuntimeError("%s did not come: %s" % (what, rig.summary()))
            rig.run_for(LOOK_MS)
            self.keep()

    def wait(self, ms: int) -> None:
        """Run for a time."""
        end_ms = self.rig.now_ms + ms
        self.run(lambda: self.rig.now_ms >= end_ms, ms + LOOK_MS)

    def keep(self, name: str = "") -> None:
        """A copy, if there is none of such a table yet; never while a key is down."""
        rig = self.rig
        if rig._actions:
            return
        name = name or _stand(rig)
        if name not in self.kept:
            self.kept[name] = rig.freeze()


def _stand(rig: Rig) -> str:
    """How the charts stand, as the name of a root."""
    table = rig.table
    words = [rig.state, "sorter " + table.sorter.state, "hatch " + table.hatch.state]
    words += sorted({"lift " + lift.state for lift in table.lifts})
    words += ["dice " + table.dice.state]
    words += ["chain " + chart.state for chart in table.chains]
    return ", ".join(words)


def _load(run: Harvest) -> None:
    """Elevator, the tiles in, elevator."""
    rig = run.rig
    rig.press("elevator")
    run.run(lambda: rig.state == "loading" and rig.io("hatch_up"), 10_000)
    rig.sweep()
    run.keep()
    rig.press("elevator")
    run.wait(1_000)


def evening(machine: str) -> Roots:
    """Two hands, with an opening to add tiles and a hatch that opens again."""
    kept: Roots = {}
    run = Harvest(Rig(machine, watch=Watch()).start(), kept)
    rig = run.rig
    run.keep()
    rig.press("elevator")
    run.run("ready")
    run.wait(2_000)
    run.keep("ready, at rest")
    _load(run)
    run.run(lambda: rig.table.set_waiting == "green")
    run.wait(2_000)
    _load(run)
    run.run("sorting")
    run.wait(15_000)
    rig.hold("both", 1_300)
    run.run(lambda: rig.state == "adding" and rig.io("hatch_up"), 60_000)
    rig.press("elevator")
    run.run("playing")
    run.wait(2_000)
    run.keep("playing, at rest")
    assert not rig.watch.breaches, rig.watch.breaches
    return kept


def odd_evening(machine: str) -> Roots:
    """A hatch that opens again, two tiles too few, added late, one too many; dice as numbers."""
    kept: Roots = {}
    run = Harvest(Rig(machine, watch=Watch(), settings={"dice.mode": 1}).start(), kept)
    rig = run.rig
    rig.press("elevator")
    run.run("ready")
    _load(run)
    rig.press("elevator")  # it opens again
    run.run(lambda: rig.state == "loading" and rig.io("hatch_up"), 10_000)
    rig.press("elevator")
    run.run(lambda: rig.table.set_waiting == "green")
    run.wait(2_000)
    rig.press("elevator")
    run.run(lambda: rig.state == "loading" and rig.io("hatch_up"), 10_000)
    rig.sweep()
    rig.inject("tile missing 2")
    rig.press("elevator")
    run.run("short", 900_000)
    run.wait(2_000)
    rig.press("elevator")
    run.run(lambda: rig.state == "adding" and rig.io("hatch_up"), 60_000)
    rig.add_tiles(rig.missing_tiles())
    rig.press("elevator")
    run.run("playing", 900_000)
    rig.inject("tile extra 1")
    _load(run)
    run.run("sorting", 60_000)
    run.run("playing")
    assert not rig.watch.breaches, rig.watch.breaches
    return kept


def _at(roots: Roots, state: str) -> Rig:
    """A copy of the first table in a state."""
    return thaw(next(data for name, data in roots.items() if state in (name, name.split(",")[0])))


def _serve(rig: Rig) -> Rig:
    """The service key goes down, a host asks for service mode."""
    rig.plant.set_input("svc", True)
    rig.wire.alive = True
    rig.run_for(100)
    rig.wire.say("service.enter")
    rig.run_for(200)
    assert rig.state == "service", rig.wire.answers
    return rig


def _jog(rig: Rig, until: str) -> Rig:
    """The hatch jogged up to its limit, or half way."""
    rig.wire.say("motor.jog name=hatch dir=fwd ms=5000")
    if until:
        rig.run_until(lambda: rig.plant.input_raw(until), 5_000)
    else:
        rig.run_for(1_300)
    rig.wire.say("motor.jog name=hatch ms=0")
    rig.run_for(1_000)
    return rig


def _tested(rig: Rig) -> Rig:
    """The self-test's first item, the hatch coming down."""
    rig = _held(_moved(rig, "hatch", 99), "mark", "elevator")
    rig.press("elevator")
    rig.run_for(700)
    return rig


def _held(rig: Rig, *keys: str) -> Rig:
    """Power cut, and power-on with keys held."""
    rig.power_off()
    for key in keys:
        rig.plant.set_input(key, True)
    rig.power_on()
    rig.run_for(100)
    for key in keys:
        rig.plant.set_input(key, False)
    rig.run_for(100)
    return rig


def _moved(rig: Rig, name: str, place: int) -> Rig:
    """Unplugged, a mechanism moved by hand, plugged in."""
    rig.power_off()
    put(rig.plant, name, place)
    rig.power_on()
    rig.run_for(100)
    return rig


def _faulty(rig: Rig, what: str) -> Rig:
    rig.inject(what)
    rig.run_until("fault", 60_000)
    return rig


def by_hand(roots: Roots) -> Iterator[tuple[str, Rig]]:
    """What no evening reaches."""
    def at(state: str) -> Rig:
        return _at(roots, state)

    yield "power_on, hatch half up", _moved(at("power_on"), "hatch", 50)
    yield "power_on, hatch up", _moved(at("power_on"), "hatch", 99)
    yield "power_on, lift_b half up", _moved(at("power_on"), "lift_b", 90)
    for place in (50, 99):
        rig = _moved(at("power_on"), "hatch", place)
        rig.press("elevator")
        rig.run_for(700)
        yield "homing, hatch from %d %%" % (place), rig
    rig = _moved(at("power_on"), "lift_b", 90)
    rig.press("elevator")
    rig.run_for(1_500)
    yield "homing, lift_b", rig
    yield "service, from power_on", _serve(at("power_on"))
    yield "service, from ready", _serve(at("ready"))
    yield "service, from playing", _serve(at("playing"))
    for start in ("power_on", "ready"):
        yield "service, hatch up, from " + start, _jog(_serve(at(start)), "hatch_up")
    yield "service, hatch half up", _jog(_serve(at("ready")), "")
    rig = _moved(at("power_on"), "head_a", PUSHER_OUT)
    yield "service, pusher out", _serve(rig)
    rig = at("ready, at rest")
    rig.press("elevator")
    rig.run_for(6_000)
    yield "loading, at rest", rig
    for motor in ("drum", "lift_c", "head_a"):
        rig = _serve(at("ready"))
        rig.wire.say("motor.jog name=%s ms=60000" % motor)
        rig.run_for(400)
        yield "service, %s jogged" % motor, rig
    rig = _held(at("power_on"), "mark", "elevator")
    yield "selftest, waiting", rig
    rig = thaw(rig.freeze())
    rig.press("elevator")
    rig.run_for(300)
    yield "selftest, running", rig
    rig = _tested(at("power_on"))
    yield "selftest, hatch closing", rig
    yield "maintenance", _held(at("power_on"), "mark")
    yield "fault, jam standing", _faulty(at("sorting"), "jam head_a")
    rig = _faulty(at("sorting"), "jam head_a")
    rig.clear_causes()
    rig.run_for(300)
    yield "fault, cause gone", rig
    yield "fault, lid", _faulty(at("ready"), "lid open")


def roots_of(machine: str) -> Roots:
    """Every root of a machine, by name."""
    roots = {**odd_evening(machine), **evening(machine)}
    for name, rig in by_hand(dict(roots)):
        assert not rig.watch.breaches, (name, rig.watch.breaches)
        roots[name] = rig.freeze()
    return roots
