"""The machine's own tables in each language: each text, none left over, names and figures kept."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from mjsim.people.habits import Habits
from mjtool import refusal
from mjtool.dictionary import load
from mjtool.errors import FaultError
from mjweb.acts.flow import split
from mjweb.acts.readings import sensors
from mjweb.pages.asking import plain
from mjweb.pages.render import LANGUAGE_COOKIE
from mjweb.words import DEFAULT, LANGUAGES, Words
from mjweb.words.events import sentence_in, word
from mjweb.words.machine import NAME, told
from mjweb.words.terminal import on_page
from tests.mjweb.wire import TableWire
from tests.patience import await_

FOLDER = Path(__file__).resolve().parents[2] / "host_tools/mjweb/words/machine"
OTHERS = [language for language in LANGUAGES if language != DEFAULT]
KEPT = re.compile(r"`[^`]*`|\bE\d{3}\b|\b[A-Z]{1,3}\d+[A-Z]?\b|\b[A-Z]+_[A-Z]+\b"
                  r"|\b[a-z]+(?:\.[a-z_]+|_[a-z]+)+\b|\d+(?:\.\d+)?|\{\w+\}")
"""Codes, plugs, parts, inputs, settings and figures: the same in every language."""
FLASH = FOLDER.parents[2] / "mjtool/flash"
SAME = {"", "mA", "mW", "ms", "Hz"}


def sections(language):
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def strings(path):
    """The texts in a module; what stands in braces of one is left out, as %s is."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.body[0].value) for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and node.body
            and isinstance(node.body[0], ast.Expr)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)
            and isinstance(node.value, str) and id(node) not in docs]


def of_fault(row):
    """All texts of a row that a page shows."""
    return [row["name"], row["measured"], row["reaction"], *row["causes"], *row["remedy"]]


def of_tables():
    """All other texts of the machine's tables that a page shows."""
    data, known = load().data, load()
    yield from (row["help"] for row in known.settings.values())
    yield from (row["unit"] for row in known.settings.values())
    for row in known.io.values():
        yield row["what"]
        yield row["wires"]
    yield from (way["what"] for way in known.ways)
    yield from (row["help"] for row in data["machines"])
    yield from (row["hand"] for row in data["bench"]["inputs"].values())
    for rule in known.rules.values():
        yield rule["text"]
        yield rule["do"]
    yield from (event["text"] for event in known.events.values())
    yield from known.reasons.values()
    yield from (*refusal.RECOVER.values(), *refusal.NO_KEY.values(), refusal.HOLD)


EVERY = sorted({*of_tables(), *(text for row in load().faults.values() for text in of_fault(row))})


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_every_fault_stands_under_its_code_or_is_shared(language):
    own = sections(language)
    lacking = [f"{code}: {text}" for code, row in load().faults.items() for text in of_fault(row)
               if text not in SAME and text not in own[code] | own["shared"]]
    assert not lacking, "changed in faults.toml, or new: translate it"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over_under_a_fault(language):
    own = sections(language)
    faults = load().faults
    over = [f"{code}: {text}" for code, row in faults.items() for text in own[code]
            if text not in of_fault(row)]
    uses = {text: sum(text in of_fault(row) for row in faults.values()) for text in own["shared"]}
    assert not over and min(uses.values()) > 1
    assert {name for name in own if re.fullmatch(r"E\d+", name)} == set(faults)


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_other_tables_is_told(language):
    lacking = [text for text in set(of_tables()) - SAME
               if re.search(r"[A-Za-z]{4}", re.sub(r"\b[A-Z_]+\.\w+\b", "", text))
               and told(language, text) == text]
    assert not lacking


@pytest.mark.parametrize("language", OTHERS)
def test_no_other_text_is_left_over(language):
    own = sections(language)
    known = {re.sub(r"\bside [A-D]\b", "side {side}", text) for text in of_tables()}
    for name in ("settings", "io", "ways", "machines", "hand", "rules", "units",
                 "events", "reasons"):
        assert set(own[name]) <= known, name
    wires = " ".join(row["wires"] for row in load().io.values())
    assert all(re.search(rf"\b{colour}\b", wires) for colour in own["colours"])


@pytest.mark.parametrize("language", OTHERS)
def test_names_and_figures_are_those_of_the_english_page(language):
    for text in EVERY:
        english = sorted(KEPT.findall(told(DEFAULT, text)))
        assert sorted(KEPT.findall(told(language, text))) == english, text


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_is_translated_as_the_tool_words_it(language):
    source = {part for folder in (FLASH.parent, FOLDER.parents[1]) for path in folder.rglob("*.py")
              for part in strings(path)}
    for text in sections(language)["refusals"]:
        pieces = [piece for piece in NAME.split(text)[::2] if len(piece) > 3]
        assert all(any(piece in part for part in source) for piece in pieces), text


def test_the_languages_have_the_same_texts():
    one, two = (sections(language) for language in OTHERS)
    assert [(name, list(rows)) for name, rows in one.items()] == \
        [(name, list(rows)) for name, rows in two.items()]


def test_english_on_pages_differs_only_where_a_table_has_that_text():
    own = sections(DEFAULT)
    for code in own.keys() & load().faults.keys():
        assert set(own[code]) <= set(of_fault(load().faults[code]))
    rest = {text for name in own if not name.startswith("E") for text in own[name]}
    assert rest <= {*of_tables(), *strings(FLASH.parent / "refusal.py")}


ERRORS = [*sorted(FLASH.glob("*.py")),
          *(FLASH.parent / "bench" / name for name in ("store.py", "real_time.py", "stages.py"))]


@pytest.mark.parametrize("path", ERRORS, ids=lambda path: path.stem)
def test_an_error_of_flash_or_bench_names_buttons_on_a_page(path):
    for text in strings(path):
        assert not re.search(r"`mjtool|same command|--[a-z]|exit code", on_page(text)), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_sends_a_person_to_a_terminal(language):
    named = [text for text in EVERY if re.search(r"mjtool|mjsim", told(language, text))]
    assert not named


def test_a_form_fits_and_what_it_names_is_told_too():
    assert told("zh-Hans", "J30 pin 4, white") == "J30 第 4 脚，白色"
    assert "；" not in told("zh-Hans", "J10 pin 1, black; J10 pin 2, brown")
    assert told("zh-Hant", "lift motor of side B") == "B 側的升牌台電機"
    assert told("zh-Hant", "something of a newer firmware") == "something of a newer firmware"
    assert all(NAME.sub("", text) for text in sections("zh-Hans")["wires"])


def test_a_refusal_names_what_to_do_on_the_page():
    words = Words("en")
    open_fault = refusal.fault(load(), "E806", "here")
    assert isinstance(open_fault, FaultError)
    assert plain(open_fault, words) == ("The table has the fault E806: Service lid open. Open its "
                                        "page under Faults, and follow its steps.")
    assert plain(open_fault, Words("zh-Hant")) == \
        "麻將桌有故障 E806：機蓋打開。 請在「故障」頁面打開它，並按步驟處理。"


@pytest.mark.parametrize("language", OTHERS)
def test_a_faults_way_stands_there_in_the_language(browser, language):
    browser.web.cookies.set(LANGUAGE_COOKIE, language)
    for code, row in load().faults.items():
        page = browser.get(f"/faults/{code}/-")
        first, _, after = split(row["remedy"])
        for text in (row["name"], row["reaction"], *row["causes"], *first, *after):
            assert told(language, text) in page, (code, text)


@pytest.mark.parametrize("language", OTHERS)
def test_settings_sensors_and_motors_stand_there_in_the_language(browser, language):
    browser.web.cookies.set(LANGUAGE_COOKIE, language)
    settings, by_hand = browser.get("/settings"), browser.get("/sensors")
    assert all(told(language, row["help"]) in settings for row in load().settings.values()
               if row["name"] != "panel.six_keys")
    for _, rows in sensors("four_port"):
        for row in rows:
            assert told(language, row.what) in by_hand and told(language, row.hand) in by_hand
    assert told(language, "motor: the drum that tumbles the tiles") in browser.get("/motors")


def evening(machine):
    """The events of a hand at which things go wrong, in the order in which they were told."""
    table = TableWire(machine=machine, seed=3, players=Habits(evening=1))
    table.do(lambda sim: sim.run_for(25_000))
    table.do(lambda sim: sim.inject("mains cut 30ms"))
    table.do(lambda sim: sim.inject("jam " + ("head_b" if machine == "four_port" else "head_a")))
    found, start = [], 0
    for _ in range(60):
        table.do(lambda sim: sim.run_for(2_000))
        news, start, _ = table.events(start)
        found += news
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_what_happened_is_told_without_an_english_word(language):
    """But the names of inputs and motors, which stand on the wires too."""
    names = set(load().io) | {name.replace("_", " ") for name in load().io}
    english = set()
    for machine in ("four_port", "single_port"):
        for event in evening(machine):
            text = sentence_in(language, event)
            for name in names:
                text = text.replace(name, "")
            if re.search(r"[a-z]{2,}", text.replace("ms", "")):
                english.add(text)
    assert not english


@pytest.mark.parametrize("language", OTHERS)
def test_every_state_of_every_mechanism_has_a_word(language):
    page = (FOLDER.parents[3] / "docs/STATES.md").read_text(encoding="utf-8")
    states = set(re.findall(r"^\| `(\w+)` \|", page, re.M))
    assert len(states) > 40
    untold = {state for state in states if word(language, "to", state) == state.replace("_", " ")}
    assert not untold


def test_the_log_is_told_and_searched_in_the_language(browser):
    browser.table.do(lambda table: table.set_lid(True))
    browser.table.do(lambda table: table.run_for(500))
    await_(lambda: browser.now["fault"] == "E806")
    browser.web.cookies.set(LANGUAGE_COOKIE, "zh-Hant")
    await_(lambda: "故障 E806 (機蓋打開)" in browser.get("/log"))
    assert "E806" in browser.get("/log?text=機蓋").partition("<tbody>")[2]
    assert "E806" not in browser.get("/log?text=Service lid").partition("<tbody>")[2]
