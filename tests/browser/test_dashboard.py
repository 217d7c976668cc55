"""The dashboard's pages in a real Chromium: nothing complained of, usable by everybody, and a link
that comes back by itself."""

import multiprocessing

import pytest

from mjtool.client import Client
from mjweb.words import LANGUAGES
from tests.browser.axe import findings
from tests.browser.conftest import DESK, PHONE
from tests.browser.house import agree, dashboard, table
from tests.patience import await_

GONE = ("Failed to load resource", "net::ERR", "Failed to fetch", "EventSource")
"""What a browser itself says of a server that is gone."""


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    return tmp_path_factory.mktemp("state")


@pytest.fixture
def served(state):
    one = table(state, "--seed", "3")
    yield one
    one.end()


@pytest.fixture
def seen(state, served):
    one = dashboard(state, served.first.strip())
    yield one
    one.end()


def link(visit):
    return visit.page.get_attribute("#link", "data-link")


def addresses(visit):
    """Every page of the menu."""
    return visit.page.eval_on_selector_all("header nav a", "links => links.map(link => link.href)")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_in_every_language_is_for_everybody(visits, seen, size):
    """By axe-core; and no page is wider than its screen."""
    first = visits(seen.links["dashboard"], size)
    await_(lambda: link(first) == "ok")
    wrong = []
    for language in LANGUAGES:
        first.page.context.add_cookies([{"name": "mjtable_language", "value": language,
                                         "url": seen.links["dashboard"]}])
        for address in addresses(first):
            first.page.goto(address)
            await_(lambda: link(first) == "ok")
            first.picture(f"{address.rpartition('/')[2] or 'table'}_{language}_{size[0]}")
            wrong += findings(first.page)
            wide = first.page.evaluate("document.documentElement.scrollWidth")
            if wide > size[0]:
                wrong.append(f"{address} is {wide} pixels wide")
            assert first.page.get_attribute("html", "lang") == language
    assert wrong == []


def test_without_a_script_every_button_leads_to_a_whole_page(visits, seen, served):
    visit = visits(seen.links["dashboard"], PHONE, java_script_enabled=False)
    page = visit.page
    page.goto(seen.links["dashboard"] + "bench")
    await_(lambda: "Nobody moves the table" in page.content() or not page.reload())
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Nothing ran" in page.inner_text("main")
    page.goto(seen.links["dashboard"] + "bench")
    page.get_by_role("button", name="Try the sensor").click()
    page.get_by_role("heading", name="sensor", exact=False).first.wait_for()
    assert page.url.endswith("/bench") and page.locator("nav").count() == 2
    with Client(served.first.strip()) as client:
        client.request("sim.hand", text="lid,open")
    await_(lambda: "E806" in page.content() or not page.reload())
    page.get_by_role("link", name="E806").first.click()
    page.locator("#step-0").click()
    assert page.locator("#step-0").get_attribute("aria-pressed") == "true"
    assert page.locator("nav").count() == 2


def test_a_page_that_is_loaded_again_shows_the_same(visits, seen, served):
    visit = visits(seen.links["dashboard"])
    url = served.first.strip()
    before = agree(visit, url)
    visit.page.reload()
    assert agree(visit, url) == before


def test_a_table_that_is_gone_is_said_and_comes_back_by_itself(visits, seen, served):
    visit = visits(seen.links["dashboard"])
    await_(lambda: link(visit) == "ok")
    served.kill()
    await_(lambda: link(visit) == "lost")
    assert "link lost, trying again" in visit.page.inner_text("#link")
    visit.picture("table_gone")
    served.start()
    await_(lambda: link(visit) == "ok")
    agree(visit, served.first.strip())


def test_a_dashboard_that_was_killed_is_found_again_by_its_page(visits, seen, served):
    visit = visits(seen.links["dashboard"])
    await_(lambda: link(visit) == "ok")
    seen.kill()
    await_(lambda: link(visit) == "server")
    assert "the dashboard does not answer" in visit.page.inner_text("#link")
    seen.start()
    await_(lambda: link(visit) == "ok")
    agree(visit, served.first.strip())
    visit.forgive(*GONE)


def busy():
    while True:
        pass


def test_beside_four_busy_programs_the_picture_still_follows(visits, seen, served):
    crowd = [multiprocessing.Process(target=busy, daemon=True) for _ in range(4)]
    for one in crowd:
        one.start()
    try:
        visit = visits(seen.links["dashboard"])
        agree(visit, served.first.strip())
        assert link(visit) == "ok"
    finally:
        for one in crowd:
            one.kill()
