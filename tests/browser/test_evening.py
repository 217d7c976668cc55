"""A hand of the evening that `make run` starts, in a browser alone: the address that it opens, the
table's hand, the play view, taps, score and payments. The terminal is only started and ended."""

import os
import pty
import subprocess
import sys

import pytest

from mjscore.engine import score
from tests.browser.conftest import PHONE
from tests.browser.house import ROOT
from tests.browser.test_dashboard import link
from tests.browser.test_play_view import REQUEST, tap
from tests.patience import HANG_S, await_

PEOPLE = ["Ann", "Bob", "Cem", "Dan"]
TAPS = ["winner:Bob", "from:Cem", "tile:D1", "set:pung", "tile:B2", "set:pung", "tile:C2",
        "set:run", "tile:DR", "set:pair", "tile:C6", "tile:C7", "tile:C8", "loser:Dan:points",
        "digit:4", "rest:"]
FOUR_SEATS = "ESWN"
REMOTE = ("SSH_CONNECTION", "SSH_TTY", "CI")


class Terminal:
    """`make run`'s program at a terminal with a display; its browser notes the address."""

    def __init__(self, folder):
        self.opened = folder / "opened"
        browser = folder / "browser.sh"
        browser.write_text(f'#!/bin/sh\necho "$1" > {self.opened}\n', encoding="utf-8")
        browser.chmod(0o755)
        ours = {"DISPLAY": ":0", "BROWSER": str(browser), "XDG_DATA_HOME": str(folder),
                "XDG_STATE_HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        kept = {key: value for key, value in os.environ.items() if key not in REMOTE}
        self.end, theirs = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-m", "mjtool", "demo"], stdin=theirs, stdout=theirs, stderr=theirs,
            cwd=ROOT, env=kept | ours, start_new_session=True)
        os.close(theirs)
        os.set_blocking(self.end, False)
        self._said = b""

    def address(self):
        """What the browser was told to open; "" before."""
        return self.opened.read_text(encoding="utf-8").strip() if self.opened.is_file() else ""

    def said(self):
        """All that stands there so far."""
        try:
            while piece := os.read(self.end, 4096):
                self._said += piece
        except OSError:  # nothing more for now
            pass
        return self._said.decode()

    def ctrl_c(self):
        """End it; its exit code."""
        self.program.send_signal(2)
        return self.program.wait(HANG_S)


@pytest.fixture
def terminal(tmp_path):
    one = Terminal(tmp_path)
    yield one
    if one.program.poll() is None:
        one.ctrl_c()
    os.close(one.end)


def begin(page):
    """A match of four people, by its form."""
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_label("Name of the match").fill("Friday")
    page.get_by_label("Game").select_option("SHOP-B-136")
    for side, name in zip("ABCD", PEOPLE, strict=True):
        page.get_by_label(f"Player at side {side}").fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("heading", name="Hand 1: Ann deals").wait_for()


@pytest.mark.skipif(not os.environ.get("DEMO"), reason="half a minute: make soak PART=browser")
def test_an_evenings_hand_from_walls_to_payments(visits, terminal):
    visit = visits(await_(terminal.address), PHONE, has_touch=True)
    page = visit.page
    page.taps = 0
    await_(lambda: link(visit) == "ok")
    assert page.get_by_role("link", name="Simulator").count()
    page.locator('#state [data-value="playing"]').wait_for()
    stacks = visit.shown()["stacks"]
    visit.picture("evening_walls")
    begin(page)
    tap(page, *TAPS)
    net = score(REQUEST)["net"]
    assert "Dan pays Bob 18" in page.locator(".pays").inner_text()
    page.locator("#confirm").tap()
    page.get_by_role("heading", name="Hand 2: Bob deals").wait_for()
    for seat, name in zip(FOUR_SEATS, PEOPLE, strict=True):
        assert page.locator(f'[data-total="{name}"]').inner_text() == str(net[seat])
    visit.picture("evening_paid")
    await_(lambda: "Two hands were played" in terminal.said())
    page.get_by_role("link", name="Table", exact=True).click()
    page.locator('#log [data-name="dice"]').nth(1).wait_for(state="attached")
    assert len(stacks) == 4 and link(visit) == "ok"
    page.goto("about:blank")
    assert terminal.ctrl_c() == 0
