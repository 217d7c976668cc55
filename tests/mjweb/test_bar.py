"""What stands on every page: open faults, and a stop that is never beside a start."""

import re

import pytest

from tests.mjweb.conftest import plain
from tests.patience import await_


def test_no_fault_and_a_stop_on_the_first_page(browser):
    page = browser.get("/")
    assert 'action="/stop"' in page and "No fault" in plain(browser.get("/bar"))


def test_a_fault_is_in_the_bar_with_its_way(browser):
    browser.table.do(lambda table: table.set_lid(True))
    await_(lambda: browser.now["fault"] == "E806")
    assert 'href="/faults/E806/' in browser.get("/bar")
    assert "E806 Service lid open" in plain(browser.get("/"))


def test_a_jog_is_stopped_and_service_mode_left(browser):
    table = browser.table
    with table.lock:
        table.request("press", key="service", ms=3000)
        table.do(lambda sim: sim.run_for(1500))
        assert table.request("service.enter").ok
        table.request("press", key="service", ms=20_000)
        assert table.request("motor.jog", name="drum", ms=60_000).ok

    def runs():
        table.request("keepalive")
        return "drum" in browser.now["runs"]

    await_(runs)
    said = browser.post("/stop")
    assert said == "Stopped: drum. The table has left service mode."
    await_(lambda: browser.now["mode"] == "run" and "drum" not in browser.now["runs"])


def test_what_cannot_be_stopped_is_told(browser):
    for _ in range(2):  # home, then the hatch opens
        browser.table.do(lambda table: table.press("elevator"))
        browser.table.do(lambda table: table.run_for(600))
    said = browser.post("/stop")
    assert "Still running: hatch, because the table is" in said and "stop button" in said


def test_a_stop_without_a_link_says_what_to_do(browser):
    browser.app.state.follower.client = None
    assert "There is no link" in browser.post("/stop") and "lid" in browser.post("/stop")


def test_without_scripts_the_answer_is_a_page(browser):
    answer = browser.web.post("/stop")
    assert "<html" in answer.text and 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["/stop", "/faults/ack"])
def test_who_may_only_look_changes_nothing(reader, path):
    assert reader.web.post(path).status_code == 403
    assert 'action="/stop"' not in reader.get("/")


def test_nothing_starts_beside_the_stop(browser):
    for path in ("/", "/faults", "/motors", "/bench", "/firmware", "/simulator"):
        bar = re.search(r"<aside.*?</aside>", browser.get(path), re.S)[0]
        assert re.findall(r'action="([^"]*)"', bar) == ["/stop"]
