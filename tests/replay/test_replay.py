"""Recordings of faults: the firmware does today what it did then, here and in the genuine VM."""

import pytest

from mjsim.replay.compare import play
from mjsim.replay.record_file import load
from tests.replay.cases import NAMES, path
from tools.check.vm.replayed import Replayer

HAPPENED = {
    "head_jam": "fault E521", "stuck_sensor": "fault E402", "lid": "fault E806",
    "tile_missing": "fault E431", "surplus": "fault E407", "chain_stuck": "fault E405",
    "row_port_jam": "fault E521", "too_hot": "fault E207", "drum": "fault E301",
    "pinch": "fault E804", "half_cycle": "mains half_cycle", "power_dip": "mains out",
    "dice": "dice", "late": "fault E903", "jog": "motor drum",
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
