"""A real Chromium, at the width of a phone, which reports all that its pages complain of."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

PHONE = {"width": 360, "height": 740}
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser():
    """The browser of BROWSER_PATH, else the first of PATH."""
    path = os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium: name one with BROWSER_PATH")
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def browser_page(browser):
    """A page; a message of the console that is no information fails the test."""
    page = browser.new_page(viewport=PHONE, has_touch=True)
    said = []
    page.on("console", lambda message: said.append(message.text)
            if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    yield page
    page.close()
    assert said == []
