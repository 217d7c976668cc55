"""Any run of the fault campaign replays, failed or not: also one whose memory refuses records,
whose board starts anew in mid-sort, whose people act while a scan is late."""

import pytest

from mjsim.campaign import left
from mjsim.campaign.halves import play as play_run
from mjsim.campaign.options import options_of
from mjsim.campaign.tree import trunk_at
from mjsim.replay.compare import play
from mjsim.replay.record_file import load
from mjsim.table.flight import RING

RUNS = {
    "a fault is mended while a scan is late": (5001, 0, (), 20_000),
    "the program hangs and starts anew": (5001, 8, (), 60_000),
    "an exception in the program": (5001, 12, (), 60_000),
    "the memory is not there": (5003, 1, ("store missing",), 60_000),
}


@pytest.mark.parametrize("case", RUNS)
def test_a_run_does_the_same_again(case, tmp_path):
    seed, number, kinds, after_ms = RUNS[case]
    options = options_of(seed, number, kinds)
    at_ms = []

    def begin():
        table = trunk_at(options, RING)
        at_ms.append(table.now_ms)
        return table

    begin()
    file = tmp_path / "run.mjrec"
    content = left.of_run(begin, lambda table: play_run(table, options), at_ms[0] + after_ms)
    file.write_bytes(content)
    played = play(load(file))
    assert played.difference is None
    assert played.scans > 50
