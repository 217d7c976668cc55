"""A whole hand on a phone: from who won to score and payments, with a reload in the middle."""

import pytest

from mjscore.engine import score
from mjscore.match import store
from tests.browser.house import PICTURES
from tests.play.serving import begun, opened, served

MOST_TAPS = 20
REQUEST = {
    "system": "SHOP-B",
    "players": {
        "E": {"value": 0},
        "S": {"melds": [{"kind": "pung", "tiles": ["D1"] * 3, "state": "open"},
                        {"kind": "pung", "tiles": ["B2"] * 3, "state": "open"}],
              "concealed": ["C2", "C3", "C4", "DR", "DR", "C6", "C7"]},
        "W": {"value": 0}, "N": {"value": 4},
    },
    "win": {"seat": "S", "tile": "C8", "source": "discard", "from": "W"},
}  # fmt: skip


@pytest.fixture
def phone(browser_page, monkeypatch, tmp_path):
    """A phone with a match; counts what is tapped."""
    monkeypatch.setattr(store, "SYNCHRONOUS", "OFF")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    begun()
    with served() as server:
        browser_page.goto(server.links.play)
        browser_page.get_by_role("link", name="Friday").tap()
        browser_page.locator("#board").wait_for()  # else its address is still the list's
        browser_page.taps = 0
        yield browser_page
        browser_page.goto("about:blank")  # else it complains that the server goes


def tap(page, *words):
    """Tap buttons, by what they do, and wait for each answer."""
    for word in words:
        before = page.locator("#board").get_attribute("data-revision")
        page.locator(f'button[value="{word}"]:enabled').first.tap()
        page.taps += 1
        page.wait_for_function("before => document.getElementById('board').dataset.revision"
                               " !== before", arg=before)  # fmt: skip


def test_a_whole_hand_on_a_phone_with_a_reload_in_the_middle(phone):
    tap(phone, "winner:Bob", "from:Cem", "tile:D1", "set:pung", "tile:B2", "set:pung")
    phone.reload()
    assert phone.locator(".held .meld").count() == 2
    tap(phone, "tile:C2", "set:run", "tile:DR", "set:pair", "tile:C6", "tile:C7", "tile:C8",
        "loser:Dan:points", "digit:4", "rest:")  # fmt: skip
    phone.screenshot(path=PICTURES / "play_hand.png", full_page=True)
    assert "Dan pays Bob 18" in phone.locator(".pays").inner_text()
    phone.locator("#confirm").tap()
    phone.taps += 1
    phone.get_by_role("heading", name="Hand 2: Bob deals").wait_for()
    phone.screenshot(path=PICTURES / "play_next.png", full_page=True)
    print("taps:", phone.taps)
    assert phone.taps <= MOST_TAPS
    net = score(REQUEST)["net"]
    with opened() as match:
        assert dict(match.sheet.rows[0].net) == {
            name: net[seat] for seat, name in zip("ESWN", ["Ann", "Bob", "Cem", "Dan"],
                                                  strict=True)}  # fmt: skip
    assert phone.locator('[data-total="Bob"]').inner_text() == str(net["S"])


def test_a_match_is_begun_by_its_form(phone):
    phone.goto(phone.url.partition("/m/")[0])
    phone.get_by_label("Name of the match").fill("Saturday")
    for side, name in zip("ABCD", ["Eva", "Fay", "Gil", "Hal"], strict=True):
        phone.get_by_label(f"Player at side {side}").fill(name)
    phone.get_by_role("button", name="Begin", exact=True).tap()
    phone.get_by_role("heading", name="Hand 1: Eva deals").wait_for()


def test_no_page_is_wider_than_the_phone(phone):
    tap(phone, "winner:Bob", "from:Cem", *["tile:B9"] * 4)
    assert phone.locator('button[value="tile:B9"]').is_disabled()  # no fifth copy
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_another_phone_sees_what_was_tapped_here(phone, browser):
    other = browser.new_page()
    other.goto(phone.url)
    tap(phone, "winner:Bob")
    other.locator('button[value="winner:Bob"][aria-pressed="true"]').wait_for()
    other.goto("about:blank")
    other.close()
