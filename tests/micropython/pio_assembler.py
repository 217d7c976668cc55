"""Assembles programs written for `rp2.asm_pio`, for the PIO emulator.

The encodings are those of the RP2040 datasheet, §3.4. As on the board, a program sees only the
names of the assembler and the arguments of the functions around it, never its module's.
`load(module)` imports a firmware module with a stand-in for `rp2`.
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from pioemu import State, emulate

PIO = SimpleNamespace(
    IN_LOW=0, IN_HIGH=1, OUT_LOW=2, OUT_HIGH=3, SHIFT_LEFT=0, SHIFT_RIGHT=1,
    JOIN_NONE=0, JOIN_TX=1, JOIN_RX=2,
)  # fmt: skip
CONDITIONS = {
    "not_x": 1, "x_dec": 2, "not_y": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "not_osre": 7,
}  # fmt: skip
PLACES = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6, "osr": 7}
NOBLOCK, BLOCK = 1, 0x21


def quick_replace(state: Any, **changes: Any) -> Any:
    """`dataclasses.replace` of the emulator's states, which takes most of its time, in a tenth."""
    copy = object.__new__(type(state))
    copy.__dict__.update(state.__dict__, **changes)
    return copy


for _name, _module in list(sys.modules.items()):
    if _name.startswith("pioemu") and getattr(_module, "replace", None) is dataclasses.replace:
        _module.replace = quick_replace  # type: ignore[attr-defined]


class ProgramError(Exception):
    """The program cannot be assembled."""


class Line:
    """One instruction; `.side(1)` and `[7]` add to it."""

    def __init__(self, word: int, target: str | None = None) -> None:
        self.word, self.target = word, target
        self.delay, self.side_value = 0, -1

    def side(self, value: int) -> Line:
        self.side_value = value
        return self

    def __getitem__(self, delay: int) -> Line:
        self.delay = delay
        return self


@dataclass(frozen=True)
class Program:
    """What a state machine is given."""

    opcodes: tuple[int, ...]
    wrap_target: int
    wrap_top: int
    side_bits: int
    options: dict[str, Any]

    def run(
        self,
        stop: Callable[[int, State], bool],
        pins: Callable[[State], int] | None = None,
        start: State | None = None,
    ) -> Iterator[tuple[State, State]]:
        """States before and after each instruction."""
        right = PIO.SHIFT_RIGHT
        yield from emulate(
            list(self.opcodes), stop_when=stop, initial_state=start, input_source=pins,
            auto_pull=self.options.get("autopull", False),
            pull_threshold=self.options.get("pull_thresh", 32),
            shift_isr_right=self.options.get("in_shiftdir", PIO.SHIFT_LEFT) == right,
            shift_osr_right=self.options.get("out_shiftdir", PIO.SHIFT_LEFT) == right,
            side_set_count=self.side_bits, wrap_target=self.wrap_target, wrap_top=self.wrap_top,
        )  # fmt: skip


class Assembler:
    """Collects the lines of one program."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.labels: dict[str, int] = {}
        self.first, self.last = 0, -1

    def names(self) -> dict[str, Any]:
        """What the program may use."""
        return {
            **PLACES, **CONDITIONS, "block": BLOCK, "noblock": NOBLOCK,
            "label": self.label, "wrap_target": self.wrap_target, "wrap": self.wrap,
            "jmp": self.jmp, "in_": self.in_, "out": self.out, "push": self.push,
            "pull": self.pull, "mov": self.mov, "set": self.set, "nop": self.nop,
        }  # fmt: skip

    def add(self, word: int, target: str | None = None) -> Line:
        self.lines.append(Line(word, target))
        return self.lines[-1]

    def label(self, name: str) -> None:
        if name in self.labels:
            raise ProgramError("label %r stands twice" % name)
        self.labels[name] = len(self.lines)

    def wrap_target(self) -> None:
        self.first = len(self.lines)

    def wrap(self) -> None:
        self.last = len(self.lines) - 1

    def jmp(self, condition: int | str, target: str | None = None) -> Line:
        if isinstance(condition, str):
            return self.add(0, condition)
        return self.add(condition << 5, target)

    def in_(self, source: int, bits: int) -> Line:
        return self.add(0x4000 | source << 5 | bits & 31)

    def out(self, place: int, bits: int) -> Line:
        return self.add(0x6000 | place << 5 | bits & 31)

    def push(self, mode: int = BLOCK) -> Line:
        return self.add(0x8000 | mode & 0x20)

    def pull(self, mode: int = BLOCK) -> Line:
        return self.add(0x8080 | mode & 0x20)

    def mov(self, place: int, source: int) -> Line:
        return self.add(0xA000 | place << 5 | source)

    def set(self, place: int, value: int) -> Line:
        if not 0 <= value <= 31:
            raise ProgramError("set takes 0 to 31, not %d" % value)
        return self.add(0xE000 | place << 5 | value)

    def nop(self) -> Line:
        return self.mov(PLACES["y"], PLACES["y"])

    def assemble(self, options: dict[str, Any]) -> Program:
        """The words, labels resolved; every line has a side value or none has."""
        side_bits = 0 if options.get("sideset_init") is None else 1
        room = 31 >> side_bits
        words = []
        for line in self.lines:
            if line.delay > room:
                raise ProgramError("a delay of %d; at most %d fit" % (line.delay, room))
            if (line.side_value >= 0) != bool(side_bits):
                raise ProgramError("a side value on some lines only")
            word = line.word | line.delay << 8
            if side_bits:
                word |= line.side_value << 12
            words.append(word | self.labels[line.target] if line.target else word)
        last = self.last if self.last >= 0 else len(words) - 1
        return Program(tuple(words), self.first, last, side_bits, options)


def asm_pio(**options: Any) -> Callable[[Callable[[], None]], Program]:
    """The decorator: the function's body is the program."""

    def assemble(function: Callable[[], None]) -> Program:
        assembler = Assembler()
        own = dict(function.__globals__)
        function.__globals__.clear()
        function.__globals__.update(assembler.names())
        try:
            function()
        finally:
            function.__globals__.clear()
            function.__globals__.update(own)
        return assembler.assemble(options)

    return assemble


def load(module: str) -> Any:
    """A firmware module that imports `rp2`, assembled by this file."""
    with patch.dict(sys.modules, {"rp2": SimpleNamespace(PIO=PIO, asm_pio=asm_pio)}):
        sys.modules.pop(module, None)
        try:
            return importlib.import_module(module)
        finally:
            sys.modules.pop(module, None)
