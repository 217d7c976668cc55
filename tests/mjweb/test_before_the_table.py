"""Every page before a table was found, and after it was lost: a page, and what to wait for."""

import threading

import pytest
from starlette.testclient import TestClient

from mjtool.errors import NoDeviceError
from mjweb.access.rights import Rights
from mjweb.app import build
from mjweb.pages.render import MENU
from tests.mjweb.conftest import HOST, plain
from tests.mjweb.wire import TableWire
from tests.patience import await_


@pytest.fixture
def early():
    """A visitor while the table is not found yet, and what lets it be found."""
    there = threading.Event()

    def connect():
        if not there.is_set():
            raise NoDeviceError("no table", "", "", "plug it in")
        return TableWire(seed=5)

    app = build(connect, Rights(False), frozenset({HOST}))
    with TestClient(app, base_url=f"http://{HOST}") as web:
        await_(lambda: app.state.stream.now["link"] == "lost")
        yield web, app, there


@pytest.mark.parametrize("path", [path for path, _ in MENU] + ["/faults/E806/-"])
def test_every_page_is_there_before_the_table_is(early, path):
    answer = early[0].get(path)
    assert answer.status_code == 200 and "</html>" in answer.text


def test_the_simulators_page_says_to_wait_and_then_appears(early):
    web, app, there = early
    assert "The table is not known yet" in plain(web.get("/simulator").text)
    assert web.get("/simulator/known").status_code == 204
    there.set()
    await_(lambda: app.state.stream.now["link"] == "ok")
    assert web.get("/simulator/known").headers["hx-refresh"] == "true"
    assert "Tiles in the drum" in plain(web.get("/simulator").text)


def test_a_button_says_that_there_is_no_link(early):
    for path, fields in (("/bench/try", {"item": "motor", "name": "drum"}), ("/faults/ack", {}),
                         ("/bench/try", {"item": "all", "name": "mains"}), ("/firmware/check", {}),
                         ("/simulator/press", {"key": "elevator"})):
        answer = early[0].post(path, data=fields, headers={"hx-request": "true"})
        assert answer.status_code == 200 and "There is no link to the table now." in answer.text
