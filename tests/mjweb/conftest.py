"""The dashboard's pages, asked as a browser asks, at a simulated table in its own time."""

import contextlib
import re
import shutil
import tempfile

import pytest
from starlette.testclient import TestClient

from mjweb.access.rights import READ, Rights
from mjweb.app import build
from tests.mjweb.wire import TableWire
from tests.patience import await_

HOST = "table.test"


class Browser:
    """One visitor. `table` is the table's wire, `app` the dashboard."""

    def __init__(self, web, table, app):
        self.web, self.table, self.app = web, table, app

    def get(self, path):
        """A page's text; it has to be there."""
        answer = self.web.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path, **fields):
        """What a button says, without its tags."""
        answer = self.web.post(path, data=fields, headers={"hx-request": "true"})
        assert answer.status_code == 200, answer.text
        return plain(answer.text)

    @property
    def now(self):
        """What the pages were sent last."""
        return self.app.state.stream.now


def plain(html):
    """A page's words."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split()).replace("&#39;", "'").replace(
        "&#34;", '"')


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """Nothing of the user's own."""
    run = tempfile.mkdtemp(prefix="mj")  # a socket's path has to be short
    monkeypatch.setenv("XDG_RUNTIME_DIR", run)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield
    shutil.rmtree(run, ignore_errors=True)


@contextlib.contextmanager
def dashboard(table, rights=None):
    """The application at a table, with a visitor's client."""
    app = build(lambda: table, rights or Rights(False), frozenset({HOST}))
    with TestClient(app, base_url=f"http://{HOST}") as web:
        await_(lambda: app.state.stream.now.get("link") == "ok")
        yield web, app


@pytest.fixture
def browser():
    """A visitor at a table that has just been switched on."""
    table = TableWire(seed=5)
    with dashboard(table) as (web, app):
        yield Browser(web, table, app)


@pytest.fixture
def reader(browser):
    """The same table for somebody who may only look."""
    rights = Rights(True)
    token = rights.link(READ)
    with dashboard(browser.table, rights) as (web, app):
        web.get("/", params={"token": token})
        yield Browser(web, browser.table, app)
