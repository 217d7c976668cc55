"""Five programs on one served table: `python -m tools.check.sharing [--minutes M] [--seed N]`.

Two watch, one reads all there is, one presses keys, one runs motors and is killed in the middle of
each kind of motion. At the end: every watcher saw every event once and in order, no press was
done twice, nobody but its owner moved anything, and how long the table moved on without its owner.
In real time over a real port; `make soak PART=share`, never a test.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from mjtool.client import Client
from mjtool.feed import Feed

MJSIM = Path(sys.executable).with_name("mjsim")
DEAD_MAN_MS = 500  # `service.deadman_ms`
KINDS = (("motor.jog", "name=drum", "ms=30000"), ("motor.jog", "name=lift_a", "ms=30000"),
         ("motor.jog", "name=head_b", "ms=30000"), ("motor.test", "name=drum"),
         ("motor.test", "name=hatch"), ("selftest", "step=begin"))
MOVER = """
import sys, time
from mjtool.client import Client
from mjtool import jog
client = Client(sys.argv[1], lasting=True, name="mover")
jog.enter(client, lambda text: None)
client.request("press", key="service", ms=20000)
answer = client.request(sys.argv[2], **dict(word.split("=") for word in sys.argv[3:]))
print("moves" if answer.ok else "refused", flush=True)
while True:
    client.request("keepalive")
    time.sleep(0.1)
"""
LOOKS = ("image", "faults", "stats", "trends", "settings.get", "measure", "profile.list")


class Table:
    """What happens until the time is up, and what was wrong."""

    def __init__(self, url: str, seed: int, until_s: float) -> None:
        self.url = url
        self.rng = random.Random(seed)
        self.until_s = until_s
        self.wrong: list[str] = []
        self.seen: list[list[int]] = [[], []]
        self.presses = self.owned = self.asked = 0
        self.keys = 0
        self.after_ms: dict[str, list[float]] = {}
        self._turn = threading.Lock()

    @property
    def on(self) -> bool:
        """There is time left."""
        return time.monotonic() < self.until_s

    def watch(self, which: int) -> None:
        """Every event, as they come."""
        with Client(self.url, lasting=True, name="watch") as client:
            feed = Feed(client)
            while self.on or feed.poll():
                for event in feed.poll():
                    self.seen[which].append(event.number)
                    self.keys += which == 0 and event.name == "key" and \
                        event.fields["key"] == "marker"
                time.sleep(0.03)
            if feed.lost:
                self.wrong.append(f"watcher {which} lost {feed.lost} events")

    def read(self) -> None:
        """Everything that can be read."""
        with Client(self.url, lasting=True, name="reader") as client:
            while self.on:
                if not client.request(self.rng.choice(LOOKS)).ok:
                    self.wrong.append("a read was refused")
                self.asked += 1

    def press(self) -> None:
        """A key now and then; while somebody else moves the table it must be refused."""
        with Client(self.url, lasting=True, name="presser") as client:
            while self.on:
                with self._turn:
                    answer = client.request("press", key="marker", ms=60)
                    self.presses += answer.ok
                    self.owned += "owner" in answer.fields
                time.sleep(self.rng.uniform(0.6, 1.2))  # no double press

    def move(self) -> None:
        """Each kind of motion in turn; its program is killed in the middle."""
        with Client(self.url, lasting=True, name="looker") as client:
            kind = 0
            while self.on:
                self._killed(client, KINDS[kind % len(KINDS)])
                kind += 1

    def _killed(self, client: Client, kind: tuple[str, ...]) -> None:
        mover = subprocess.Popen([sys.executable, "-c", MOVER, self.url, *kind], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert mover.stdout is not None
        line = mover.stdout.readline().strip()
        time.sleep(self.rng.uniform(0.05, 0.3))
        if line and client.request("motor.jog", name="ring", ms=100).ok:
            self.wrong.append("another program moved the table while it was owned")
        mover.send_signal(signal.SIGKILL)
        began = time.monotonic()
        while int(client.request("image").fields["out"][:4], 16) and time.monotonic() - began < 5:
            pass
        self.after_ms.setdefault(" ".join(kind), []).append((time.monotonic() - began) * 1000)
        mover.communicate()
        while client.request("status").fields["mode"] == "service":
            time.sleep(0.05)

    def verdict(self) -> list[str]:
        """What was wrong, one sentence each."""
        for which, seen in enumerate(self.seen):
            if seen != list(range(seen[0], seen[0] + len(seen))):
                self.wrong.append(f"watcher {which} did not see every event once")
        late = max((max(times) for times in self.after_ms.values()), default=0.0)
        if late > DEAD_MAN_MS:
            self.wrong.append(f"a motor ran on for {late:.0f} ms without its owner")
        if self.keys > self.presses:  # fewer: a press ends with the table's mode
            self.wrong.append(f"{self.presses} presses were done, {self.keys} keys seen")
        return self.wrong


def main(argv: list[str]) -> int:
    """Exit 1 when something was wrong."""
    options = argparse.ArgumentParser(prog="tools.check.sharing", description=__doc__)
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        link = str(Path(folder) / "table")
        served = subprocess.Popen([str(MJSIM), "serve", "--pty", link], stdout=subprocess.PIPE,
                                  text=True)
        assert served.stdout is not None
        served.stdout.readline()
        table = Table(link, given.seed, time.monotonic() + 60 * given.minutes)
        run(table, given.minutes)
        served.terminate()
        served.wait()
    return report(table)


def run(table: Table, minutes: float) -> None:
    """All five at once."""
    parts = [lambda: table.watch(0), lambda: table.watch(1), table.read, table.press, table.move]
    threads = [threading.Thread(target=part) for part in parts]
    for thread in threads:
        thread.start()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("five programs", total=minutes * 60)
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
            bar.advance(task, 0.2)


def report(table: Table) -> int:
    """Print what was seen."""
    print(f"{len(table.seen[0])} events, each seen once by both watchers; {table.asked} reads; "
          f"{table.presses} presses done, {table.keys} keys seen, {table.owned} presses refused "
          f"while somebody moved the table")
    for kind, times in table.after_ms.items():
        print(f"  killed in {kind:<30} {len(times):>4} times, stood after {max(times):>4.0f} ms "
              f"at most")
    wrong = table.verdict()
    print("\n".join(wrong) or "good")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
