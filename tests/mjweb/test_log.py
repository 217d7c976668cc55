"""The log: by kind, by text, as a file."""

import json

import pytest

from tests.mjweb.conftest import plain
from tests.patience import await_


@pytest.fixture
def told(browser):
    """Something has happened."""
    for act in (lambda table: table.press("marker"), lambda table: table.set_lid(True)):
        browser.table.do(act)
        browser.table.do(lambda table: table.run_for(1000))
    await_(lambda: browser.now["fault"])
    await_(lambda: {"key", "fault"} <= {e.name for e in browser.app.state.follower.history})
    return browser


def test_by_kind(told):
    text = plain(told.get("/log?kind=fault").split("<tbody>")[1])
    assert "E806" in text and "marker" not in text


def test_by_text(told):
    text = plain(told.get("/log?text=LID").split("<tbody>")[1])
    assert "E806" in text and "marker" not in text
    assert "Events: 0;" in plain(told.get("/log?text=%3Cscript%3E"))
    assert "<script>" not in told.get("/log?text=%3Cscript%3E").split("<main")[1]


def test_as_files(told):
    answer = told.web.get("/log/file.txt?kind=fault")
    assert "E806" in answer.text and "attachment" in answer.headers["content-disposition"]
    rows = json.loads(told.web.get("/log/file.json?kind=fault").text)
    assert [row["code"] for row in rows] == ["E806"]
    assert json.loads(told.web.get("/log/file.json?text=nothing-of-it").text) == []
    assert told.web.get("/log/file.exe").status_code == 404
