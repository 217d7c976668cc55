"""The picture of the table in a real browser: true to the wire, and to scale."""

import tomllib
from pathlib import Path

import pytest

from mjtool.client import Client
from tests.browser.house import agree, dashboard, table, told
from tests.patience import await_

MACHINE = Path(__file__).parents[2] / "hardware" / "machine.toml"


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def played(state):
    """A table at which nobody presses a key but the test; its people sweep the tiles in."""
    one = table(state, "--seed", "8", "--speed", "3")
    yield one.first.strip()
    one.end()


@pytest.fixture(scope="module")
def seen(state, played):
    one = dashboard(state, played)
    yield one
    one.end()


def press(url, state):
    """The elevator key, until the table is in that state."""
    with Client(url) as client:
        client.request("press", key="elevator", ms=80)
    await_(lambda: told(url)["state"] == state)


def test_stacks_lifts_and_hatch_are_those_of_the_wire(visits, seen, played):
    visit = visits(seen.links["dashboard"])
    press(played, "ready")
    assert agree(visit, played)["hatch"] == "down"
    press(played, "loading")
    await_(lambda: told(played)["hatch"] == "up")
    assert agree(visit, played)["hatch"] == "up"
    visit.picture("loading")
    press(played, "sorting")
    await_(lambda: sum(told(played)["stacks"]) > 8)
    assert sum(agree(visit, played)["stacks"]) > 8
    visit.picture("sorting")


def test_the_picture_is_to_scale(visits, seen):
    page = visits(seen.links["dashboard"]).page
    page.wait_for_selector("mj-table [data-part=lift_b][data-at]")
    pixels = page.evaluate("""() => {
        const box = (path) => document.querySelector("mj-table " + path).getBoundingClientRect();
        const size = ({width, height}) => [width, height];
        return {table: size(box("svg .rim")), stack: size(box("[data-side=a] .stack")),
                turned: size(box("[data-side=b] .stack")), drum: size(box(".drum .body")),
                hatch: size(box(".opening")), slot: size(box("[data-side=a] .lift .raised"))};
    }""")
    rows = tomllib.loads(MACHINE.read_text(encoding="utf-8"))
    mechanism = {name: {key: row["value"] / {"um": 1000, "mm": 1}.get(row["unit"], 1)
                        for key, row in keys.items()}
                 for name, keys in rows["mechanism"].items()}
    tile = [rows["tile"][key]["value"] / 1000 for key in ("width_um", "length_um")]
    size = mechanism["table"]["size_um"]
    mm = size / pixels["table"][0]
    want = {"table": [size, size], "stack": tile, "turned": tile[::-1],
            "drum": [2 * mechanism["drum"]["shell_um"]] * 2,
            "hatch": [2 * mechanism["hatch"]["opening_um"]] * 2,
            "slot": [mechanism["slot"]["length_um"], mechanism["slot"]["width_um"]]}
    for name, (wide, high) in want.items():
        found = [length * mm for length in pixels[name]]
        assert found == pytest.approx([wide, high], abs=2.5), name
