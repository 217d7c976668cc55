"""What must hold of the motors that have current, whatever anybody wishes: looked at every scan.

`Watch` sees the plant (which motors have current, true sensors, real keys) and the table's mode.
A person *has begun* what moves when a key at the table went down since the last stop, the last
change of mode, power-on, and since everything last came to rest. In service mode the service key
must be down all the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mjsim.campaign.scene import BELTS, CHAIN, DICE, HATCH, HEADS, INSIDE, LIFTS, RING
from mjsim.generated import constants as C
from mjsim.plant import INPUT
from mjtable.generated.command_table import LIST_START
from mjtable.generated.setting_table import DEFAULTS, NAMES, S_SERVICE_DEADMAN_MS

if TYPE_CHECKING:
    from tools.check.explore.rig import Rig

REACT_MS = 50
"""A stop may take this long: two scans, one of them late, and a frame."""
REST_MS = 1000
"""Nothing has moved and no key was down for this long: what a person began is over."""
LEFT_MS = 11_000
"""Service mode may outlast the release of its key, or its host, by this much."""
LONGEST_MS = 601_000
"""Service mode may last this long at a stretch."""
OF_TILES = ("two things in one place", "tile", "stack")
"""Violations that harm nobody: a person who jogs may push tiles about."""
UNDER_LIFTS = BELTS | HEADS | CHAIN | RING
KEYS = sum(1 << INPUT[name] for name in (
    "elevator", "mark", "elevator2", "dice_a", "dice_b", "dice_c", "dice_d"))  # fmt: skip
GUARDED = ("power.budget_mw", "power.peak_mw", "power.start_gap_ms", "service.deadman_ms")
"""Settings that affect safety: changed only with the service key held."""
DEFAULT = tuple(DEFAULTS[NAMES.index(name)] for name in GUARDED)
AT_EASE = ("power_on", "ready", "playing", "loading", "adding", "short", "fault", "maintenance",
           "service", "selftest")  # fmt: skip


@dataclass(frozen=True)
class Breach:
    """What was broken: a kind to count by, a sentence, when."""

    kind: str
    text: str
    at_ms: int


class Watch:
    """Looks after every scan; `breaches` are what it saw, each kind once."""

    waiting = False

    def __init__(self) -> None:
        self.breaches: list[Breach] = []
        self.begun = False
        self._before = 0  # motors with current at the last look
        self._faults = 0
        self._mode = "run"
        self._keys = 0
        self._busy_ms = 0  # when something last moved or a key was last down
        self._idle = False  # at the last look nothing moved and only people were waited for
        self._left_ms = 0  # when the service key was last held
        self._since: dict[str, int] = {}  # conditions that hold, since when
        self._violations = 0
        self._guarded: tuple[int, ...] = ()
        self.rig: Any = None

    def attach(self, rig: Rig) -> None:
        """Look at this table."""
        self.rig = rig

    def booted(self) -> None:
        """The firmware has just started: nobody has begun anything."""
        self.begun = False
        self._mode, self._faults = "run", 0
        self._guarded = self._settings()

    def _settings(self) -> tuple[int, ...]:
        value = self.rig.table.settings.value
        return tuple(value[NAMES.index(name)] for name in GUARDED)

    def poll(self, _now_ms: int) -> bool:
        """After a scan."""
        self.look()
        return False

    def breach(self, kind: str, text: str) -> None:
        """Something was broken."""
        if all(kind != seen.kind for seen in self.breaches):
            self.breaches.append(Breach(kind, text, self.rig.now_ms))

    # one look

    def look(self) -> None:
        """Everything, once."""
        rig = self.rig
        plant, table = rig.plant, rig.table
        now = plant.now
        on = plant.effective
        if self._since:
            self._lasting(now)
        if table is None:
            self._before = on
            return
        self._person(plant, table, now)
        starts = on & ~self._before
        if starts:
            self._started(plant, table, starts)
        self._before = on
        if on or self._mode == "service":
            self._conditions(plant, table, on, now)
        else:
            self._since.clear()
        self._others(plant, table)

    def _person(self, plant: Any, table: Any, now: int) -> None:
        """Has a person begun what moves? Keys begin, stops and changes of mode end it."""
        mode = table.cycle.state if table.cycle.state == "selftest" else table.mode
        if mode == "service" != self._mode and not plant.input_raw("svc"):
            self.breach("service entered", "service mode began without the service key")
        if mode != self._mode or table.faults.count and not self._faults:
            self.begun = False
        self._mode, self._faults = mode, table.faults.count
        if self._idle and now - self._busy_ms >= REST_MS:
            self.begun = False  # what a person began is over: only people were waited for
        down = int.from_bytes(plant.raw, "little") & KEYS
        if down & ~self._keys:
            self.begun = True
        still = not (down or plant.moving or plant.effective or table.power.on)
        if not (still and self._idle):
            self._busy_ms = now
        self._idle = still and table.state in AT_EASE and not table.dice.is_rolling()
        self._keys = down
        if mode != "service" or plant.input_raw("svc"):
            self._left_ms = now

    def _started(self, plant: Any, table: Any, starts: int) -> None:
        names = " ".join(C.MOTORS[i] for i in range(len(C.MOTORS)) if starts >> i & 1)
        shut = plant.input_raw("hatch_dn")
        if self._mode == "service":
            if not plant.input_raw("svc"):
                self.breach("service key", "%s started in service mode, nobody holding the "
                            "service key" % names)  # fmt: skip
        elif not self.begun and not (starts == DICE and plant.input_raw("svc")):
            self.breach("nobody began: " + table.cycle.state,
                        "%s started in %s, nobody at the table having begun it"
                        % (names, table.state))  # fmt: skip
        if starts & INSIDE and not shut:
            self.breach("open hatch", "%s started under an open hatch" % names)
        for kind, broken in self._meetings(plant, starts, plant.effective):
            if broken:
                self.breach("meets: " + kind, "%s started: %s" % (names, kind))
        if starts & HATCH and plant.hatch.way < 0 and plant.input_raw("pinch"):
            self.breach("pinch", "the hatch began to close on a pinch, in %s" % table.state)

    def _meetings(self, plant: Any, starts: int, on: int) -> Iterator[tuple[str, bool]]:
        """Mechanisms that would meet, told from the true sensors: (why, it is so)."""
        raw = plant.input_raw
        sides = "abcd"[: len(plant.heads)]
        if starts & (HEADS | CHAIN):
            yield "a lift is not down", not all(raw("lift_dn_" + side) for side in "abcd")
        if starts & (LIFTS | CHAIN):
            yield "a pusher is out", not all(raw("push_home_" + side) for side in sides)
        if starts & LIFTS:
            yield "the chain is not parked", plant.chain is not None and not raw("chain_zero")
        yield "the chain and a head", bool(on & CHAIN and on & HEADS)
        yield "a lift and what is under it", bool(on & LIFTS and on & UNDER_LIFTS)
        yield "the hatch and another", bool(on & HATCH and on & INSIDE)
        yield "belt and head of a line", bool(on >> C.M_BELT & on >> C.M_HEAD & 15)

    def _conditions(self, plant: Any, table: Any, on: int, now: int) -> None:
        """Note since when each thing holds that must end soon."""
        raw = plant.input_raw
        hatch = on & HATCH
        holds = {
            "lid": bool(on and raw("lid")),
            "stop": bool(on and not raw("loop_raw") and not raw("lid")),
            "pinch": bool(hatch and plant.hatch.way < 0 and raw("pinch")),
            "hatch limit up": bool(hatch and plant.hatch.way > 0 and raw("hatch_up")),
            "hatch limit down": bool(hatch and plant.hatch.way < 0 and raw("hatch_dn")),
            "service key": bool(on & ~DICE and self._mode == "service" and not raw("svc")),
            "service stays": self._mode == "service" and not raw("svc"),
            "service alone": self._mode == "service",
            "service too long": self._mode == "service",
            "host lost": bool(on & ~DICE and self._mode == "service"),
        }
        for side, letter in enumerate("abcd"):
            lift = on >> C.M_LIFT + side & 1
            jogged = self._mode == "service" and raw("lift_up_" + letter)
            holds["lift limit " + letter] = bool(lift and jogged)
            seen = plant.input("lift_up_" + letter) and plant.input("lift_dn_" + letter)
            holds["lift ends " + letter] = bool(lift and seen)
        since = self._since
        for name, true in holds.items():
            if not true:
                since.pop(name, None)
            elif name not in since:
                since[name] = now
        for name in ("host lost", "service alone"):
            if name in since:
                since[name] = max(since[name], self.rig.wire.said_ms)

    def _lasting(self, now: int) -> None:
        """What held at the last look has held until now."""
        for name, since in self._since.items():
            limit_ms, text = self._limit(name)
            if now - since > limit_ms:
                self.breach(name, text % ((now - since) / 1000))

    def _limit(self, name: str) -> tuple[int, str]:
        if name.startswith("lift limit"):
            return 400, "lift_" + name[-1] + ": jogged on for %.1f s past its upper limit"
        if name.startswith("lift ends"):
            return REACT_MS, "lift_" + name[-1] + ": ran for %.3f s, both its ends reported"
        deadman_ms = DEFAULTS[S_SERVICE_DEADMAN_MS]
        return {
            "lid": (REACT_MS, "a motor had current for %.3f s with the lid open"),
            "stop": (REACT_MS, "a motor had current for %.3f s with the stop loop open"),
            "pinch": (REACT_MS, "the hatch was driven down on a pinch for %.3f s"),
            "hatch limit up": (2 * REACT_MS, "the hatch was driven on up for %.1f s at its end"),
            "hatch limit down": (2 * REACT_MS, "the hatch was driven on down for %.1f s, shut"),
            "service key": (REACT_MS, "a motor ran for %.3f s after the service key was let go"),
            "service alone": (LEFT_MS, "service mode lasted %.0f s without a host"),
            "service too long": (LONGEST_MS, "service mode lasted %.0f s"),
            "service stays": (LEFT_MS, "service mode lasted %.0f s without its key"),
            "host lost": (deadman_ms + REACT_MS, "a jog went on %.1f s after the host was lost"),
        }[name]

    def _others(self, plant: Any, table: Any) -> None:
        settings = self._settings()
        for text in plant.violations[self._violations :]:
            rated = ", limit " not in text or settings == DEFAULT  # the plant knows the defaults
            if rated and not (self._mode == "service" and any(word in text for word in OF_TILES)):
                self.breach("physics: " + _kind(text), text)
        self._violations = len(plant.violations)
        if settings != self._guarded:
            self._guarded = settings
            if not plant.input_raw("svc"):
                self.breach("settings", "a setting that affects safety was changed without "
                            "the service key")  # fmt: skip
        asked = self.rig.board.outputs.restart
        if asked and LIST_START[asked - 1] == "maintenance":
            if plant.k1 and not plant.input_raw("svc"):
                self.breach("maintenance", "the board left for maintenance with motor power on, "
                            "without a key")  # fmt: skip


def _kind(text: str) -> str:
    """A violation without its time and its names."""
    words = text.split(": ", 1)[1].split()
    plain = [word for word in words if word[-2:] not in ("_a", "_b", "_c", "_d")]
    return " ".join(word for word in plain if not word.strip(",.").isdecimal())[:60]
