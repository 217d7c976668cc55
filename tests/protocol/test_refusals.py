"""Refusals: the code, and the keys that help a person on; nothing is done."""

import tomllib
from pathlib import Path

import pytest

from tests.protocol.bench import Bench

ROOT = Path(__file__).resolve().parents[2]
ROWS = tomllib.loads((ROOT / "firmware/tables/commands.toml").read_text("utf-8"))["command"]


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        ("jump", "unknown command=jump"),
        ("STATUS!", "unknown command=STATUS_"),
        ("x" * 150, "unknown command=" + "x" * 24),
        ("press key=dice", "unknown key=key value=dice"),
        ("press key=", "unknown key=key value="),
        ("profile.set name=SHOP-C", "unknown key=name value=SHOP-C"),
        ("settings.set name=power.budget value=1", "unknown key=name value=power.budget"),
        ("marker.set dealer=E", "param key=dealer"),
        ("press", "param key=key"),
        ("press ms=100", "param key=key"),
        ("press key=marker color=3", "param key=color"),
        ("press key=marker key=marker", "param key=key"),
        ("press key=marker ms=1.5", "param key=ms"),
        ("press key=marker ms=", "param key=ms"),
        ("press key=marker ms=-", "param key=ms"),
        ("press key=marker ms=0x10", "param key=ms"),
        ("press key=marker ms=19", "range key=ms min=20 max=20000"),
        ("press key=marker ms=-100", "range key=ms min=20 max=20000"),
        ("press key=marker ms=99999999999999999999", "range key=ms min=20 max=20000"),
        ("marker.set streak=100", "range key=streak min=0 max=99"),
        ("events from=-1", "range key=from min=0 max=1073741823"),
        ("status verbose=1", "param key=verbose"),
        ("hello a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10", "param key=a"),
        ("settings.set name=power.budget_mw value=1000",
         "range key=value min=36000 max=80000"),
        ("motor.jog name=belt_a", "mode needs=service"),
        ("keepalive", "mode needs=service"),
    ],
)
def test_what_is_wrong_with_a_request_is_said(request_, answer):
    bench = Bench()
    assert bench.ask(f"4 {request_}") == [f"4 err {answer}"]
    assert bench.table.calls == []


@pytest.mark.parametrize(
    ("result", "answer"),
    [
        ("busy", "busy state=raising"),
        ("refused", "refused state=raising"),
        ("fault", "fault fault=E521"),
        ("mode", "mode needs=service"),
        ("key", "key state=raising"),
        ("param", "param"),
        ("unknown", "unknown"),
        ("range", "range"),
    ],
)
@pytest.mark.parametrize(
    "request_",
    ["marker.set dealer=B", "dice.roll", "press key=elevator", "profile.set name=YEE",
     "fault.ack", "service.enter", "service.leave", "restart to=maintenance"],
)
def test_what_the_table_refuses_is_passed_on(request_, result, answer):
    bench = Bench()
    bench.table.state = "raising"
    bench.table.result = result
    bench.table.faults.rows = [(521, "line_b", 0)]
    assert bench.ask(f"4 {request_}") == [f"4 err {answer}"]


def test_pressing_needs_service_mode_on_a_real_board_only():
    bench = Bench()
    assert bench.ask("1 press key=elevator") == ["1 ok"]
    bench.table.inputs.sim = 0
    assert bench.ask("2 press key=elevator") == ["2 err mode needs=service"]
    bench.table.mode = "service"
    assert bench.ask("3 press key=elevator ms=300") == ["3 ok"]
    assert bench.table.calls == [("press", "elevator", 100), ("press", "elevator", 300)]


@pytest.mark.parametrize("command", [row for row in ROWS if row["key"] != "free"],
                         ids=lambda row: row["name"])
def test_what_needs_the_service_key_is_refused_without_it_and_does_nothing(command):
    bench = Bench()
    bench.table.keyless = True
    bench.table.mode = bench.table.state = command["modes"][0]
    before = list(bench.table.settings.value)
    asked = command["example"].partition(" ")[2]
    assert bench.ask(f"1 {asked}") == [f"1 err key state={command['modes'][0]}"]
    assert bench.table.calls == [] and bench.table.settings.value == before


def test_maintenance_mode_moves_nothing():
    bench = Bench()
    bench.table.mode = "maintenance"
    assert bench.ask("1 dice.roll") == ["1 err mode needs=run"]
    assert bench.ask("2 motor.jog name=drum") == ["2 err mode needs=service"]
    assert bench.ask("3 status")[0].startswith("3 ok")


def test_parameters_reach_the_table_as_numbers():
    bench = Bench()
    bench.table.mode = "service"
    bench.table.marker.hand = 7
    for text in ("motor.jog name=dice", "motor.jog ms=0 dir=rev name=chain", "keepalive",
                 "marker.set wind=N dealer=D", "profile.set name=LASFS"):
        bench.ask(f"1 {text}")
    assert bench.table.calls == [
        ("jog", 16, 0, 500), ("jog", 3, 1, 0), ("keepalive",),
        ("marker_set", 3, 3, 0, 7, 1), ("set_profile", 7),
    ]
