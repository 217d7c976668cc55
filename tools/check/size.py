"""What the built firmware takes of the board's memory, measured in the genuine MicroPython VM.

The VM gets for the firmware what a Pico with MicroPython 1.28 has, and besides what the stand-ins
for the board's own modules take, which lie in the flash of a real board. Measured after a
collection: packages imported, then everything made and the first scan done. What a module of the
source takes is counted from the compiled code: 16 bytes and the rounded bytecode of each function.
What machine code takes more than the bytecode it stands for is counted from the Pico's own build.
The largest free piece cannot be measured here: where things lie is the interpreter's affair. A
genuine image in the emulated chip has 53 to 55 KB free in an evening, in pieces of 4 to 6 KB
(`make lab`), so everything large is made at the start.
"""

import ast
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tools.check.vm.vm import Vm
from tools.make.board.build import ROOT, build, sources
from tools.make.board.compiled.cross import BYTECODE
from tools.make.board.compiled.mpy import Code, by_statement, read
from tools.make.board.passes.whole import Whole, transform

PICO_HEAPS = {"1.28": 241_616, "1.29": 229_520}
"""Bytes free on a Pico before anything of ours, by MicroPython's version (micropython §2)."""
HEAP = PICO_HEAPS["1.28"]
FREE_MIN = 44 * 1024  # behind the flight recorder's ring of 16 KB (DECISIONS 105, 141)
BLOCK = 16  # bytes of the heap's smallest piece
PICO = "armv6m"
STAND_INS = Path(__file__).parent / "on_vm" / "stand_ins.py"
READY = ("parts = hal.wiring.Parts()", "loop = hal.start.prepare(parts)", "loop.scan()")
"""With a collection after each, as a board has them: the VM's own comes only between calls."""


def main() -> int:
    """Print the table; 1 when a floor is not reached."""
    folder, pico = build(ROOT, arches=[BYTECODE, PICO])
    found = measure(folder, machine_code(folder, pico))
    whole = transform(sources(ROOT))
    print(text(found, modules(whole, folder)))
    return 0 if found["free"] >= FREE_MIN else 1


def machine_code(folder: Path, pico: Path) -> int:
    """Bytes that a Pico's build takes beyond the same in bytecode."""
    return _ram(pico) - _ram(folder)


def _ram(folder: Path) -> int:
    return sum(_taken(code) for path in folder.rglob("*.mpy")
               for code in read(path.read_bytes()).all())


def _taken(code: Code) -> int:
    return BLOCK + -(-code.size // BLOCK) * BLOCK


def measure(folder: Path, machine: int = 0) -> dict[str, int]:
    """Bytes of the heap that each step takes, and what is free; `machine`: of machine code."""
    with Measured(folder, 1024 * 1024) as vm:
        beside = vm.step("import stand_ins")
    with Measured(folder, HEAP + beside) as vm:
        vm.step("import stand_ins")
        names = vm.names()
        steps = {"mjtable imported": vm.step("import mjtable"),
                 "hal imported": vm.step("import hal.start, hal.wiring"),
                 "objects made, start-up code forgotten": sum(map(vm.step, READY))}
        steps["machine code beyond its bytecode"] = machine
        used = sum(steps.values())
        return {**steps, "names": vm.names() - names, "used": used, "free": HEAP - used,
                "grown": vm.total - HEAP - beside}


class Measured:
    """A VM whose heap is looked at after every step; what it prints goes into a file."""

    def __init__(self, folder: Path, heap: int) -> None:
        self._said = tempfile.TemporaryFile()
        kept = os.dup(2)
        os.dup2(self._said.fileno(), 2)
        try:
            self._vm = Vm(folder, heap)
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        self._vm.put("/fakes/stand_ins.py", STAND_INS.read_bytes())
        self.total, self._used = self._vm.memory()

    def __enter__(self) -> "Measured":
        return self

    def __exit__(self, *_: object) -> None:
        self._vm.close()
        self._said.close()

    def step(self, python: str) -> int:
        """Run it; how many bytes more are in use afterwards."""
        before = self._used
        self._vm.run(python)
        self.total, self._used = self._vm.memory()
        return self._used - before

    def names(self) -> int:
        """Bytes that names take."""
        return self._number("micropython.qstr_info()", r"n_total_bytes=(\d+)")

    def _number(self, python: str, pattern: str) -> int:
        self._vm.run("import micropython")
        self._said.seek(0, os.SEEK_END)
        at = self._said.tell()
        self._vm.run(python)
        self._said.seek(at)
        said = self._said.read().decode()
        found = re.search(pattern, said)
        if found is None:
            raise ValueError(f"{python} said {said!r}, which has no {pattern}")
        return int(found.group(1))


def modules(whole: Whole, folder: Path) -> dict[str, tuple[int, int, int]]:
    """Functions, bytes of bytecode and RAM of each source module once everything is imported."""
    functions: Counter[str] = Counter()
    size: Counter[str] = Counter()
    ram: Counter[str] = Counter()
    for path, origin in whole.origin.items():
        code = read((folder / path).with_suffix(".mpy").read_bytes())
        for node, children in by_statement(ast.parse(whole.texts[path]), code):
            module = origin.get(getattr(node, "name", ""), path.partition("/")[0])
            for child in children:
                kept = child.children if isinstance(node, ast.ClassDef) else [child]
                for each in (inner for one in kept for inner in one.all()):
                    functions[module] += 1
                    size[module] += each.size
                    ram[module] += _taken(each)
    return {module: (functions[module], size[module], ram[module]) for module in sorted(ram)}


def text(found: dict[str, int], rows: dict[str, tuple[int, int, int]]) -> str:
    """The table as people read it."""
    lines = [f"{'module':24}{'functions':>10}{'bytecode':>10}{'RAM':>10}"]
    for module, (functions, size, ram) in rows.items():
        lines.append(f"{module:24}{functions:>10}{size:>10}{ram:>10}")
    sums = [sum(row[i] for row in rows.values()) for i in range(3)]
    lines.append(f"{'all functions':24}{sums[0]:>10}{sums[1]:>10}{sums[2]:>10}")
    lines.append("")
    for step in list(found)[:4]:
        lines.append(f"{step:44}{found[step]:>10}")
    lines.append(f"{'  of these, names (qstr)':44}{found['names']:>10}")
    lines.append(f"{'used of ' + str(HEAP):44}{found['used']:>10}")
    verdict = _verdict(found["free"], FREE_MIN)
    lines.append(f"{'free, at least ' + str(FREE_MIN):44}{found['free']:>10}  {verdict}")
    lines.append("free of a Pico's own heap: " + ", ".join(
        f"{heap - found['used']} with {version} ({_verdict(heap - found['used'], FREE_MIN)})"
        for version, heap in PICO_HEAPS.items()))
    if found["grown"] > 0:
        lines.append(f"the VM's heap had to grow by {found['grown']} bytes while importing")
    return "\n".join(lines)


def _verdict(free: int, floor: int) -> str:
    return "good" if free >= floor else f"BELOW by {floor - free}"


def as_json(found: dict[str, int]) -> str:
    """For tools."""
    return json.dumps(found)


if __name__ == "__main__":
    sys.exit(main())
