"""Settings: limits, the table's own refusals, a file that can be put back."""

from mjtool.dictionary import load
from mjtool.settings_file import read_settings
from tests.mjweb.conftest import plain

NAME = "sort.premix_min_ms"


def test_all_with_limits(browser):
    page = browser.get("/settings")
    for name, row in load().settings.items():
        assert name in page and f'min="{row["min"]}" max="{row["max"]}"' in page
    assert "Needs the service key." in plain(page)


def test_one_is_changed(browser):
    assert browser.post("/settings", name=NAME, value="3500") == f"{NAME} is 3500 ms now."
    assert 'value="3500"' in browser.get("/settings")


def test_what_is_wrong_has_its_sentence(browser):
    assert "is outside" in browser.post("/settings", name=NAME, value="-7")
    assert "is outside" in browser.post("/settings", name=NAME, value="many")
    assert browser.post("/settings", name="a.b", value="1") == "There is no setting a.b."
    assert browser.post("/settings") == "There is no setting ."


def test_safety_needs_the_key_at_the_table(browser):
    said = browser.post("/settings", name="power.budget_mw", value="60000")
    assert "only while a person holds its service key" in said
    browser.table.request("press", key="service", ms=2000)
    browser.table.do(lambda table: table.run_for(1200))
    assert browser.post("/settings", name="power.budget_mw", value="60000").endswith("mW now.")


def test_the_file_can_be_put_back(browser, tmp_path):
    file = tmp_path / "settings.toml"
    file.write_text(browser.web.get("/settings/export").text)
    found = read_settings(file, list(load().settings.values()))
    assert found[NAME] == load().settings[NAME]["default"]


def test_who_may_only_look_changes_no_setting(reader):
    assert reader.web.post("/settings", data={"name": NAME, "value": "1"}).status_code == 403
    assert 'type="number"' not in reader.get("/settings")
