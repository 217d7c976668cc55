"""Where the browser comes from when nobody has one: npm's package, and its sentence without it."""

import os

import pytest

from tests.browser import chromium


@pytest.fixture
def tools(monkeypatch, tmp_path):
    """`tools(npm, node)`: stand-ins for both programs, shell scripts."""
    monkeypatch.setattr(chromium, "ROOT", tmp_path)
    monkeypatch.setattr(chromium, "BY_NPM", tmp_path / "here")
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    bin_ = tmp_path / ".venv" / "bin"
    bin_.mkdir(parents=True)

    def made(**scripts):
        for name, text in scripts.items():
            (bin_ / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            os.chmod(bin_ / name, 0o755)
        return tmp_path / "here"
    return made


def test_npm_installs_the_package_and_tells_where_it_is(tools):
    here = tools(npm='echo "$@" > asked', node='test -f asked && echo /somewhere/chromium')
    assert chromium.find() == "/somewhere/chromium"
    assert chromium.PACKAGE in (here / "asked").read_text(encoding="utf-8")


@pytest.mark.parametrize(("ci", "outcome"), [("1", pytest.fail.Exception),
                                             ("", pytest.skip.Exception)])
def test_without_any_it_fails_in_ci_and_is_skipped_elsewhere(tools, monkeypatch, ci, outcome):
    tools(npm="exit 1", node="exit 1")
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="no Chromium: not in BROWSER_PATH"):
        chromium.find()
