"""A served table without --store counts its starts as a board does, and is else the same."""

import pytest

from mjsim.people.habits import Habits
from mjsim.serving import starts
from mjsim.serving.serve import Options, Server
from mjsim.table.session import SimTable


@pytest.fixture(autouse=True)
def own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def served():
    """The start number that a served table has."""
    server = Server(Options(seed=5, tcp="127.0.0.1:0"))
    server.close()
    return server.table.table.boots()


def test_each_start_has_the_next_number():
    assert [served() for _ in range(3)] == [1, 2, 3]
    starts.path_of("sim5").write_text("255")
    assert [served(), served()] == [0, 1], "in one byte"


@pytest.mark.parametrize("spoilt", [b"", b"x", b"\xff\xff", b"-3", b"9" * 40, "\u0661".encode()])
def test_a_spoilt_count_begins_anew_and_counts_on(spoilt):
    path = starts.path_of("sim5")
    path.parent.mkdir(parents=True)
    path.write_bytes(spoilt)
    first = starts.counted(path)
    assert 0 <= first < starts.STARTS
    assert starts.counted(path) == (first + 1) % starts.STARTS


def test_where_no_file_can_be_kept_the_clock_tells(own, monkeypatch):
    (own / "mjsim").write_text("")
    monkeypatch.setattr(starts.time, "time", lambda: 1000.0)
    assert starts.counted(starts.path_of("sim5")) == 1000 % 256


@pytest.mark.parametrize("machine", ["four_port", "single_port", "row_port"])
def test_the_evening_is_the_same(machine):
    """Motors, tiles and states of a hand, whatever the start's number is."""

    def evening(store):
        table = SimTable(machine, seed=3, store=store, players=Habits(evening=1))
        seen = []
        table.hearing.listen(lambda *told: seen.append((table.now_ms, *map(str, told))),
                             ("dice", "walls", "fault", "state", "key"))
        table.run_for(120_000)
        return seen, table.plant.counts()

    profile = SimTable(machine, powered=False).profile_name
    assert evening(None) == evening(starts.memory(machine, profile, 3, 42))
