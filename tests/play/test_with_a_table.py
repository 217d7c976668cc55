"""With a simulated table: its dice show where the wall is broken, and the hand can be entered."""

import httpx2 as httpx

from mjtable.scan import events
from mjtool.client import Client
from tests.mjtool.sim_device import SimDevice
from tests.patience import HANG_S, await_
from tests.play.serving import begun, served
from tests.protocol.bench import tell


def page(url):
    return httpx.get(f"{url}m/Friday", timeout=HANG_S).text


def broken(text):
    """The page, once it shows where the wall is broken."""
    return text if "is broken after stack" in text else ""


def test_the_dice_of_the_table_are_the_dice_of_the_hand():
    begun()
    with SimDevice() as device, served(lambda: Client(device.url, reconnect_s=0.0)) as server:
        url = server.links.play + "/"
        assert "The dice are not thrown yet" in page(url)
        await_(lambda: server.app.state.follower.client)
        device.do(lambda sim: tell(sim.table.events, 9000, events.DICE, "electronic", "", 3, 4))
        text = await_(lambda: broken(page(url)))
        assert "<strong>3 + 4 = 7</strong>" in text and "Ann&#39;s wall (side A)" in text
        assert 'href="/"' in text  # the table has a page of its own
