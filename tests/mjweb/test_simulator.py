"""The simulated table's own page, and that a real table has none."""

import pytest

from mjtool.dictionary import load
from tests.mjweb.conftest import plain
from tests.patience import await_


def test_what_lies_inside(browser):
    page = plain(browser.get("/simulator"))
    counts = browser.table.do(lambda table: table.plant.counts())
    assert f"Tiles in the drum {counts['drum']}" in page
    assert "Times real time" in page and "typical" in page and "Seed" in page


def test_a_fault_by_click_and_put_right_again(browser):
    assert browser.post("/simulator/inject", text="jam head_b") == "Done: jam head_b."
    assert "jam head_b" in plain(browser.get("/simulator/now"))
    browser.post("/simulator/inject", text="clear jam head_b")
    assert "jam head_b" not in plain(browser.get("/simulator/now"))


@pytest.mark.parametrize("code", [c for c, row in load().faults.items() if row.get("inject")])
def test_every_fault_of_the_list_can_be_had(browser, code):
    text = load().faults[code]["inject"]
    said = browser.post("/simulator/inject", text=text)
    assert said == f"Done: {text}." or "tiles are wanted but 0 lie" in said


def test_what_cannot_go_wrong_has_the_simulators_sentence(browser):
    assert "Unknown fault" in browser.post("/simulator/inject", other="explode")
    assert "A hand cannot" in browser.post("/simulator/hand", text="dance")
    assert "There is no key" in browser.post("/simulator/press", key="panic")
    assert browser.post("/simulator/inject", other="jam head_b*0000 x=1\n5 restart")  # no line
    assert browser.table.request("status").ok


def test_hand_and_key(browser):
    browser.post("/simulator/hand", text="lid open")
    browser.table.do(lambda table: table.run_for(300))
    await_(lambda: browser.now["fault"] == "E806")
    assert browser.post("/simulator/press", key="marker") == "Pressed: marker."


def test_a_real_table_has_no_such_page_and_no_key_is_pressed(browser):
    table = browser.table
    table.hello = type(table.hello)(**{**table.hello.as_json(), "sim": False})
    await_(lambda: browser.now["sim"] is False)
    assert browser.web.get("/simulator").status_code == 404
    assert "/simulator" not in browser.get("/")
    for path, fields in (("press", {"key": "service"}), ("inject", {"text": "lid open"}),
                         ("hand", {"text": "lid open"})):
        assert "a real table" in browser.post(f"/simulator/{path}", **fields)
    assert not {"press", "sim.inject", "sim.hand"} & set(table.asked)


def test_who_may_only_look_breaks_nothing(reader):
    for path in ("inject", "hand", "press"):
        assert reader.web.post(f"/simulator/{path}", data={"text": "lid open"}).status_code == 403
