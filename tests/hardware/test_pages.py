"""The hand-written pages of the hardware: commands, links, names and tables are real."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from hardware import model
from hardware.blocks.link import LOGIC, MAINS
from hardware.safety import build, hand_tables
from mjtool.cli import app
from tools.make.generate.errors import Source
from tools.make.generate.read import machine

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["hardware/README.md", "hardware/retrofit.md", "hardware/safety/mains.md",
         "hardware/safety/commissioning.md", "hardware/safety/failure_modes.md",
         "hardware/DECISIONS.md"]
TEXT = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
PLAN = machine.load(ROOT)
COMMAND = re.compile(r"`(mjtool [^`]+)`|^    (mjtool .*)$", re.M)


def commands():
    """Every `mjtool ...` of the pages, in code blocks and in sentences."""
    for page, text in TEXT.items():
        for found in COMMAND.finditer(text):
            words = " ".join((found.group(1) or found.group(2)).split("#")[0].split())
            yield pytest.param(words, id=f"{page.rsplit('/', 1)[1]} {words}"[:70])


@pytest.mark.parametrize("line", sorted(set(commands()), key=lambda p: (p.id, p.values)))
def test_commands_exist(line):
    command, words = typer.main.get_command(app), shlex.split(line)[1:]
    while words and hasattr(command, "commands"):
        assert words[0] in command.commands, f"mjtool has no {words[0]}: {line}"
        command = command.commands[words.pop(0)]
    options = {name for param in command.params for name in param.opts}
    for word in words:
        if word.startswith("-"):
            assert word in options, f"{line}: no option {word}"
    if line.startswith("mjtool bench motor"):
        assert words[0] in PLAN.data["motors"]
    if line.startswith("mjtool bench sensor"):
        assert {w for w in words if not w.startswith("-")} <= set(PLAN.inputs)
    if line.startswith("mjtool settings") and words:
        names = {row["name"] for row in
                 Source.read(ROOT, "firmware/tables/settings.toml").data["setting"]}
        assert words[0] in names


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    heads = {}
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", TEXT[page]):
        if "://" in target:
            continue
        path = (ROOT / page).parent / target if target else ROOT / page
        assert path.exists(), target
        if anchor:
            text = heads.setdefault(path, path.read_text(encoding="utf-8"))
            known = {re.sub(r"[^a-z0-9 -]", "", head.lower()).strip().replace(" ", "-")
                     for head in re.findall(r"^#+ (.*)$", text, re.M)}
            assert anchor in known, f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_names_of_plugs_points_and_faults_exist(page):
    data, text = PLAN.data, TEXT[page]
    points = set(data["testpoints"])
    plugs = {row["ref"] for row in data["connectors"].values()} | {LOGIC, MAINS}
    codes = set(re.findall(r"\*\*(E\d{3})|### (E\d{3})",
                           (ROOT / "docs/FAULTS.md").read_text(encoding="utf-8")))
    assert set(re.findall(r"\bTP\d+\b", text)) <= points
    assert set(re.findall(r"\bJ\d+\b", text)) <= plugs
    assert set(re.findall(r"\bE\d{3}\b", text)) <= {code for pair in codes for code in pair}


def test_parts_named_on_the_mains_page_are_in_the_circuit():
    parts = model.load(ROOT).parts
    for page in ("hardware/safety/mains.md", "hardware/safety/commissioning.md"):
        for ref in re.findall(r"\b(?:RV|FL|JP|PS|OK|[FKQTU])\d+\b", TEXT[page]):
            assert ref in parts or ref == "F1", f"{page}: {ref}"


def test_folders_of_the_readme_exist():
    for cell in re.findall(r"^\| (`[^|]+) \|", TEXT["hardware/README.md"], re.M):
        for name in re.findall(r"`([^`]+)`", cell):
            assert (ROOT / "hardware" / name).exists(), name


def test_order_of_commissioning():
    heads = re.findall(r"^## ([A-H])\. (.*)$", TEXT["hardware/safety/commissioning.md"], re.M)
    assert [letter for letter, _ in heads] == list("ABCDEFGH")
    words = ["before any power", "supplies", "sensors", "stop", "motor", "stop times", "leakage"]
    assert all(word in head.lower() for word, (_, head) in zip(words, heads, strict=False))


def test_every_step_of_the_record_sheet_is_a_step():
    text = TEXT["hardware/safety/commissioning.md"]
    body, sheet = text.split("## Record sheet")
    for step in re.findall(r"^\| ([A-H]\d?) \|", sheet, re.M):
        assert (f"**{step}." if len(step) > 1 else f"## {step}.") in body, step


def test_every_input_and_motor_is_on_the_pages():
    on = hand_tables.commissioning(ROOT)
    for name in filter(None, PLAN.inputs):
        assert f"`{name}`" in on["sensors"] + on["board"] or name[:-2] in on["board"], name
    for motor in PLAN.motors:
        assert f"bench motor {motor.name} " in on["motors"]
        assert f"| {motor.name} |" in hand_tables.retrofit(ROOT)["old_motors"]


def test_pages_are_not_changed_by_filling_them_again():
    once = build(ROOT)
    for path, text in once.items():
        assert "<!-- table:" not in text or "\n| " in text, path
    assert once == build(ROOT)


def test_the_cost_says_where_it_is_from():
    text = TEXT["hardware/README.md"]
    assert "November 2026, not quotes" in text and "grade *default*" in text
    assert "Nobody has built this yet" in text
