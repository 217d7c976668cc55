"""Plays recorded scans again on the counting VM: what each executes, and that it does the same.

A recording is a file of lines, one a scan: `[inputs that changed, outputs after the step, value
returned, inputs the step itself changed]`, names as in `mjtable/scan/image.py`. The chip's
times were taken without a store, so the replay has none either; `quiet`, `light` and the value
returned say when the store next needs a scan, and are not compared.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from tools.check.cost import cost
from tools.check.cost.counting import CountingVM
from tools.make.board.build import NAMES, sources
from tools.make.board.passes import flat
from tools.make.board.passes.whole import transform

HEAP_BYTES = 64 * 1024 * 1024  # the reading of the inputs makes garbage
OF_THE_STORE = ("quiet", "light")
# Runs in the VM: `_machine_code(function)` is a function that counts as machine code does.
MACHINE_CODE = """
import _meter
_pause = _meter.pause
_resume = _meter.resume
def _machine_code(function):
    def call(*given):
        _pause()
        found = function(*given)
        _resume()
        return found
    return call
def plain(a, b):
    return a
wrapped = _machine_code(plain)
def direct_one():
    plain(1, 2)
def wrapped_one():
    wrapped(1, 2)
"""
# Runs in the VM; `named` and `shown_names` are the board's own names of the images' fields.
TEXT = """
import json, sys
sys.path[:] = ["/fw"]
from mjtable.table import Inputs, Outputs, Table
import mjtable
for _name in {flat}:
    setattr(mjtable, _name, _machine_code(getattr(mjtable, _name)))
inputs = Inputs()
outputs = Outputs()
step = Table({machine}).step
def given(text):
    for name, value in json.loads(text):
        if isinstance(value, list):
            getattr(inputs, name)[:] = bytes(value)
        else:
            setattr(inputs, name, value)
def scan():
    step(inputs, outputs)
def nothing(inputs, outputs):
    pass
def empty():
    nothing(inputs, outputs)
def shown():
    made = []
    for name in {shown}:
        value = getattr(outputs, name)
        made.append(list(value) if isinstance(value, bytearray) else value)
    return json.dumps(made)
"""


class ReplayError(Exception):
    """The recording cannot be used; the message says which line and why."""


def load(path: Path) -> list[list[Any]]:
    """The lines of a recording."""
    found = []
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise ReplayError(f"{path}: cannot read it: {problem.strerror}") from problem
    for number, line in enumerate(text.splitlines(), 1):
        try:
            each = json.loads(line)
        except ValueError:
            each = None
        if not isinstance(each, list) or len(each) != 4:
            raise ReplayError(f"{path}, line {number}: no scan; a line is [inputs that changed, "
                              "outputs, value returned, inputs the step changed]")
        found.append(each)
    if not found:
        raise ReplayError(f"{path}: no scan in it; `make lab-steps` writes a recording")
    return found


def digest(folder: Path) -> str:
    """Of the firmware as the board gets it: the cross-compiled files of `mjtable`."""
    total = hashlib.sha256()
    for path in sorted((folder / "mjtable").rglob("*.mpy")):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]


def features(root: Path, folder: Path, scans: list[list[Any]]) -> list[list[int]]:
    """Counts by class of each scan; `folder`: cross-compiled firmware. `ReplayError` when the
    outputs are not those of the recording."""
    names = json.loads((folder.parent / NAMES).read_text(encoding="utf-8"))["attributes"]
    compared = [name for name in scans[0][1] if name not in OF_THE_STORE]
    found = []
    with CountingVM(root, cost.classes(), HEAP_BYTES) as vm:
        for path in sorted(folder.rglob("*.mpy")):
            vm.put("/fw/" + path.relative_to(folder).as_posix(),
                   base64.b64encode(path.read_bytes()).decode())
        vm.run(MACHINE_CODE)
        vm.run(TEXT.format(machine=scans[0][0].get("machine", 0), flat=machine_code(root),
                           shown=tuple(names.get(name, name) for name in compared)))
        own, wrapper = vm.count("empty"), wrapping(vm)
        for number, (changed, outputs, _, _) in enumerate(scans, 1):
            vm.call("given", json.dumps([[names.get(name, name), value]
                                         for name, value in changed.items()]))
            found.append(net(vm.count("scan"), own, wrapper))
            _compare(number, compared, outputs, json.loads(vm.call("shown")))
    return found


def machine_code(root: Path) -> list[str]:
    """Functions of `mjtable` that are machine code on the board, by their names there."""
    return flat.names(transform(sources(root)).texts["mjtable/__init__.py"])


def net(row: list[int], own: list[int], wrapper: list[int]) -> list[int]:
    """Counts without those of an empty call, and without what each call of machine code adds."""
    calls = row[cost.FLAT]
    return [max(0, a - b - calls * c) for a, b, c in zip(row, own, wrapper, strict=True)]


def wrapping(vm: CountingVM) -> list[int]:
    """What the counting adds to each call of machine code (MACHINE_CODE has been run)."""
    found = [a - b for a, b in zip(vm.count("wrapped_one"), vm.count("direct_one"), strict=True)]
    found[cost.FLAT] = found[cost.FLAT_OPCODE] = 0
    return found


def _compare(number: int, names: list[str], recorded: dict[str, Any], found: list[Any]) -> None:
    for name, value in zip(names, found, strict=True):
        if value != recorded[name]:
            raise ReplayError(
                f"scan {number}: {name} is {value}, the recording has {recorded[name]}; this is "
                "the recording of another firmware: take one of this firmware with "
                "`make lab-steps`")  # fmt: skip
