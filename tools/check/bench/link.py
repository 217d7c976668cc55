"""How long a `status` takes: `python -m tools.check.bench.link [CALLS]`.

A table served in real time, asked by `mjtool`'s own client, beside a peer that sends back what it
gets over the same kind of socket, asked by the same client's port in the same run. Reported, never
a test: what counts is how much more than the echo a table takes, and that is its scans.
"""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from mjtool.client import Client
from mjtool.transport import Transport

CALLS = 1000
ASKED = "p50 <= 15, p99 <= 30"
MJSIM = Path(sys.executable).with_name("mjsim")


def times_of(call: Callable[[], object], calls: int) -> list[float]:
    """Milliseconds of each call, ascending."""
    found = []
    for _ in range(calls):
        began = time.perf_counter()
        call()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def echo(server: socket.socket) -> None:
    """Send back what comes, to one peer."""
    peer, _ = server.accept()
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while data := peer.recv(4096):
        peer.sendall(data)


def of_echo(calls: int) -> list[float]:
    """The echo's times, with a line as long as an answer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=echo, args=(server,), daemon=True).start()
        with Transport(f"socket://127.0.0.1:{server.getsockname()[1]}") as port:
            def call() -> None:
                port.write(b"x" * 130 + b"\n")
                got = b""
                while not got.endswith(b"\n"):
                    got += port.read()

            return times_of(call, calls)


def of_table(calls: int) -> list[float]:
    """The times of `status` at a served table that stands still."""
    served = subprocess.Popen([str(MJSIM), "serve"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        assert served.stdout is not None
        with Client(served.stdout.readline().strip()) as client:
            return times_of(lambda: client.request("status"), calls)
    finally:
        served.terminate()
        served.wait()


def told(name: str, found: list[float]) -> str:
    """One line of the report."""
    p50, p99 = found[len(found) // 2], found[len(found) * 99 // 100]
    return f"{name:<28} {p50:>7.2f} {p99:>7.2f} {found[-1]:>7.2f}"


def main(argv: list[str]) -> int:
    """Print both; exit 2 on bad usage."""
    if len(argv) > 1 or (argv and not (argv[0].isdecimal() and int(argv[0]) > 0)):
        print("usage: python -m tools.check.bench.link [CALLS], CALLS a number above 0",
              file=sys.stderr)
        return 2
    calls = int(argv[0]) if argv else CALLS
    print(f"{calls} calls, ms{'':<13} {'p50':>7} {'p99':>7} {'max':>7}")
    print(told("an echo", of_echo(calls)))
    print(told("`status` of a served table", of_table(calls)) + f"   asked {ASKED}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
