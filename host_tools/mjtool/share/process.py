"""The keeper as a program of its own, started by the first `mjtool` that stays: `start(url)`."""

import json
import signal
import subprocess
import sys

from ..errors import LinkLostError, NoDeviceError, PortInUseError, ToolError
from .keeper import Keeper

READY = "ready"


def start(url: str) -> None:
    """Let a keeper hold the port; it ends by itself. ToolError when it cannot."""
    keeper = subprocess.Popen(
        [sys.executable, "-m", __name__, url], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    assert keeper.stdout is not None
    with keeper.stdout as told:
        line = told.readline().strip()
    if line == READY:
        return
    words = json.loads(line) if line else {"what": "the program that shares the port ended", }
    kind = PortInUseError if words.get("in_use") else NoDeviceError
    raise kind(words["what"], url, words.get("cause", ""), words.get("do", "try again"))


def main(url: str) -> int:
    """Hold the port until it is lost, unused, or a signal comes; first say how that began."""
    try:
        keeper = Keeper(url)
    except (ToolError, OSError) as problem:
        words = problem.as_json() if isinstance(problem, ToolError) else {"what": str(problem)}
        print(json.dumps(words | {"in_use": isinstance(problem, PortInUseError)}), flush=True)
        return 3
    ended: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: ended.append(number))
    print(READY, flush=True)
    sys.stdout.close()
    try:
        keeper.run(lambda: bool(ended) or keeper.is_unused)
    except LinkLostError:
        return 7
    finally:
        keeper.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
