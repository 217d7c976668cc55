"""Sensors, motors, wear: rows of the tables, what is measured only while somebody looks."""

from mjtool.bench.parts import parts
from mjtool.dictionary import load
from mjtool.message import Event
from mjweb.acts.cycles import WRAP, cycles
from tests.mjweb.conftest import plain


def test_every_sensor_with_wire_and_level_at_rest(browser):
    page = browser.get("/sensors")
    for name, part in parts("four_port").inputs.items():
        assert f'data-level="{name}" data-idle="{part.idle}"' in page
    assert "J30 pin 4, white" in plain(page)


def test_every_motor_with_what_was_learnt(browser):
    page = browser.get("/motors")
    for name in load().power["motor_mw"]:
        assert (f'data-runs="{name}"' in page) == (name in parts("four_port").motors)
    assert "not learnt" in plain(page) and "up 2" in plain(page) and " ms" in plain(page)


def test_nobody_measures_while_nobody_looks(browser):
    for path in ("/", "/sensors", "/log", "/faults"):
        browser.get(path)
    assert "measure" not in browser.table.asked
    found = browser.web.get("/motors/gauges").json()
    assert 490 <= found["mains_dhz"] <= 510 and found["rms_a_ma"] >= 0
    assert browser.table.asked.count("measure") == 1


def test_wear_as_trends_has_it(browser):
    assert "Nothing has moved" in plain(browser.get("/wear"))
    for _ in range(2):
        browser.table.do(lambda table: table.press("elevator"))
        browser.table.do(lambda table: table.run_for(4000))
    page = plain(browser.get("/wear"))
    assert "hatch up" in page and "as usual" in page and "not known" in page


def test_how_long_a_set_took():
    def event(t_ms, kind, **fields):
        return Event(1, t_ms, kind, fields)

    built = event(300, "set", name="green", did="built")
    found = cycles([built, event(WRAP - 1000, "hatch", to="shut"),
                    event(5, "set", did="short", name="green"), built,
                    event(400, "hatch", to="shut"), event(0, "boot"), built])
    assert [(cycle.name, cycle.seconds) for cycle in found] == [("green", 1.3)]


def test_no_link_is_a_sentence(browser):
    browser.app.state.follower.client = None
    for path in ("/sensors", "/motors", "/wear", "/settings", "/faults"):
        assert "There is no link to the table now." in plain(browser.get(path)), path
