"""A fault in a real Chromium: seen at once on every page, followed step by step, acknowledged."""

import pytest

from tests.browser.axe import findings
from tests.browser.conftest import PHONE
from tests.browser.house import dashboard, table
from tests.patience import await_


@pytest.fixture
def seen(tmp_path):
    one = table(tmp_path, "--seed", "3")
    server = dashboard(tmp_path, one.first.strip())
    yield server.links["dashboard"]
    server.end()
    one.end()


def test_a_fault_is_followed_to_its_end(visits, seen):
    """The lid is opened under way: told on the bar, put right by its steps, checked, gone."""
    person = visits(seen, PHONE)
    person.page.wait_for_selector("#link[data-link=ok]")  # now it is known to be a simulated one
    hand = visits(seen + "simulator")
    hand.page.get_by_role("button", name="Elevator key", exact=True).click()
    hand.page.get_by_role("button", name="Open the lid").click()
    bar = person.page.locator("#open-faults a")
    bar.first.wait_for()
    assert person.page.get_by_role("button", name="Stop", exact=True).is_visible()
    bar.first.click()
    page = person.page
    page.wait_for_url("**/faults/**")
    person.picture("fault_open")
    assert findings(page) == []
    hand.page.get_by_role("button", name="Shut the lid").click()
    page.reload()  # what was ticked is kept by the server
    for step in range(page.locator(".steps button").count()):
        page.locator(".steps button[aria-pressed=false]").first.click()
        page.wait_for_function("n => document.querySelectorAll("
                               "'.steps button[aria-pressed=true]').length > n", arg=step)
    done = page.get_by_role("button", name="Acknowledge")
    await_(done.is_enabled)
    person.picture("fault_steps_done")
    done.click()
    await_(lambda: "No fault" in page.inner_text("#open-faults"))
    assert findings(page) == []
