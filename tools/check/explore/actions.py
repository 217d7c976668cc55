"""What can be done to a table: every command of the link, hands, keys and time.

An action has a name that can be written down and typed again; after it `settle_ms` pass. The
commands are the rows of the firmware's own table, with every value of a list and both ends of a
number, so that a new row is explored without a change here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from mjtable.game import profiles
from mjtable.generated import command_table as rows
from mjtable.generated import iomap, setting_table
from tools.check.explore.rig import Rig
from tools.check.explore.watch import GUARDED

WIRE_MS = 150
HAND_MS = 150
BEARING = (*GUARDED, "dice.mode", "panel.six_keys")
"""Settings that change what keys and wire may start: changed in every sequence."""
STOP = "motor.jog name=hatch dir=fwd ms=0"
"""Of all jogs for no time, which stop the one that runs: it stands for them."""
ASKING = ("hello", "status", "image", "events", "io.list", "marker.get", "profile.get",
          "profile.list", "faults", "settings.get", "stats", "marker.set", "profile.set",
          "motor.result", "motor.edges", "measure", "samples")
"""They start nothing: said once from every moment, not in longer sequences."""


@dataclass(frozen=True)
class Action:
    """One thing somebody does."""

    name: str
    do: Callable[[Rig], None]
    settle_ms: int
    wire: bool = False
    asks: bool = False

    def __call__(self, rig: Rig) -> None:
        self.do(rig)
        rig.run_for(self.settle_ms)


# --- the wire


def _values(row: int, machine: int) -> list[str]:
    """What a parameter is tried with; "" = left out."""
    kind = rows.PARAM_KIND[row]
    lists: dict[int, Iterable[Any]] = {
        **{getattr(rows, "KIND_" + name[5:]): getattr(rows, name) for name in vars(rows)
           if name.startswith("LIST_")},
        rows.KIND_SIDE: iomap.SIDES[:1],
        rows.KIND_WIND: rows.LIST_WIND[:1],
        rows.KIND_MOTOR: [name for i, name in enumerate(iomap.MOTORS)
                          if iomap.MOTORS_OF[machine] >> i & 1],
        rows.KIND_PROFILE: [profiles.PROFILES[i][profiles.NAME] for i in (0, -1)],
        rows.KIND_SETTING: setting_table.NAMES,
    }  # fmt: skip
    if kind != rows.KIND_INT:
        return list(lists[kind])
    ends = {rows.PARAM_MIN[row], rows.PARAM_MAX[row]}
    return [str(end) for end in sorted(ends)]


def _requests(command: int, machine: int) -> Iterator[str]:
    """A command with its dangerous arguments."""
    name = rows.COMMANDS[command].decode()
    params = range(rows.PARAM_AT[command], rows.PARAM_AT[command + 1])
    if name == "settings.set":
        for index, setting in enumerate(setting_table.NAMES):
            for value in (setting_table.MINS[index], setting_table.MAXS[index]):
                yield "%s name=%s value=%d" % (name, setting, value)
    elif name == "settings.get" or name == "marker.set":
        yield name + (" dealer=B" if name == "marker.set" else "")
    elif name == "press":
        for key, ms in product(rows.LIST_KEY, (60, 300, 2000)):
            yield "press key=%s ms=%d" % (key, ms)
    else:
        keys = [rows.PARAM[row].decode() for row in params]
        for values in product(*[_values(row, machine) for row in params]):
            given = [" %s=%s" % pair for pair in zip(keys, values, strict=True)]
            yield name + "".join(given)


def _say(body: str) -> Callable[[Rig], None]:
    def do(rig: Rig) -> None:
        if rig.table is not None:
            rig.wire.say(body)

    return do


def _once(name: str, body: str) -> bool:
    """A question, or a change that starts nothing by itself."""
    plain = name == "settings.set" and not any(" name=%s " % one in body for one in BEARING)
    return name in ASKING or plain


def commands(machine: int = 0) -> list[Action]:
    """Every command of the table, with every argument worth trying."""
    found = []
    for command in range(len(rows.COMMANDS)):
        name = rows.COMMANDS[command].decode()
        for body in _requests(command, machine):
            reversed_one_way = "dir=rev" in body and not iomap.REVERSIBLE >> iomap.MOTORS.index(
                body.split("name=")[1].split()[0]
            ) & 1
            stops = body.endswith(" ms=0") and body != STOP
            if not reversed_one_way and not stops:
                found.append(Action(body, _say(body), WIRE_MS, True, _once(name, body)))
    return found


# --- hands


def _key(name: str, ms: int) -> Callable[[Rig], None]:
    def do(rig: Rig) -> None:
        rig.hold(name, ms)
        rig.run_for(ms + 100)

    return do


def _input(name: str, on: bool) -> Callable[[Rig], None]:
    return lambda rig: rig.plant.set_input(name, on)


def _stop(pressed: bool) -> Callable[[Rig], None]:
    return lambda rig: rig.plant.press_stop(pressed)


def _host(there: bool) -> Callable[[Rig], None]:
    def do(rig: Rig) -> None:
        rig.wire.alive = there
        if not there:
            rig.wire.incoming.clear()

    return do


def _cut(held: tuple[str, ...]) -> Callable[[Rig], None]:
    def do(rig: Rig) -> None:
        rig.power_off()
        for key in held:
            rig.plant.set_input(key, True)
        rig.power_on()
        rig.run_for(100)
        for key in held:
            rig.plant.set_input(key, False)

    return do


def hands() -> list[Action]:
    """What people at the table do."""
    return [
        Action("press elevator", _key("elevator", 120), HAND_MS),
        Action("hold marker 1600ms", _key("marker", 1600), HAND_MS),
        Action("hold both 1300ms", _key("both", 1300), HAND_MS),
        Action("svc down", _input("svc", True), HAND_MS),
        Action("svc up", _input("svc", False), HAND_MS),
        Action("lid open", _input("lid", True), HAND_MS),
        Action("lid shut", _input("lid", False), HAND_MS),
        Action("stop pressed", _stop(True), HAND_MS),
        Action("stop released", _stop(False), HAND_MS),
        Action("pinch on", _input("pinch", True), HAND_MS),
        Action("pinch off", _input("pinch", False), HAND_MS),
        Action("hand in", lambda rig: rig.put_hand(True), HAND_MS),
        Action("hand away", lambda rig: rig.put_hand(False), HAND_MS),
        Action("host there", _host(True), HAND_MS),
        Action("host gone", _host(False), HAND_MS),
        Action("power cut", _cut(()), HAND_MS),
        Action("power cut, marker held", _cut(("mark",)), HAND_MS),
        Action("power cut, both held", _cut(("mark", "elevator")), HAND_MS),
    ]


def _nothing(_rig: Rig) -> None:
    """Only time passes."""


def time_passes() -> list[Action]:
    """Waiting: into the middle of a move, past its end, past every limit."""
    return [
        Action("wait 500ms", _nothing, 500),
        Action("wait 8s", _nothing, 8_000),
        Action("wait 150s", _nothing, 150_000),
        Action("wait 20min", _nothing, 1_200_000, False, True),
    ]


def every(machine: int = 0) -> list[Action]:
    """All of it."""
    return commands(machine) + hands() + time_passes()
