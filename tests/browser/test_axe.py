"""axe-core finds nothing on any page of the play view, wherever the hand stands."""

import pytest

from mjscore.match import store
from tests.browser.axe import findings
from tests.browser.test_play_view import tap
from tests.play.serving import begun, served


@pytest.fixture
def page(browser, monkeypatch, tmp_path):
    """A page of a phone."""
    monkeypatch.setattr(store, "SYNCHRONOUS", "OFF")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    begun(profile="SHOP-B-144")
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    with served() as server:
        opened = context.new_page()
        opened.base, opened.taps = server.links.play, 0
        yield opened
        opened.goto("about:blank")
        context.close()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_bars_anybody_from_the_play_view(page, colours):
    page.emulate_media(color_scheme=colours)
    page.goto(page.base)
    assert findings(page) == []
    page.goto(f"{page.base}/m/Friday")
    assert findings(page) == []
    page.locator("#more summary").tap()
    tap(page, "dice:3", "dice:4", "winner:Bob", "from:Cem", "tile:F1", "tile:D1", "set:pung",
        "tile:B2", "set:closed", "tile:C2", "set:run", "tile:DR", "set:pair", "tile:C6", "tile:C7",
        "tile:C8", "loser:Ann:points", "digit:2", "rest:")  # fmt: skip
    assert findings(page) == []
    page.locator("#confirm").tap()
    page.get_by_role("heading", name="Hand 2").wait_for()
    page.goto(f"{page.base}/m/Friday/hand/1")
    assert findings(page) == []


@pytest.mark.parametrize(("profile", "events"), [
    ("SHOP-A", ["mistaken_mahjong"]), ("HANDS-144", ["bouquet", "zoo"]), ("YEE", ["payment"])])
def test_nor_from_penalties(page, profile, events):
    begun("Other", profile)
    here = f"{page.base}/m/Other/penalty"
    for address in (here, *(f"{here}?event={event}" for event in events)):
        page.goto(address)
        assert findings(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_seven_flowers_by_taps(page):
    begun("Other", "YEE")
    page.goto(f"{page.base}/m/Other")
    tap(page, "winner:Bob")
    page.locator("#more summary").tap()
    flowers = [f"tile:{code}" for code in "F1 F2 F3 F4 S1 S2 S3".split()]
    tap(page, "special:seven_flowers", *flowers, "eighth:Dan")
    assert findings(page) == []
    assert "Dan pays Bob 30" in page.locator(".pays").inner_text()
