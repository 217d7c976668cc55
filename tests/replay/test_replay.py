"""Recordings of faults: the firmware does today what it did then, here and in the genuine VM."""

import pytest

from mjsim.replay.compare import play
from mjsim.replay.player import Player
from mjsim.replay.record_file import load
from mjsim.table import flight
from mjsim.table.session import SimTable
from tests.replay.cases import NAMES, RING, path
from tools.check.vm.replayed import Replayer

HAPPENED = {
    "head_jam": "fault E521", "stuck_sensor": "fault E402", "lid": "fault E806",
    "tile_missing": "fault E431", "surplus": "fault E407", "chain_stuck": "fault E405",
    "row_port_jam": "fault E521", "too_hot": "fault E207", "drum": "fault E301",
    "pinch": "fault E804", "half_cycle": "mains half_cycle", "power_dip": "mains out",
    "dice": "dice", "memory": "stack", "late": "fault E903", "jog": "motor drum",
}  # fmt: skip
WORDS = ("event", "code", "did", "name")


def recorded(name):
    return load(path(name), any_firmware=True)


@pytest.mark.parametrize("name", NAMES)
def test_the_firmware_does_the_same_again(name):
    played = play(recorded(name))
    assert played.difference is None
    assert played.scans > 40


@pytest.mark.parametrize("name", NAMES)
def test_what_it_is_named_after_is_in_it(name):
    said = [" ".join(str(event[word]) for word in WORDS if word in event)
            for event in play(recorded(name)).events]
    kind, _, what = HAPPENED[name].partition(" ")
    assert any(each.startswith(kind) and what in each for each in said), sorted(set(said))


def test_a_memory_that_refuses_is_told_scan_by_scan():
    recording = recorded("memory")
    player = Player(recording.wired, recording.data)
    refused = 0
    while player.reader.at < len(player.reader.data):
        player.step()
        refused += bool(player.medium.refuses)
    assert refused > 100 and player.table.journal.refused


def test_that_a_board_learnt_its_currents_meanwhile_is_not_told_as_a_difference():
    session = SimTable("four_port", "YEE", 8, record=RING)
    session.press("elevator")
    session.run_until("ready", 30_000)
    for learnt in (0, 1):
        session.board.inputs.calibrated = learnt
        session.table.recorder.n[flight.WANTED] = 1
        session.run_for(1_000)
    player = Player(session.table.machine, flight.data(session.table.recorder))
    found = []
    while player.reader.at < len(player.reader.data):
        player.step()
        found += player.others
    assert player.recorder.marked == 2
    assert found == []


@pytest.fixture(scope="module")
def vm():
    with Replayer() as replayer:
        yield replayer


@pytest.mark.parametrize("name", NAMES)
def test_the_genuine_vm_does_the_same(vm, name):
    recording = recorded(name)
    scans, difference = vm.play(recording)
    assert difference is None
    assert scans == play(recording).scans
