"""One browser for a file of tests; a visit ends with the browser having complained of nothing."""

import os
import subprocess
import sys

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.chromium import find
from tests.browser.house import Visit
from tests.patience import HANG_S

ALONE = ["--no-sandbox", "--disable-dev-shm-usage"]
PHONE, DESK = (360, 740), (1280, 860)


@pytest.fixture(scope="session", autouse=True)
def crowd():
    """BUSY=4: so many programs that want the processor all the time."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
            for _ in range(int(os.environ.get("BUSY", "0")))]
    yield
    for one in busy:
        one.kill()
        one.wait()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=ALONE)
        yield chromium
        chromium.close()


@pytest.fixture
def visits(browser):
    """`visits(url, size)` opens a page in a context of its own."""
    open_ = []

    def visit(url, size=DESK, **options):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        context.set_default_timeout(HANG_S * 1000)
        one = Visit(context.new_page())
        one.page.goto(url)
        open_.append((context, one))
        return one

    yield visit
    complaints = [said for _, one in open_ for said in one.complaints]
    for context, _ in open_:
        context.close()
    assert complaints == []


@pytest.fixture
def browser_page(visits):
    """A page of a phone, still empty."""
    return visits("about:blank", PHONE, has_touch=True).page
