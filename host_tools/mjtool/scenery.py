"""What `mjview` draws, taken from the wire alone: `status`, `image` and the events.

Nobody counts the tiles in the drum or sees the lamps from here; the belts show what their two end
sensors see.
"""

from collections.abc import Mapping

from mjview.picture import clock
from mjview.scene import SIDES, Scene, Side

from .client import Client
from .dictionary import Dictionary
from .handshake import Hello
from .message import Answer, Event
from .refusal import ask
from .sensors import read
from .values import whole

QUIET = ("state", "count", "stack", "sensor", "hatch")
"""Events that the picture shows by itself: no line of their own."""
SHOWN = ("table", "hatch", "line_a", "line_b", "line_c", "line_d", "lift_a", "lift_b", "lift_c",
         "lift_d")
"""State charts that have a place of their own in the picture; the others share one line."""
BELT = ("cnt", "jam", "inlet")
"""Sensors along a belt, from the head to the port."""


class Scenery:
    """Follows one table; `scene()` is what was last seen."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inputs = list(client.rows("io.list", kind="in"))
        self._outputs = list(client.rows("io.list", kind="out"))
        self._chart: dict[str, str] = {}
        self._t_ms = 0
        self.look()

    def look(self) -> None:
        """Ask the table for what it shows now."""
        self._status = ask(self._client, "status")
        image = ask(self._client, "image").fields
        self._on = {sensor.name: sensor.level for sensor in read(image["in"], self._inputs)}
        self._runs = {sensor.name for sensor in read(image["out"], self._outputs) if sensor.level}

    def hear(self, event: Event) -> bool:
        """Take an event; True when it is worth a line."""
        self._t_ms = event.t_ms
        if event.name == "state":
            to = event.fields.get("to", "").replace("_", " ")
            self._chart[event.fields.get("machine", "")] = to
        return event.name not in QUIET

    def scene(self) -> Scene:
        """What was last seen."""
        hello, known, fields = self._client.hello, self._client.dictionary, self._status.fields
        power = known.power
        running = tuple(name for name in power["motor_mw"] if name in self._runs)
        return Scene(
            title=title(hello, self._status, self._t_ms), sides=self._sides(),
            watts=(power["logic_mw"] + sum(power["motor_mw"][name] for name in running)) / 1000,
            hatch=self._place("hatch_{}", "open", "shut", "moving"), running=running,
            waiting=fields.get("waiting", "").replace("none", ""), alarm=alarm(fields, known),
            doing=self._doing())

    def _doing(self) -> tuple[str, ...]:
        """The set on the table, and each chart in its place, whichever changed last."""
        on_table = self._status.fields["set"]
        charts = [machine["name"] for machine in self._client.dictionary.data["machines"]]
        return (f"{on_table} set on the table" if on_table != "none" else "no set on the table",
                *(f"{name} {self._chart[name]}" for name in charts
                  if name in self._chart and name not in SHOWN))

    def _sides(self) -> tuple[Side, ...]:
        fields = self._status.fields
        quotas = stacks_of(fields["profile"])
        return tuple(
            Side(stacks, quota, self._belt(side.lower()),
                 "lift " + self._place(f"lift_{{}}_{side.lower()}", "up", "down", "moves"),
                 self._chart.get(f"line_{side.lower()}", ""))
            for side, stacks, quota in zip(SIDES, whole(fields["stacks"]), quotas, strict=True))

    def _belt(self, side: str) -> str:
        """A tile at the head, one across the way, one at the port."""
        seen = ["o" if self._on.get(f"{sensor}_{side}") else " " for sensor in BELT]
        return f"{seen[0]} {seen[1]}  {seen[2]}"

    def _place(self, pattern: str, up: str, down: str, between: str) -> str:
        """Where something with two end switches is; {} of their names is `up` or `dn`."""
        if self._on.get(pattern.format("up")):
            return up
        return down if self._on.get(pattern.format("dn")) else between


def title(hello: Hello, status: Answer, t_ms: int) -> str:
    """Which table, its game, its clock, what it is doing."""
    state = status.fields["state"].replace("_", " ")
    return f"{hello.machine}  {status.fields['profile']}  {clock(t_ms)}  {state}"


def alarm(fields: Mapping[str, str], known: Dictionary) -> str:
    """What must not be overlooked, "" when all is well."""
    code, short = fields["fault"], fields["short"]
    if code != "none":
        row = known.faults.get(code)
        return f"FAULT {code} {row['name'] if row else ''}: see `mjtool faults`"
    return f"{short} tiles short" if short != "0" else ""


def stacks_of(profile: str) -> tuple[int, ...]:
    """Stacks wanted on the sides A to D; the scores' own table has them."""
    from mjscore.errors import ScoreError
    from mjscore.wall import stacks

    try:
        return stacks(profile)
    except ScoreError:  # a profile of another version
        return (0,) * len(SIDES)
