"""`mjtool chronicle`: sentences, the chain, and what does not fit the head that was last seen."""

import hashlib
import json
import stat

import pytest

from mjtool.chronicle.chain import Chain
from mjtool.chronicle.seen import judge
from tests.mjtool.device import Device
from tests.mjtool.sim_device import SimDevice

UID = "E6614103E7452D2F"


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path):
    """The person's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "mjtool" / "chronicle"


def entry(kind, code=0, boots=1, seconds=5):
    """One entry's bytes."""
    return bytes((ord(kind) if isinstance(kind, str) else kind, boots, code & 255, code >> 8,
                  seconds & 255, seconds >> 8, 0))


START, SERVICE, LID, JAM = entry("p", 32), entry(2), entry(5, 806), entry(6, 521, seconds=600)
ROWS = [START, SERVICE, LID, JAM]


def shows(device, rows, first=0, before=bytes(32)):
    """What the table's chronicle is from now on."""
    log = before + first.to_bytes(3, "little") + b"".join(rows)
    device.table.journal.chronicle.log = log
    device.table.journal.chronicle.rows = len(log) // 7
    device.link._last_n = 0


def head(rows, before=bytes(32)):
    for row in rows:
        before = hashlib.sha256(before + row).digest()
    return before


def look(run, device, *more):
    result = run("chronicle", "-p", device.url, *more)
    return result.exit_code, result.stdout.splitlines()


def test_entries_are_sentences_and_the_head_is_printed(device, run):
    shows(device, ROWS)
    code, lines = look(run, device)
    assert code == 0
    assert lines == [
        "entry  start  what happened",
        "1      1      switched on, firmware 0.1.0",
        "2      1      service mode was entered, 5 s after that start",
        "3      1      the lid was opened: E806 (Service lid open), 5 s after that start",
        "4      1      a fault stopped the table: E521 (Head jam), which aborted what was under "
        "way, 600 s after that start",
        f"table    {UID}",
        "entries  4, of which 4 are kept",
        f"head     {head(ROWS).hex()}",
        "This table is seen for the first time; its head is kept."]


@pytest.mark.parametrize(("row", "text"), [
    (entry("w", 32 | 1 << 15), "restarted by the watchdog, firmware 0.1.0; a set was half sorted"),
    (entry("m", 64), "restarted into maintenance, firmware 0.2.0; the firmware was changed, it "
                     "was 0.1.0 before"),
    (entry(5, 203), "something moved or drew current that nobody had commanded: E203 "
                    "(A motor draws current without a command), 5 s after that start"),
    (entry(3), "the self-test was entered, 5 s after that start"),
    (entry(4), "maintenance was entered, 5 s after that start"),
    (entry(1, 9), "9 entries found no room, 5 s after that start"),
    (entry(77), "something of kind 77, 5 s after that start"),
])
def test_each_kind_of_entry_has_its_words(device, run, row, text):
    shows(device, [START, row])
    assert look(run, device)[1][2] == f"2      1      {text}"


def test_a_chain_that_goes_on(device, run):
    shows(device, ROWS)
    look(run, device)
    assert look(run, device)[1][-1] == "Nothing was added since it was last seen."
    shows(device, [*ROWS, START])
    assert look(run, device)[1][-1] == "The chain goes on from the head last seen, by 1 entry."
    shows(device, [*ROWS[3:], START, JAM, JAM], first=3, before=head(ROWS[:3]))
    code, lines = look(run, device)
    assert (code, lines[-1]) == (0, "The chain goes on from the head last seen, by 2 entries.")


@pytest.mark.parametrize(("rows", "first", "before", "text"), [
    (ROWS[:2], 0, bytes(32), "The chain was cut short: 4 entries had been seen, now there are 2."),
    ([START, SERVICE, START, JAM, JAM], 0, bytes(32),
     "Entry 3 was edited: it was \"the lid was opened: E806 (Service lid open), 5 s after that "
     "start\", now it is \"switched on, firmware 0.1.0\"."),
    ([entry("p", 32, 2, 300), *ROWS[1:]], 0, bytes(32),
     "Entry 1 was edited: it was \"switched on, firmware 0.1.0 (start 1, second 5, bytes "
     "70012000050000)\", now it is \"switched on, firmware 0.1.0 (start 2, second 300, bytes "
     "700220002c0100)\"."),
    ([START] * 6, 0, bytes(32),
     "3 entries were rewritten from entry 2 on: it was \"service mode was entered, 5 s after that "
     "start\", now it is \"switched on, firmware 0.1.0\"."),
    (ROWS, 0, b"\x01" + bytes(31), "The chain was rewritten: its entries are those seen before, "
                                   "but the head behind entry 4 is another."),
    ([JAM, JAM], 3, head([START, SERVICE, START]),
     "The chain was rewritten: its entries are those seen before, but the head behind entry 4 is "
     "another."),
    ([START], 9, bytes(32), "Entries 5 to 9 came and went unseen, so nothing joins this chain to "
                            "the one seen before."),
])
def test_truncation_edit_and_rewriting_are_told(device, run, rows, first, before, text):
    shows(device, ROWS)
    look(run, device)
    shows(device, rows, first, before)
    for _ in range(2):  # the head seen before stays
        code, lines = look(run, device)
        assert code == 4
        assert lines[-2:] == [text, (
            "The head last seen stays kept; compare it with a head on paper, look at the seals of "
            "the lid, and `mjtool verify` the firmware. --accept keeps the new chain.")]
    code, lines = look(run, device, "--accept")
    assert code == 0
    assert lines[-2:] == [text, "This chain's head is kept as the last one seen (--accept)."]
    assert look(run, device)[0] == 0


def test_a_rewritten_chain_with_its_own_head_is_consistent_but_not_the_one_seen():
    old = Chain(bytes(32), 0, tuple(ROWS))
    new = Chain(bytes(32), 0, (START, SERVICE, JAM, JAM))
    assert new.head() == head(new.rows)
    assert judge(None, new).word == "first", "nobody has seen another: it cannot be told"
    assert judge(old, new).word == "edited"


def test_what_the_board_found_itself_is_told_once(device, run):
    shows(device, [entry(7), START])
    code, lines = look(run, device)
    assert code == 4
    assert "older than its memory chip says: put back, or cut short" in lines[1]
    assert "The board itself found its records changed: see above." in lines
    assert look(run, device)[0] == 0


def test_another_table_is_told(device, run):
    shows(device, ROWS)
    look(run, device)
    with Device(uid="OTHER") as other:
        shows(other, ROWS)
        code, lines = look(run, other)
    assert code == 0
    assert lines[-2:] == [
        "This table is seen for the first time; its head is kept.",
        f"This computer has seen other tables: {UID}; a board that was exchanged has another "
        "number."]


def test_a_simulated_table_that_begins_anew_is_no_rewritten_chain(device, run, state):
    for rows in (ROWS, [START]):
        with Device(uid="sim0") as served:
            shows(served, rows)
            code, lines = look(run, served)
        assert code == 0
        assert lines[-1] == ("This table is simulated and may begin anew at each start, so its "
                             "head is neither kept nor compared.")
    assert not state.exists()
    shows(device, ROWS)
    assert look(run, device)[1][-1].endswith("its head is kept."), "a board's number is no sim0"


def test_what_was_seen_is_for_this_person_alone(device, run, state):
    shows(device, ROWS)
    look(run, device)
    file = state / f"{UID}.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert json.loads(file.read_text())["head"] == head(ROWS).hex()
    assert [each.name for each in state.iterdir()] == [file.name]


@pytest.mark.parametrize("text", ["", "{}", "[]", "\x00", '{"mark": "mjtool chronicle 1"}'])
def test_a_damaged_memory_of_it_is_no_head(device, run, state, text):
    shows(device, ROWS)
    look(run, device)
    (state / f"{UID}.json").write_text(text)
    result = run("chronicle", "-p", device.url)
    assert result.exit_code == 2
    assert "what was seen of this table before cannot be used" in result.stderr
    assert "restore it from a backup; or delete it" in result.stderr


def test_a_forged_memory_of_it_is_no_head(device, run, state):
    shows(device, ROWS)
    look(run, device)
    file = state / f"{UID}.json"
    value = json.loads(file.read_text())
    value["rows"][2] = START.hex()
    file.write_text(json.dumps(value))
    assert "its head is not that of its entries" in run("chronicle", "-p", device.url).stderr


def test_json(device, run_json):
    shows(device, ROWS)
    code, [value] = run_json("chronicle", "-p", device.url)
    assert code == 0
    assert (value["uid"], value["count"], value["head"]) == (UID, 4, head(ROWS).hex())
    assert value["entries"][1] == {
        "number": 2, "start": 1, "text": "service mode was entered, 5 s after that start"}


def test_what_has_not_the_form_of_a_chronicle(device, run):
    device.table.journal.chronicle.rows = 2
    result = run("chronicle", "-p", device.url)
    assert result.exit_code == 4
    assert "what the table sends as its chronicle has not the form of one" in result.stderr


def test_a_simulated_evening(run):
    with SimDevice(seed=3) as device:
        first = look(run, device)[1]
        device.do(lambda sim: (sim.run_for(3_000), sim.set_lid(True), sim.run_for(3_000),
                               sim.set_lid(False), sim.run_for(500)))
        code, lines = look(run, device)
    assert first[1] == "1      1      switched on, firmware 0.1.0"
    assert code == 0
    assert lines[2].startswith("2      1      the lid was opened: E806 (Service lid open), ")
    assert lines[-1] == "The chain goes on from the head last seen, by 1 entry."
