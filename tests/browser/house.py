"""The programs of a visit: a served table, its dashboard, pages that must not complain."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from mjtool.client import Client
from mjtool.sensors import read
from tests.patience import await_

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / ".build" / "browser"
"""Screenshots of every visit, to look at."""
ENDS = {"hatch": ("hatch_up", "hatch_dn"),
        **{f"lift_{side}": (f"lift_up_{side}", f"lift_dn_{side}") for side in "abcd"}}


def free_port() -> int:
    """A number that nobody has now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Program:
    """A program of the project that runs until it is ended; its first line is its address."""

    def __init__(self, *words: str, state: Path) -> None:
        self.words = words
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1",
                            "XDG_STATE_HOME": str(state), "XDG_DATA_HOME": str(state)}
        self.start()

    def start(self) -> None:
        """Start it, again."""
        self.process = subprocess.Popen([sys.executable, "-m", *self.words], cwd=ROOT, text=True,
                                        stdout=subprocess.PIPE, env=self.environment)
        self.first = self.process.stdout.readline()
        assert self.first, f"{self.words} ended at once"

    def kill(self) -> None:
        """As a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """As Ctrl-C does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.process.stdout.close()


def table(state: Path, *words: str) -> Program:
    """A simulated table at an address of its own."""
    return Program("mjsim", "serve", "--tcp", f"127.0.0.1:{free_port()}", *words, state=state)


def dashboard(state: Path, url: str, *words: str) -> Program:
    """Its dashboard; always at the same address, however often it is started."""
    program = Program("mjtool", "--json", "dashboard", "--port", url, "--tcp-port",
                      str(free_port()), "--no-browser", *words, state=state)
    program.links = json.loads(program.first)
    return program


class Visit:
    """A page, and what the browser complained of."""

    def __init__(self, page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda said: self.complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def picture(self, name: str) -> None:
        """Keep what a person sees now."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    def forgive(self, *parts: str) -> None:
        """What a browser says by itself when a server is gone."""
        self.complaints = [said for said in self.complaints
                           if not any(part in said for part in parts)]

    def shown(self) -> dict:
        """What the picture shows of stacks, lifts and hatch."""
        return self.page.evaluate("""() => {
            const table = document.querySelector("mj-table");
            const at = (name) => table.querySelector(`[data-part=${name}]`)?.dataset.at;
            const sides = [...table.querySelectorAll("[data-side]")];
            return {stacks: sides.map((side) => Number(side.dataset.stacks)),
                    drawn: sides.map((side) => side.querySelectorAll(".stack.on").length),
                    hatch: at("hatch"), lift_a: at("lift_a"), lift_b: at("lift_b"),
                    lift_c: at("lift_c"), lift_d: at("lift_d")};
        }""")


def told(url: str) -> dict:
    """The same by the table itself, over the wire."""
    with Client(url) as client:
        status = client.request("status").fields
        names = list(client.rows("io.list", kind="in"))
        on = {one.name: one.level for one in read(client.request("image").fields["in"], names)}
    stacks = [int(number) for number in status["stacks"].split(",")]
    ends = {name: "up" if on[up] and not on[down] else "down" if on[down] and not on[up] else "?"
            for name, (up, down) in ENDS.items()}
    return {"state": status["state"], "stacks": stacks, "drawn": stacks, **ends}


def agree(visit: Visit, url: str) -> dict:
    """Wait until picture and table say the same while neither changes; what they say."""
    def same():
        before, wire, after = visit.shown(), told(url), visit.shown()
        if before != after or told(url) != wire or "?" in wire.values():
            return None
        return wire if {**wire, **after} == wire else None
    return await_(same)
