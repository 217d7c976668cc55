"""What a table has to be tried: inputs, motors, outputs, test points, from the I/O map."""

from dataclasses import dataclass
from typing import Any

from ..dictionary import load, nearest
from ..errors import UsageError

OWN = {"drum": ("drum_rot",), "ring": ("ring_rot",), "hatch": ("hatch_up", "hatch_dn"),
       "chain": ("chain_zero", "chain_corner"), "dice": ("dice_rot",),
       "head": ("park", "mid", "push_home"), "lift": ("lift_up", "lift_dn"),
       "belt": ("cnt", "inlet")}
"""By type of motor, the sensors that its own motion changes; a belt's only with a tile on it."""
BEAMS = ("counter", "reflective")


@dataclass(frozen=True)
class Input:
    """One input of the frame; `plug` is "" for what stays on the board. `turned`: what is active
    where its wire is the other way round, "" where that may not be (docs/MEASURED.md)."""

    name: str
    index: int
    stem: str
    side: str
    kind: str
    emitter: bool
    idle: int
    part: str
    hand: str
    plug: str
    turned: str

    @property
    def is_beam(self) -> bool:
        """A reflective light barrier: things pass it, and it can be dim."""
        return self.kind in BEAMS


@dataclass(frozen=True)
class Motor:
    """One motor; `ma` and `coast_ms` are the design's; ma -1: no sensor measures it."""

    name: str
    type: str
    group: str
    side: str
    reversible: bool
    ma: int
    coast_ms: int
    max_on_ms: int

    @property
    def sensors(self) -> tuple[str, ...]:
        """Inputs that its motion changes."""
        return tuple(f"{stem}_{self.side}" if self.side else stem for stem in OWN[self.type])


@dataclass(frozen=True)
class Parts:
    """All of one machine."""

    machine: str
    inputs: dict[str, Input]
    motors: dict[str, Motor]
    outputs: dict[str, dict[str, str]]
    testpoints: dict[str, dict[str, Any]]

    def input(self, name: str, where: str) -> Input:
        """An input by name, or UsageError."""
        if name in self.inputs:
            return self.inputs[name]
        raise UsageError(f"this table has no sensor `{name}`", where, "",
                         nearest(name, self.inputs))

    def motor(self, name: str, where: str) -> Motor:
        """A motor by name, or UsageError."""
        if name in self.motors:
            return self.motors[name]
        raise UsageError(f"this table has no motor `{name}`", where, "",
                         nearest(name, self.motors))

    def moves(self, sensor: str) -> str:
        """The motor whose motion changes a sensor, "" when none does."""
        return next((motor.name for motor in self.motors.values() if sensor in motor.sensors), "")


def parts(machine: str) -> Parts:
    """What a machine, as the board names it, has."""
    data = load().data["bench"]
    inputs = {name: Input(name, **_only(row, Input)) for name, row in data["inputs"].items()
              if machine in row["machines"]}
    motors = {name: Motor(name, **_only(row, Motor)) for name, row in data["motors"].items()
              if machine in row["machines"]}
    return Parts(machine, inputs, motors, data["outputs"], data["testpoints"])


def _only(row: dict[str, Any], kind: type) -> dict[str, Any]:
    """The fields that the class has."""
    return {key: value for key, value in row.items()
            if key in kind.__dataclass_fields__ and key != "name"}  # type: ignore[attr-defined]


def wires(name: str) -> str:
    """`J21 pin 1, brown` of an input, output or motor; a plug's title for a plug."""
    known = load().io.get(name)
    if known is None:
        return "on the board"
    return known["what"] if name.startswith("J") and name[1:].isdecimal() else known["wires"]


def what(name: str) -> str:
    """What an input, output, motor or plug is, in words."""
    known = load().io.get(name)
    return known["what"] if known else name


def severities() -> dict[str, int]:
    """From where on a part has failed (hardware/machine.toml, [severities])."""
    return dict(load().data["bench"]["severities"])


def spread(figure: str, kind: str) -> tuple[int, int]:
    """Least and most that a figure of a typical or a worn table differs from the design's."""
    least, most = load().data["bench"]["spread"][figure][kind]
    return least, most


def nominal(section: str, key: str) -> int:
    """A figure of the design."""
    return int(load().data["bench"]["nominal"][section][key])
