"""A parlour: simulated tables, their bridge, broker and listener, as programs of their own."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from mjtool.client import Client
from tools.check.bridging.listener import Listener
from tools.check.bridging.mosquitto import HANG_S, Mosquitto

TABLES = 50
SEED = 100
BRIDGE = "parlour"
TICKS = os.sysconf("SC_CLK_TCK")


class Parlour:
    """`live` lets time pass; `wrong` says what should not be so, with the broker there."""

    def __init__(self, folder: Path, tables: int, *words: str) -> None:
        self.uids = [f"sim{SEED + number}" for number in range(tables)]
        self._environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state"),
                             "PYTHONUNBUFFERED": "1"}
        self._began = time.monotonic()
        with contextlib.ExitStack() as stack:
            self.broker = Mosquitto(folder)
            stack.callback(self.broker.stop)
            self.listener = Listener(self.broker.port)
            stack.callback(self.listener.close)
            served = self._start(stack, "mjsim", "serve", "--count", str(tables), "--seed",
                                 str(SEED), *(words or ("--players", "auto")))
            self.urls = [served.stdout.readline().strip() for _ in range(tables)]
            ports = [word for url in self.urls for word in ("--port", url)]
            self.bridge = self._start(stack, "mjtool", "bridge", "--mqtt", self.broker.url,
                                      "--id", BRIDGE, *ports)
            self._await(lambda: not self.offline())
            self._stack = stack.pop_all()

    def __enter__(self) -> "Parlour":
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.close()

    def _start(self, stack: contextlib.ExitStack, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen([sys.executable, "-m", *words], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env=self._environment)
        stack.callback(self._end, process)
        return process

    def _end(self, process: subprocess.Popen[str]) -> None:
        process.send_signal(signal.SIGINT)
        process.communicate()

    def _await(self, what) -> None:
        end = time.monotonic() + HANG_S
        while not what():
            assert self.bridge.poll() is None, "the bridge has ended"
            assert time.monotonic() < end, "it never came"
            time.sleep(0.1)

    def offline(self) -> list[str]:
        """Tables that are not said to be there."""
        return [uid for uid in self.uids
                if self.listener.of(uid, "availability") != "online"]

    def live(self, seconds: float) -> None:
        """Time passes."""
        time.sleep(seconds)

    def restart_broker(self, away_s: float) -> None:
        """It is gone for a while; back when everybody has found it."""
        self.broker.stop()
        time.sleep(away_s)
        self.broker.start()

    def cpu_s(self) -> float:
        """Processor time of the bridge."""
        fields = Path(f"/proc/{self.bridge.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_kb(self) -> int:
        """Memory of the bridge."""
        lines = Path(f"/proc/{self.bridge.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def told(self) -> str:
        """Its figures so far."""
        events = sum(len(heard) for heard in self.listener.events.values())
        return (f"{len(self.uids)} tables, {events} events, {self.memory_kb() // 1000} MB, "
                f"{100 * self.cpu_s() / (time.monotonic() - self._began):.0f} % of a core")

    def wrong(self) -> list[str]:
        """Sentences; waits until what has happened until now has been heard."""
        wanted = {}
        for uid, url in zip(self.uids, self.urls, strict=True):
            with Client(url) as client:
                wanted[uid] = client.request("status").number("events") - 1
        self._await(lambda: all((1, number) in self.listener.events[uid]
                                for uid, number in wanted.items()) and not self.offline())
        return [f"{uid} lacks {missing[:5]}" for uid in self.uids
                if (missing := self.listener.missing(uid))]
