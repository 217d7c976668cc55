"""The circuit as the rules look at it: pins of nets, nets of pins, and lines of machine.toml."""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from hardware.lib.read_records import FOLDER, read
from hardware.lib.record import Record
from hardware.model import Circuit, Part, Pin, natural
from tools.make.generate.errors import Source
from tools.make.generate.read.machine import MACHINE_FILE, Machine

from .values import number

ROOT = Path(__file__).resolve().parents[2]
DAMPING_OHM = 330.0  # a series resistor up to here only slows edges

_order = cache(natural)


@lru_cache(maxsize=4)
def _source(text: str) -> Source:
    """machine.toml of this text."""
    return Source(MACHINE_FILE, text)


class View:
    """A circuit and the machine it belongs to, indexed. Nets are taken from the parts' pins."""

    def __init__(self, circuit: Circuit, machine: Machine, root: Path = ROOT) -> None:
        self.circuit = circuit
        self.machine = machine
        self.root = root
        self.parts: dict[str, Part] = {r: circuit.parts[r]
                                       for r in sorted(circuit.parts, key=_order)}
        self.on: dict[str, list[Pin]] = {}
        for ref, part in self.parts.items():
            for pin, net in sorted(part.pins.items()):
                self.on.setdefault(net, []).append((ref, pin))

    @cached_property
    def source(self) -> Source:
        """machine.toml with its line numbers."""
        return _source((self.root / MACHINE_FILE).read_text(encoding="utf-8"))

    @cached_property
    def data(self) -> dict[str, Any]:
        """machine.toml as plain tables."""
        return self.machine.data

    @cached_property
    def records(self) -> dict[str, Record]:
        """What each order number is; a folder without records has the project's own."""
        return read(self.root if (self.root / FOLDER).is_dir() else ROOT)

    def record(self, ref: str) -> Record | None:
        """The record of a part, None when it has none."""
        return self.records.get(self.parts[ref].mpn)

    def does(self, ref: str, pin: str) -> str:
        """What a pin does by its part's record, "" when the record does not know it."""
        return self._roles.get((ref, pin), "")

    @cached_property
    def _roles(self) -> dict[Pin, str]:
        """What every pin does."""
        return {(ref, pin.no): pin.does for ref in self.parts
                if (record := self.record(ref)) for pin in record.pins.values()}

    def line(self, *path: str) -> str:
        """`hardware/machine.toml:12 inputs.byte0`."""
        return f"{MACHINE_FILE}:{self.source.line(*path)} {'.'.join(path)}"

    def of_kind(self, *kinds: str) -> Iterator[tuple[str, Part]]:
        """Parts of these kinds in the order of their references."""
        for ref, part in self.parts.items():
            if part.kind in kinds:
                yield ref, part

    def net(self, ref: str, pin: str) -> str:
        """The net of a pin, "" for an open pin or a part that does not exist."""
        part = self.parts.get(ref)
        return part.pins.get(pin, "") if part else ""

    def at(self, ref: str, pin: str) -> str:
        """`U2.15 (net DRUM)`."""
        return f"{ref}.{pin} (net {self.net(ref, pin) or 'none'})"

    def beside(self, net: str, *kinds: str) -> list[Pin]:
        """Two-pin parts of these kinds on `net`: reference and the net at their other end."""
        found = []
        for ref, pin in self.on.get(net, []):
            part = self.parts[ref]
            if part.kind in kinds and len(part.pins) == 2:
                found += [(ref, other) for p, other in part.pins.items() if p != pin]
        return found


    def joined(self, one: str, two: str) -> bool:
        """Are two nets the same, or the same but for one damping resistor?"""
        return one == two or any(
            far == two and (number(self.parts[ref].value) or 0) <= DAMPING_OHM
            for ref, far in self.beside(one, "resistor"))

    @cached_property
    def plugs(self) -> dict[str, str]:
        """Reference of a connector -> its name in machine.toml."""
        return {row["ref"]: name for name, row in self.data["connectors"].items()}

    def plug_name(self, ref: str) -> str:
        """The connector's name in machine.toml, "" when it has no row."""
        return self.plugs.get(ref, "")

    def wanted(self, pin: Pin) -> str:
        """What machine.toml calls this connector pin, whatever net is on it."""
        name = self.plug_name(pin[0])
        pins = self.data["connectors"][name]["pins"] if name else []
        number = int(pin[1]) if pin[1].isdigit() else 0
        return pins[number - 1] if 0 < number <= len(pins) else ""
