"""Placing parts and naming nets. This is the only module that touches SKiDL.

A block calls `add` with a part type, a reference and the net of every pin; a pin left open on
purpose is in `nc`. Everything is noted with the file and line it was written at, so that a pin
forgotten, a pin or type misspelt and a net with a single pin are reported where they stand.
"""

import sys
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import Any

from hardware.blocks.mistakes import CircuitError, lonely, nearest
from hardware.blocks.skidl_silent import skidl
from hardware.lib import FUNCTIONS, PartType, part_type
from hardware.lib.passive import RESISTORS
from hardware.lib.symbols import symbol_name
from hardware.model import Circuit, Part, circuit_of, natural

_TYPES = {name: getattr(skidl.Pin.types, key) for name, key in {
    "passive": "PASSIVE", "input": "INPUT", "output": "OUTPUT", "bidirectional": "BIDIR",
    "tri_state": "TRISTATE", "open_collector": "OPENCOLL", "power_in": "PWRIN",
    "power_out": "PWROUT", "no_connect": "NOCONNECT"}.items()}


class Board:
    """The circuit while it is being built."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """`names`: nets that ought to be there, to be suggested for a misspelt one."""
        self.names = tuple(names)
        self.skidl = skidl.Circuit()
        self.group = self.block = ""
        self.parts: dict[str, dict[str, Any]] = {}
        self.places: dict[str, str] = {}  # reference -> file:line
        self.nets: dict[str, Any] = {}
        self.first: dict[str, str] = {}  # net -> where it was named first
        self.mistakes: list[str] = []
        self._templates: dict[tuple[str, str], Any] = {}

    def add(self, kind: str, ref: str, nets: Mapping[str, str], *, value: str = "",
            nc: Iterable[str] = (), where: str = "", what: PartType | None = None,
            **notes: str) -> None:
        """A part; `nets` and `nc` by pin name or number, a shared name means all its pins."""
        where = where or self._where()
        try:
            its = what or part_type(kind, value)
        except KeyError as problem:
            self.mistakes.append(f"{where}: {ref}: {problem.args[0]}")
            return
        if ref in self.parts:
            self.mistakes.append(f"{where}: {ref} is there already: {self.places[ref]}")
            return
        self.places[ref] = where
        wired, open_ = self._wiring(ref, its, nets, tuple(nc), where)
        self.parts[ref] = {"type": its, "symbol": symbol_name(kind, its), "pins": wired,
                           "nc": open_, "notes": notes, "value": value or its.value,
                           "group": self.group, "block": self.block}
        self._to_skidl(ref, its, wired, open_, value or its.value)

    def two(self, kind: str, ref: str, value: str, one: str, other: str, **more: str) -> None:
        """A part with two pins, the first on `one`; a diode's first is its cathode."""
        where = self._where()
        try:
            its = part_type(kind, value if kind in (*RESISTORS, "C") else "")
        except KeyError as problem:
            self.mistakes.append(f"{where}: {ref}: {problem.args[0]}")
            return
        first, second = (p.number for p in its.pins)
        self.add(kind, ref, {first: one, second: other}, value=value, where=where, what=its,
                 **more)

    def decouple(self, ref: str, supply: str, ground: str = "GND") -> None:
        """The 100 nF beside IC `ref`: C9000 plus the IC's number."""
        number = 9000 + int(ref.lstrip("U"))
        self.two("C", f"C{number}", "100n", supply, ground, note=f"at {ref}")

    def mistake(self, text: str) -> None:
        """Something wrong that a block found itself."""
        self.mistakes.append(text)

    # ----------------------------------------------------------------- inside
    def _where(self) -> str:
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_globals.get("__name__") == __name__:
            frame = frame.f_back
        if frame is None:
            return "?"
        name = frame.f_globals.get("__name__", "?").replace(".", "/")
        return f"{name}.py:{frame.f_lineno}"

    def _wiring(self, ref: str, its: PartType, nets: Mapping[str, str], nc: tuple[str, ...],
                where: str) -> tuple[dict[str, str], tuple[str, ...]]:
        """Pin number -> net, and the open pins; mistakes are noted."""
        known = {p.number for p in its.pins} | {p.name for p in its.pins}
        for name in (*nets, *nc):
            if name not in known:
                self.mistakes.append(f"{where}: {ref} ({its.value}) has no pin {name}"
                                     + nearest(name, known))
        wired, open_ = {}, []
        for pin in its.pins:
            net = nets.get(pin.number) or nets.get(pin.name)
            if pin.function == "N" or pin.number in nc or pin.name in nc:
                open_.append(pin.number)
                if net:
                    self.mistakes.append(f"{where}: {ref} pin {pin.number} ({pin.name}) must stay "
                                         f"open, it is on net {net}")
            elif net:
                wired[pin.number] = net
                self.first.setdefault(net, where)
            else:
                self.mistakes.append(f"{where}: {ref} pin {pin.number} ({pin.name}) is not "
                                     "connected: give it a net or name it in nc")
        return wired, tuple(open_)

    def _net(self, name: str, where: str) -> Any:
        if name not in self.nets:
            self.nets[name] = skidl.Net(name, circuit=self.skidl)
            self.first.setdefault(name, where)
        return self.nets[name]

    def _to_skidl(self, ref: str, its: PartType, wired: Mapping[str, str],
                  open_: tuple[str, ...], value: str) -> None:
        if not its.pins:
            return
        part = self._template(its)(circuit=self.skidl, ref=ref, tag=ref, value=value,
                                   footprint=its.footprint)
        for pin in part.pins:
            if pin.num in wired:
                net = self._net(wired[pin.num], self.places[ref])
                net += pin
            elif pin.num in open_:
                self.skidl.NC += pin

    def _template(self, its: PartType) -> Any:
        key = (its.kind, " ".join(f"{p.number}{p.name}{p.function}" for p in its.pins))
        if key not in self._templates:
            pins = [skidl.Pin(num=p.number, name=p.name, func=_TYPES[FUNCTIONS[p.function]])
                    for p in its.pins]
            self._templates[key] = skidl.Part(
                name=its.kind, tool=skidl.SKIDL, dest=skidl.TEMPLATE, pins=pins)
        return self._templates[key]

    def circuit(self) -> Circuit:
        """The circuit as SKiDL sees it; raises CircuitError for every mistake at once."""
        wired = {ref: row["pins"] for ref, row in self.parts.items()}
        wrong = self.mistakes + lonely(wired, self.first, self.names)
        if wrong:
            raise CircuitError("\n".join(wrong))
        seen = {(pin.part.ref, pin.num): net.name
                for net in self.skidl.get_nets() for pin in net.pins}
        parts = {}
        for ref in sorted(self.parts, key=natural):
            parts[ref] = _part(ref, self.parts[ref], seen)
        return circuit_of(parts)


def _part(ref: str, row: dict[str, Any], seen: Mapping[tuple[str, str], str]) -> Part:
    its: PartType = row["type"]
    pins = {p.number: seen[ref, p.number] for p in its.pins if p.number in row["pins"]}
    if pins != row["pins"]:
        raise CircuitError(f"{ref}: SKiDL merged nets: {pins} instead of {row['pins']}")
    names = {p.number: p.name for p in its.pins}
    return Part(its.kind, row["value"], its.mpn, its.footprint, row["group"], row["block"],
                its.substitute, its.check, row["notes"].get("domain", ""),
                row["notes"].get("note", ""), row["symbol"], pins, names, row["nc"])
