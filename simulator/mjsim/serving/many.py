"""`mjsim serve --count N`: many simulated tables in one process, each at its own port.

One loop over all of them: a table at rest costs next to nothing, and 50 processes would take 50
times the memory of one.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from types import FrameType

from mjsim.serving.serve import Options, Server, wait
from mjsim.serving.tcp_port import parse_tcp
from mjsim.words.names import UsageError

NEXT = "%d tables. Ctrl-C ends them together."


def each(options: Options, count: int) -> Iterator[Options]:
    """What each table is asked for: seeds and ports in a row, files with the seed behind."""
    host, port = parse_tcp(options.tcp) if options.tcp is not None else ("127.0.0.1", 0)
    if port and port + count - 1 > 65535:
        raise UsageError("--tcp %s: there are no %d ports from there on" % (options.tcp, count))
    for number in range(count):
        seed = options.seed + number
        yield replace(
            options,
            seed=seed,
            store="%s-%d" % (options.store, seed) if options.store else "",
            pty="%s-%d" % (options.pty, seed) if options.pty else options.pty,
            tcp=None if options.tcp is None else "%s:%d" % (host, port and port + number),
        )


class Servers:
    """Many tables and their one loop."""

    def __init__(self, options: Options, count: int) -> None:
        self.stopping = False
        self.servers: list[Server] = []
        try:
            for one in each(options, count):
                self.servers.append(Server(one))
        except UsageError:
            self.close()
            raise

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """End the loop soon (also a signal handler)."""
        self.stopping = True

    def serve(self) -> None:
        """Keep the tables running until `stop`."""
        steps = [server.steps() for server in self.servers]
        try:
            while not self.stopping:
                wait(self.servers, min([step() for step in steps]))
        finally:
            self.close()

    def close(self) -> None:
        """Close every table, whatever the others do."""
        with contextlib.ExitStack() as stack:
            for server in self.servers:
                stack.callback(server.close)


def command(options: Options, count: int) -> int:
    """Print each table's URL, one a line; serve until SIGINT or SIGTERM, exit code 0."""
    servers = Servers(options, count)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, servers.stop)
    for server in servers.servers:
        for port in server.ports:
            print(port.url, flush=True)
    print(NEXT % count, file=sys.stderr, flush=True)
    servers.serve()
    return 0
