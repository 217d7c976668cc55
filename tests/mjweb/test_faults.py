"""A fault as a way that a person goes: texts of the table, ticks that stay, the sensors' word."""

import pytest

from mjtool.dictionary import load
from mjweb.acts.checks import LEVELS, NEVER_BOTH, checks, named
from mjweb.acts.flow import split
from mjweb.acts.ticks import Ticks, mark, path_of
from tests.mjweb.conftest import dashboard, plain
from tests.patience import await_

LID = "/faults/E806/-"


@pytest.fixture
def opened(browser):
    """The lid is open."""
    browser.table.do(lambda table: table.set_lid(True))
    browser.table.do(lambda table: table.run_for(500))
    await_(lambda: browser.now["fault"] == "E806" and "lid" in browser.now["on"])
    return browser


def test_no_fault(browser):
    assert "No fault and no warning is open." in plain(browser.get("/faults"))


def test_the_list_leads_to_each(opened):
    page = opened.get("/faults")
    assert "E806 Service lid open" in plain(page) and '/faults/E806/' in page


def test_what_where_why_and_what_to_do(opened):
    page = plain(opened.get(LID))
    row = load().faults["E806"]
    for text in (row["name"], row["reaction"], *row["causes"], *row["remedy"],
                 load().io["lid"]["wires"].split(",")[0]):
        assert text in page, text


def test_the_steps_done_survive_a_reload(opened):
    assert "Done?" in opened.get(LID)
    assert "✓ Done" in opened.post(LID + "/steps/0", done="1")
    assert "✓ Done" in opened.get(LID)
    opened.post(LID + "/steps/0", done="0")
    assert "✓ Done" not in opened.get(LID)


def test_they_survive_a_dashboard_that_was_started_again(opened):
    opened.post(LID + "/steps/0", done="1")
    with dashboard(opened.table) as (web, app):
        await_(lambda: app.state.stream.now["fault"] == "E806")
        assert "✓ Done" in web.get(LID).text
        opened.table.do(lambda table: table.set_lid(False))
        opened.table.do(lambda table: table.run_for(500))
        web.post("/faults/ack")
        web.get(LID)
    with dashboard(opened.table) as (web, app):
        opened.table.do(lambda table: table.set_lid(True))
        await_(lambda: app.state.stream.now["fault"] == "E806")
        assert "✓ Done" not in web.get(LID).text


OURS = '{"form": 2, "done": %s}'
SPOILT = ["", "{", "[]", "\udcff", '{"form": 1}', " " * 20_000, OURS % "7", "[" * 5_000,
          OURS % "[7, [1, 2, 3]]",
          OURS % '[["E806", "", [0], "", 7], ["E806", "", [0], M]]',
          OURS % '[["E999", "", [0], "", M], ["E806", 1, [0], "", M], [["E806"], "", [0], "", M]]',
          OURS % '[["E806", "", [9], "", M], ["E806", "", [true], "", M]]',
          OURS % '[["E806", "", 0, "", M], ["E806", "", [0], 1, M]]']


@pytest.mark.parametrize("spoilt", SPOILT, ids=range(len(SPOILT)))
def test_a_spoilt_file_is_as_if_nothing_was_ticked(spoilt):
    path = path_of("t1")
    path.parent.mkdir(parents=True)
    path.write_text(spoilt.replace("M", str(mark("E806"))), errors="surrogateescape")
    ticks = Ticks()
    assert not ticks.done(("t1", "E806", ""))
    ticks.tick(("t1", "E806", ""), 0, True)
    assert Ticks().done(("t1", "E806", "")) == {0}


def test_a_disk_that_takes_nothing_keeps_nobody_from_ticking(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    ticks = Ticks()
    ticks.tick(("t1", "E806", ""), 0, True)
    assert ticks.done(("t1", "E806", "")) == {0}


def test_the_sensor_has_to_agree(opened):
    opened.post(LID + "/steps/0", done="1")
    page = opened.get(LID)
    assert "the cause is still there" in page and "disabled" in page
    opened.table.do(lambda table: table.set_lid(False))
    await_(lambda: "lid" not in opened.now["on"])
    page = opened.get(LID + "/steps")
    assert "lid is off, as it should be." in page and "disabled" not in page


def test_acknowledged_and_then_done_anew(opened):
    opened.post(LID + "/steps/0", done="1")
    assert "Still open" in opened.post("/faults/ack") and "E806" in opened.post("/faults/ack")
    opened.table.do(lambda table: table.set_lid(False))
    await_(lambda: "lid" not in opened.now["on"])
    opened.table.do(lambda table: table.run_for(500))
    assert "Acknowledged" in opened.post("/faults/ack")
    assert "not open any more" in opened.get(LID)
    opened.table.do(lambda table: table.set_lid(True))
    await_(lambda: opened.now["fault"] == "E806")
    assert "✓ Done" not in opened.get(LID)


def test_a_fault_that_came_again_unseen_is_done_anew(opened):
    """Nobody looked at its page between the two; nor did this dashboard run."""
    opened.post(LID + "/steps/0", done="1")
    before = opened.now["open"]
    opened.table.do(lambda table: table.set_lid(False))
    opened.table.do(lambda table: table.run_for(500))
    opened.post("/faults/ack")
    opened.table.do(lambda table: table.set_lid(True))
    await_(lambda: opened.now["open"] != before and opened.now["fault"] == "E806")
    assert "✓ Done" not in opened.get(LID)


def test_a_fault_of_another_start_is_done_anew():
    ticks = Ticks()
    ticks.keep("t1", [("E806", "", "4:17")])
    ticks.tick(("t1", "E806", ""), 0, True)
    later = Ticks()
    later.keep("t1", [("E806", "", "")])  # the table's log does not reach back so far
    assert later.done(("t1", "E806", "")) == {0}
    later = Ticks()
    later.keep("t1", [("E806", "", "5:2")])
    assert not later.done(("t1", "E806", ""))


def test_an_unknown_code_has_its_sentence(browser):
    answer = browser.web.get("/faults/E999/-")
    assert answer.status_code == 404 and "There is no fault E999." in answer.text


def test_every_fault_has_a_way(browser):
    for code in load().faults:
        assert code in browser.get(f"/faults/{code}/-")


@pytest.mark.parametrize("code", list(load().faults))
def test_no_step_is_lost(code):
    remedy = load().faults[code]["remedy"]
    first, acknowledge, after = split(remedy)
    assert sorted([*first, *([acknowledge] if acknowledge else []), *after]) == sorted(remedy)


def test_every_check_is_of_a_fault_and_of_inputs():
    ids = {row["id"] for row in load().faults.values()}
    assert set(LEVELS) | set(NEVER_BOTH) <= ids
    for stems in (*([stem for stem, _ in row] for row in LEVELS.values()), *NEVER_BOTH.values()):
        assert {named(stem, "_a") for stem in stems} <= set(load().inputs)


def test_two_limits_at_once():
    assert not checks("lift_limits", "lift_b", ["lift_up_b", "lift_dn_b"])[0].good
    assert checks("lift_limits", "lift_b", ["lift_up_b", "lift_dn_a"])[0].good
    assert checks("lift_limits", "", ["lift_up_b"]) == []


def test_ticks_are_of_one_table():
    ticks = Ticks()
    ticks.tick(("t1", "E806", ""), 0, True)
    ticks.tick(("t2", "E806", ""), 0, True)
    ticks.keep("t1", [])
    assert not ticks.done(("t1", "E806", "")) and ticks.done(("t2", "E806", "")) == {0}
