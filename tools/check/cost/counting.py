"""A counting VM as an object of the host: run text, count the bytecodes of calls."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.check.cost.opcount import counted_vm

SCRIPT = Path(__file__).with_name("counted.mjs")
HEAP_BYTES = 192 * 1024
Counts = list[int]


class CountError(Exception):
    """What ran in the VM ended with an error; the text is MicroPython's."""


class CountingVM:
    """One Node process; a context manager. `classes`: class number of each of its counters."""

    def __init__(self, root: Path, classes: list[int] | None = None,
                 heap_bytes: int = HEAP_BYTES) -> None:
        node = Path(sys.executable).with_name("node")
        self._process = subprocess.Popen(
            [str(node), str(SCRIPT), str(counted_vm(root)), str(heap_bytes)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if classes is not None:
            self._ask({"classes": classes})

    def run(self, text: str) -> None:
        """Execute Python text in the VM."""
        self._ask({"run": text})

    def count(self, name: str, *args: Any) -> Counts:
        """Counts of one call of the global function `name`, the function's own frame included."""
        counts: Counts = self._ask({"count": name, "args": [args]})[0][0]
        return counts

    def put(self, path: str, content: str) -> None:
        """Write a file of the VM's file system; `content` in base64."""
        self._ask({"put": path, "data": content})

    def call(self, name: str, *args: Any) -> Any:
        """What the global function `name` returns, a number or a text."""
        return self._ask({"call": name, "args": args})

    def _ask(self, request: dict[str, Any]) -> Any:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise CountError(f"the counting VM ended with exit {process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise CountError(answer["error"])
        return answer["value"]

    def __enter__(self) -> "CountingVM":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=600)
