"""What the circuit takes from machine.toml: pins, bits, motors, connectors, test points."""

from pathlib import Path
from typing import Any, NamedTuple

from tools.make.generate.errors import Source
from tools.make.generate.read.fitting import having, wirings

MACHINE_FILE = "hardware/machine.toml"
BITS = 8
DIRECT_BYTE = 8  # inputs of this byte are pins of the controller


class Input(NamedTuple):
    """One input bit: its number (byte x 8 + bit), its name ("" for a spare)."""

    number: int
    name: str

    @property
    def chip_net(self) -> str:
        """The net at the 74HC165."""
        return f"IN_{self.name.upper()}" if self.name else "GND"


class Motor(NamedTuple):
    """One AC motor: channel 1..16, name, group A or B, is it reversible?"""

    channel: int
    name: str
    group: str
    reversible: bool

    @property
    def net(self) -> str:
        """What its nets begin with."""
        return self.name.upper()


class Design:
    """The parts of machine.toml that make the circuit, and their lines."""

    def __init__(self, root: Path) -> None:
        self.source = Source.read(root, MACHINE_FILE)
        self.data: dict[str, Any] = self.source.data
        self.wirings = wirings(self.data["machines"])

    def at(self, *path: str) -> str:
        """`hardware/machine.toml:870`"""
        return f"{MACHINE_FILE}:{self.source.line(*path)}"

    def having(self, section: str, name: str, row: str = "") -> frozenset[str]:
        """The machines, by their wiring, that have `name` of [section]; `row` is its key there."""
        rule = self.data[section][row or name]["fitted"]
        return frozenset(having(self.data, rule, name)).intersection(self.wirings)

    def copies(self, signal: str) -> list[str]:
        """The names of a signal's copies: `park_a` to `park_d`, or itself where there is one."""
        sided = self.data["signals"][signal]["fitted"] in ("sides", "lines")
        return [f"{signal}_{side}" for side in "abcd"] if sided else [signal]

    def signal_of(self, name: str) -> dict[str, Any]:
        """The row of [signals] that input `name` is a copy of: `park_a` is a `park`."""
        rows: dict[str, Any] = self.data["signals"]
        return rows[name] if name in rows else rows[name[:-2]]

    def inputs(self) -> list[Input]:
        """The bits of the eight 74HC165, spares included."""
        return [Input(byte * BITS + bit, self.data["inputs"][f"byte{byte}"][bit])
                for byte in range(DIRECT_BYTE) for bit in range(BITS)]

    def direct_inputs(self) -> list[Input]:
        """The bits that are pins of the controller."""
        names = self.data["inputs"][f"byte{DIRECT_BYTE}"]
        return [Input(DIRECT_BYTE * BITS + bit, name) for bit, name in enumerate(names) if name]

    def gpio_of(self, name: str) -> str:
        """The pin of [pins] that reads direct input `name`, "" for none."""
        for pin in (name, f"{name}_n", f"btn_{name}_n"):
            if pin in self.data["pins"]:
                return pin
        return ""

    def outputs(self, byte: int) -> list[str]:
        """The names of OUT<byte>, bit 0 first."""
        return list(self.data["outputs"][f"byte{byte}"])

    def motors(self) -> list[Motor]:
        """AC motors in the order of their channels, one for each bit of OUT0 and OUT1."""
        by_output = {row["output"]: (name, row) for name, row in self.data["motors"].items()}
        found = []
        for channel, output in enumerate(self.outputs(0) + self.outputs(1), 1):
            if output in by_output:
                name, row = by_output[output]
                found.append(Motor(channel, name, row["group"], bool(row["dir"])))
        return found

    def directed(self, output: str) -> list[Motor]:
        """The motors whose direction relay hangs on `output`."""
        return [m for m in self.motors() if self.data["motors"][m.name]["dir"] == output]

    def connector_nets(self) -> set[str]:
        """Every net that some connector carries."""
        rows = self.data.get("connectors", {}).values()
        return {net for row in rows for net in row["pins"]}
