"""`mjsim serve`: the simulated table behind a virtual serial port.

Virtual time follows the wall clock times `speed`; with speed 0 it runs as fast as it can. The
firmware's own link answers, through its own USB driver. Any number of programs may come, through
the hub that `mjtool share` puts on a real board (`host_tools/mjshare`).
"""

from __future__ import annotations

import math
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from mjshare.hub import Hub
from mjsim.board.board import FileStore
from mjsim.board.runner import SCAN_MS, on_grid
from mjsim.generated.requests import MOVES
from mjsim.people.habits import SWEEPERS, Habits
from mjsim.plant.unit import TYPICAL
from mjsim.serving import starts
from mjsim.serving.practice import Practice
from mjsim.serving.pty_port import PtyPort
from mjsim.serving.tcp_port import TcpPort, parse_tcp
from mjsim.serving.usb_cable import UsbCable
from mjsim.table import flight, machine_file
from mjsim.table.session import SimTable
from mjsim.table.timing import CannotGoWrong
from mjsim.words.names import UsageError
from mjtable.link.link import Link

SLICE_S = 0.02
"""Longest wait before time goes on, wall seconds: four scans in real time."""
BURST_MS = 100
"""Virtual time between two looks at the ports when running as fast as possible."""
IDLE_MS = 500
"""The same while nothing moves."""
IDLE_S = 0.001
"""Pause per burst at speed 0 while nothing moves, so that an idle table leaves the CPU alone."""
STEPS = 3
"""Of the link in a light scan: as many as the chip has time for (`TALK_US` of firmware/hal/loop.py
and 0.6 ms each by our cost model)."""
LAG_MS = 1_000
"""Virtual time that may be caught up after a stall of this computer; more is let go."""
NEXT = ("Next, in another terminal: mjtool watch --port %s\n"
        "Ctrl-C ends this table; `mjsim serve --help` has more.")  # fmt: skip


@dataclass
class Options:
    """What `mjsim serve` was asked for."""

    machine: str = "four_port"
    profile: str = "SHOP-B-136"
    seed: int = 0
    store: str = ""
    speed: float = 1.0
    players: str = "none"
    tcp: str | None = None
    pty: str | None = None
    settings: dict[str, int] = field(default_factory=dict)
    late: str = "now"
    unit: str = TYPICAL
    hands: int = 0


class Line:
    """The firmware's link at the end of the cable, as the runner polls it."""

    def __init__(self, table: SimTable) -> None:
        self.cable = UsbCable()
        self._session = table
        self._brain: Any = None
        self._link: Any = None

    @property
    def waiting(self) -> bool:
        """Bytes are waiting, or an answer is half written: the next scan has work."""
        return self.cable.waiting or (self._link is not None and not self._link.idle)

    def poll(self, now_ms: int) -> bool:
        """One scan's work; a restarted firmware gets a fresh link. True when it wants more."""
        if self._session.table is not self._brain:
            self._brain = self._session.table
            self._link = Link(self._brain, uid="sim%d" % self._session.seed)
        if self._session.board.outputs.light:
            serial = self.cable.serial
            self._link.poll(serial, now_ms)
            for _ in range(STEPS - 1):
                if self._link.has_more():
                    self._link.poll(serial, now_ms)
        self.cable.serial.pump()
        return self.waiting


class Server:
    """One table, its ports and the loop that keeps both alive."""

    def __init__(self, options: Options) -> None:
        if not 0 <= options.speed < math.inf:
            raise UsageError("--speed %g: must be 0 (as fast as possible) or more" % options.speed)
        uid = "sim%d" % options.seed
        store = FileStore(options.store) if options.store else starts.memory(
            options.machine, options.profile, options.seed, starts.counted(starts.path_of(uid)))
        players = Habits(evening=options.hands) if options.players == "auto" else SWEEPERS
        self.speed = options.speed
        self.table = SimTable(
            options.machine, options.profile, options.seed, store, players=players,
            settings=options.settings,
            left=machine_file.load(options.store) if options.store else None,
            late=options.late, unit=options.unit, record=flight.RING,
        )  # fmt: skip
        self._store = options.store
        self.table.hearing.keep = False  # the ring is enough; a server may run for weeks
        self.line = Line(self.table)
        self.table.runner.links = [self.line]
        self.hub = Hub(self.line.cable.put, MOVES.__contains__,
                       Practice(self.table, options.speed).commands)
        self.ports = open_ports(options, self.hub)
        self.stopping = False

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """End the loop soon (also a signal handler)."""
        self.stopping = True

    def serve(self) -> None:
        """Keep the table running until `stop`."""
        step = self.steps()
        try:
            while not self.stopping:
                self._wait(step())
        finally:
            self.close()

    def steps(self) -> Callable[[], float]:
        """What keeps the table running, called again and again: one step of its work, which tells
        how many seconds it may wait for the next one when no port has something to read."""
        return self._real_time() if self.speed else self._flat_out

    def close(self) -> None:
        """Close the ports, keep how the table was left."""
        for port in self.ports:
            port.close()
        if self._store:
            machine_file.save(self._store, self.table.put_away())

    def _real_time(self) -> Callable[[], float]:
        origin_s, origin_ms = time.monotonic(), self.table.now_ms

        def step() -> float:
            nonlocal origin_s, origin_ms
            self.pump()
            passed_ms = int((time.monotonic() - origin_s) * 1000 * self.speed)
            late = on_grid(origin_ms + passed_ms - SCAN_MS + 1) - self.table.now_ms
            if late > max(LAG_MS, LAG_MS * self.speed):
                origin_s, origin_ms = time.monotonic(), self.table.now_ms
                return 0.0
            if late > 0:
                self._run_for(late)
                self.pump()
            if not self.line.waiting:
                return SLICE_S
            due_s = origin_s + (self.table.now_ms + SCAN_MS - origin_ms) / 1000 / self.speed
            return max(0.0, due_s - time.monotonic())

        return step

    def _flat_out(self) -> float:
        self.pump()
        waiting = self.line.waiting
        idle = not self.table.plant.active
        self._run_for(SCAN_MS if waiting else IDLE_MS if idle else BURST_MS)
        self.pump()
        return IDLE_S if idle and not waiting else 0.0

    def _run_for(self, ms: int) -> None:
        """What was to go wrong by now and cannot is told here: who asked has had the answer."""
        try:
            self.table.run_for(ms)
        except CannotGoWrong as problem:
            print("mjsim serve: %s" % problem, file=sys.stderr)

    def pump(self) -> None:
        """What the board has sent goes to those who asked, what they send to the board."""
        now_s = time.monotonic()
        self.hub.answered(self.line.cable.take(), now_s)
        for port in self.ports:
            port.pump(now_s)
        self.hub.tick(now_s)

    def _wait(self, seconds: float) -> None:
        """Sleep until a port has something to read, or `seconds` have passed."""
        if seconds:
            wait([self], seconds)


def wait(servers: Sequence[Server], seconds: float) -> None:
    """Sleep until a port of theirs has something to read, or `seconds` have passed."""
    sockets = [item for server in servers for port in server.ports for item in port.sockets()]
    select.select(sockets, [], [], min(seconds, SLICE_S))


def open_ports(options: Options, hub: Hub) -> list[PtyPort | TcpPort]:
    """The ports asked for; TCP on a free port when none was."""
    ports: list[PtyPort | TcpPort] = []
    if options.pty is not None:
        ports.append(PtyPort(hub, options.pty))
    if options.tcp is not None or not ports:
        try:
            ports.append(TcpPort(hub, *parse_tcp(options.tcp or "127.0.0.1:0")))
        except UsageError:
            for port in ports:
                port.close()
            raise
    return ports


def command(options: Options) -> int:
    """`mjsim serve`: print each port's URL, serve until SIGINT or SIGTERM, exit code 0.

    The URL alone is on stdout, for programs; what to do with it, for people, on stderr.
    """
    server = Server(options)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, server.stop)
    for port in server.ports:
        print(port.url, flush=True)
    print(NEXT % server.ports[0].url, file=sys.stderr, flush=True)
    server.serve()
    return 0
