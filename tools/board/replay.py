"""Plays recorded scans again on the counting VM: what each executes, and that it does the same.

A recording is a file of lines, one a scan: `[inputs that changed, outputs after the step, value
returned, inputs the step itself changed]`, names as in `firmware/mjtable/image.py`. The chip's
times were taken without a store, so the replay has none either; `quiet`, `light` and the value
returned say when the store next needs a scan, and are not compared.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from . import cost
from .build import NAMES
from .counting import CountingVM

HEAP_BYTES = 64 * 1024 * 1024  # the reading of the inputs makes garbage
OF_THE_STORE = ("quiet", "light")
# Runs in the VM; `named` and `shown_names` are the board's own names of the images' fields.
TEXT = """
import json, sys
sys.path[:] = ["/fw"]
from mjtable.table import Table
from mjtable.image import Inputs, Outputs
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
        raise ReplayError(f"{path}: no scan in it; `make lab` writes a recording")
    return found


def digest(folder: Path) -> str:
    """Of the firmware as the board gets it: the cross-compiled files of `mjtable`."""
    total = hashlib.sha256()
    for path in sorted((folder / "mjtable").glob("*.mpy")):
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
        vm.run(TEXT.format(machine=scans[0][0].get("machine", 0),
                           shown=tuple(names.get(name, name) for name in compared)))
        own = vm.count("empty")
        for number, (changed, outputs, _, _) in enumerate(scans, 1):
            vm.call("given", json.dumps([[names.get(name, name), value]
                                         for name, value in changed.items()]))
            found.append([a - b for a, b in zip(vm.count("scan"), own, strict=True)])
            _compare(number, compared, outputs, json.loads(vm.call("shown")))
    return found


def _compare(number: int, names: list[str], recorded: dict[str, Any], found: list[Any]) -> None:
    for name, value in zip(names, found, strict=True):
        if value != recorded[name]:
            raise ReplayError(
                f"scan {number}: {name} is {value}, the recording has {recorded[name]}; this is "
                "the recording of another firmware: take one of this firmware with `make lab`")
