"""A folder for matches of the test alone, and a client of the application."""

import pytest
from starlette.testclient import TestClient

from mjscore.match import store
from mjtool import whole_file
from mjweb.access.rights import Rights
from mjweb.app import build


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setattr(store, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(whole_file.os, "fsync", lambda number: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def client():
    app = build(None, Rights(False), frozenset(("table",)))
    with TestClient(app, base_url="http://table") as made:
        yield made
