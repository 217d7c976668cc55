"""The link on the real table and the simulated machine."""

import tomllib
from pathlib import Path

import pytest

from mjsim.table.flight import RING
from mjsim.table.session import SimTable
from mjsim.words.names import MACHINES
from mjtable.link.link import Link
from mjtool.dictionary import load
from mjtool.message import parse
from mjtool.sentences import sentence
from tests.protocol.bench import Bench
from tests.protocol.fake_table import FakePort

ROOT = Path(__file__).resolve().parents[2]
TABLE = tomllib.loads((ROOT / "firmware/tables/commands.toml").read_text(encoding="utf-8"))


class RealBench(Bench):
    """A bench on `mjsim`'s table: a scan of the link is 5 ms of the machine."""

    def __init__(self, machine="four_port", profile="SHOP-B-136", **options):
        self.sim = SimTable(machine, profile, record=RING, **options)
        self.table = self.sim.table
        self.port = FakePort()
        self.link = Link(self.table, "E6614103E7452D2F")
        self.number = 0

    def scan(self, times=1):
        for _ in range(times):
            self.sim.runner.wake()
            self.sim.run_for(5)
            self.link.poll(self.port, self.table.inputs.now_ms)

    def do(self, text):
        """A request; the words of its answer behind the id, event lines apart."""
        self.number += 1
        first, *self.lines = self.ask(f"{self.number} {text}")
        return first.partition(" ")[2]

    def status(self):
        """The answer to `status` as a dictionary."""
        return dict(word.split("=") for word in self.do("status").split()[1:])

    def events(self, start):
        """All events from a number on, and the next number."""
        found = []
        while True:
            answer = self.do(f"events from={start}")
            found += self.lines
            start = int(answer.partition("next=")[2])
            if not self.lines:
                return found, start


@pytest.mark.parametrize("machine", MACHINES)
def test_every_command_is_answered_as_the_table_of_commands_says(machine):
    bench = RealBench(machine)
    for command in TABLE["command"]:
        verdict, *words = bench.do(command["example"].partition(" ")[2]).split()
        if verdict == "err":
            assert command["name"] in ("service.enter", "motor.jog", "keepalive", "dice.roll",
                                       "restart", "motor.test", "emitters", "show.test",
                                       "selftest")
            assert words[0] in TABLE["errors"]
        elif not command.get("page"):
            assert [word.split("=")[0] for word in words] == [a["name"] for a in command["answer"]]


@pytest.mark.parametrize("machine", MACHINES)
def test_a_whole_hand_over_the_link_alone(machine):
    """Keys pressed and events read over the link; every line has a sentence."""
    bench = RealBench(machine, "YEE", seed=5)
    assert bench.do("press key=elevator ms=120") == "ok"
    bench.sim.run_until("ready", 20_000)
    assert bench.do("press key=elevator ms=120") == "ok"
    bench.sim.run_until(lambda: bench.sim.io("hatch_up"), 20_000)
    bench.sim.sweep("green")
    assert bench.do("press key=elevator ms=120") == "ok"
    lines, following = bench.events(0)
    for _ in range(400):
        bench.sim.run_for(500)
        more, following = bench.events(following)
        lines += more
        if bench.sim.table.set_waiting != "none":
            break
    status = bench.status()
    assert status["stacks"] == "18,18,18,18"
    assert status["waiting"] == "green"
    machines = {machine["name"] for machine in TABLE["machine"]}
    numbers = []
    for text in lines:
        event = parse(text)
        numbers.append(event.number)
        words = sentence(event)
        assert event.name in load().events
        assert "{" not in words and "unknown" not in words and " -1" not in words
        assert event.name != "state" or event.fields["machine"] in machines
    assert numbers == list(range(1, len(numbers) + 1))


def test_service_mode_over_the_link():
    bench = RealBench()
    assert bench.do("service.enter").startswith("err key state=power_on")
    assert bench.do("press key=service ms=3000") == "ok"
    bench.scan(20)
    assert bench.do("service.enter") == "ok"
    assert bench.do("press key=service ms=20000") == "ok"  # the change of mode let it go
    bench.scan(2)
    assert bench.do("motor.jog name=drum ms=5000") == "ok"
    bench.scan(20)
    assert bench.sim.table.outputs.motors == 1
    bench.scan(60)
    assert bench.do("keepalive") == "ok"
    bench.scan(60)
    assert bench.sim.table.outputs.motors == 1
    bench.scan(100)
    assert bench.sim.table.outputs.motors == 0
    assert bench.do("motor.jog name=chain").startswith("err unknown")
    assert bench.do("motor.jog name=ring dir=rev").startswith("err param")
    assert bench.do("motor.jog name=drum ms=5000") == "ok"
    bench.scan(20)
    assert bench.do("motor.jog name=drum ms=0") == "ok"
    bench.scan(10)
    assert bench.sim.table.outputs.motors == 0
    assert bench.do("service.leave") == "ok"
    assert bench.status()["mode"] == "run"


def test_walls_on_their_way_are_left_alone():
    bench = RealBench()
    for _ in range(2):
        bench.sim.press("elevator")
        bench.sim.run_for(3000)
    bench.sim.run_for(4000)
    bench.sim.press("elevator")
    bench.sim.run_for(600)
    assert bench.status()["state"] == "closing"
    assert bench.do("dice.roll") == "err key state=closing"
    assert bench.do("marker.set dealer=B") == "err refused state=closing by=walls"
    assert bench.do("marker.get").startswith("ok dealer=A")


def test_the_image_is_that_of_the_last_scan():
    bench = RealBench()
    levels = bytes(bench.sim.table.inputs.level)
    bench.scan()
    words = bench.do("image").split()
    assert bytes.fromhex(words[1].partition("=")[2]) == bytes(bench.sim.table.inputs.level)
    assert len(levels) == 9
    assert len(words[2].partition("=")[2]) == 8
