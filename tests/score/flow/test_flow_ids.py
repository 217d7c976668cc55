"""Every rule about table and flow is named by a module of the flow, or of the played hands."""

import importlib
import pkgutil
import re
from pathlib import Path

import mjscore.flow
from mjscore import wall

PLAY = Path(__file__).parent / "play"

IDS = (Path(__file__).parents[2] / "data" / "rule_ids.txt").read_text(encoding="utf-8").split()
# hand patterns and the basal score: the scorer's; equipment that nobody plays with
ELSEWHERE = {"SA-F14", "SB-F14"}
PENALTIES = [rule for rule in IDS if re.fullmatch(r"(SA|YEE|LASFS)-X\d\d", rule)]


def flow_ids():
    found = {"wall": set(wall.IDS)}
    for module in pkgutil.iter_modules(mjscore.flow.__path__):
        loaded = importlib.import_module(f"mjscore.flow.{module.name}")
        found[module.name] = set(getattr(loaded, "IDS", ()))
    for name in sorted(path.stem for path in PLAY.glob("*.py")):
        loaded = importlib.import_module(f"tests.score.flow.play.{name}")
        found[name] = set(getattr(loaded, "IDS", ()))
    return found


def test_every_table_and_flow_rule_has_its_module():
    named = set().union(*flow_ids().values())
    rules = {rule for rule in IDS if re.fullmatch(r"[A-Z]+-[TF]\d\d", rule)}
    assert sorted(rules - named - ELSEWHERE - {r for r in rules if r.startswith("TBL")}) == []


def test_every_mistake_at_the_table_has_its_module():
    named = set().union(*flow_ids().values())
    assert [rule for rule in PENALTIES if rule not in named] == []


def test_no_module_names_a_rule_that_is_none():
    for module, named in flow_ids().items():
        assert named <= set(IDS), module


def test_every_module_but_the_plain_state_names_its_rules():
    assert [module for module, named in flow_ids().items() if not named] == ["seat"]
