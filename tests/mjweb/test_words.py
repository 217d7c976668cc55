"""The languages: each message in each, with the same names in braces."""

import re
import tomllib
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from mjweb.pages.language import ROUTES
from mjweb.words import DEFAULT, LANGUAGES, Words, chosen, messages

ROOT = Path(__file__).resolve().parents[2] / "host_tools/mjweb"
NAMES = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != DEFAULT])
def test_a_message_has_the_same_names_in_every_language(language):
    for key, text in messages(DEFAULT).items():
        assert set(NAMES.findall(messages(language)[key])) == set(NAMES.findall(text)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_exactly_the_keys_of_english(language):
    own = tomllib.loads((ROOT / f"words/{language}.toml").read_text(encoding="utf-8"))
    assert list(own) == list(messages(DEFAULT))


@pytest.mark.parametrize(("cookie", "accepted", "language"), [
    ("", "", "en"), ("", "de-DE,de;q=0.9", "en"), ("", "zh-TW,zh;q=0.9", "zh-Hant"),
    ("", "zh-HK", "zh-Hant"), ("", "zh-CN,en;q=0.5", "zh-Hans"), ("", "zh", "zh-Hans"),
    ("", "en-US,zh-TW;q=0.9", "en"), ("zh-Hant", "en", "zh-Hant"), ("xx", "en", "en")])
def test_the_language_is_the_chosen_one_else_the_browsers(cookie, accepted, language):
    assert chosen(cookie, accepted) == language


def test_a_message_takes_its_values():
    assert Words("en")("side", side="B") == "Side B"


@pytest.mark.parametrize(("back", "goes"), [("/log", "/log"), ("", "/"),
                                            ("//elsewhere/x", "/elsewhere/x"),
                                            ("\\\\elsewhere", "/elsewhere")])
def test_a_chosen_language_is_kept_and_leads_back_never_elsewhere(back, goes):
    page = TestClient(Starlette(routes=ROUTES), follow_redirects=False)
    answer = page.get("/language", params={"to": "zh-Hant", "back": back})
    assert answer.headers["location"] == goes
    assert answer.cookies["mjtable_language"] == "zh-Hant"


def test_a_language_that_is_none_is_not_kept():
    answer = TestClient(Starlette(routes=ROUTES), follow_redirects=False).get("/language?to=xx")
    assert answer.status_code == 303 and "set-cookie" not in answer.headers


BY_MACHINE = re.compile(r"(counter|tiles|sim|check|severity|key|hand|link|level|flash|side"
                        r"|stage)_\w+"
                        r"|(wind|state)_\w+|why_\w+|play_(source|set|flag|next|draw|event|entry|special)_\w+"
                        r"|rest|up|down|moving|unknown|estimated|stacks|hatch")
"""Put together from what the machine says, or used by the browser's own scripts."""


def test_every_message_is_there():
    asked = set()
    for path in ROOT.rglob("*.html"):
        asked |= set(re.findall(r'\bw\("(\w+)"', path.read_text(encoding="utf-8")))
    for path in ROOT.glob("[!w]*/*.py"):
        text = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r'\bwords(?:_of\(request\))?\("(\w+)"', text))
    asked -= {name for name in asked if name.endswith("_")}  # the begin of one
    assert asked <= set(messages("en"))


def test_no_message_for_nothing():
    text = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*")
                   if path.suffix in (".html", ".py", ".js"))
    unused = {key for key in messages("en")
              if f'"{key}"' not in text and f".{key}" not in text
              and not BY_MACHINE.fullmatch(key)}
    assert unused == {"bench_try_motor", "bench_try_sensor"}
