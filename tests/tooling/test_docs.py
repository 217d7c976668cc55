"""Hand-written pages: short, links lead somewhere, names and examples are real."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mjtool.dictionary import load
from tests.patience import HANG_S

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PAGES = ["README.md", "CHANGELOG.md", "tests/README.md", "docs/HOW_IT_RUNS.md",
         "docs/FAULTS.md", "docs/FLASHING.md",
         "docs/EMULATION.md", "docs/DRIVERS.md",
         "docs/SETTINGS.md", "docs/IO.md", "docs/MEASURED.md", "docs/PROFILES.md",
         "docs/PROTOCOL.md", "docs/SCORING.md", "docs/MATCH.md", "docs/PLAY.md", "docs/SHUFFLE.md",
         "docs/CAMPAIGNS.md", "docs/BRIDGE.md", "docs/SELV_BENCH.md", "docs/PHYSICS.md",
         "docs/REAL_SHUFFLE.md"]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_is_short_and_has_one_picture():
    assert len(README.splitlines()) < 100
    assert len(re.findall(r"!\[", README)) == 1


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target


def test_anchors_of_the_fault_page():
    text = (ROOT / "docs/FAULTS.md").read_text(encoding="utf-8")
    heads = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")
             for head in re.findall(r"^#+ (.*)$", text, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= heads


def test_files_named_in_how_it_runs_exist():
    text = (ROOT / "docs/HOW_IT_RUNS.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([a-z_/]+\.(?:py|toml))`", text):
        places = (ROOT / name, ROOT / "firmware/mjtable" / name)
        assert any(place.is_file() for place in places), name


def test_folders_named_in_the_readmes_exist():
    for folder in re.findall(r"^\| `([a-z_/]+/)` \|", README, re.M):
        assert (ROOT / folder).is_dir(), folder
    text = (ROOT / "tests/README.md").read_text(encoding="utf-8")
    for folder in re.findall(r"^\| `([a-z_]+/)` \|", text, re.M):
        assert (ROOT / "tests" / folder).is_dir(), folder
    for folder in (ROOT / "tests").iterdir():
        if folder.is_dir() and not folder.name.startswith(("_", ".")):
            assert f"| `{folder.name}/` |" in text, folder.name


def test_make_targets_of_the_readme_exist():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
    for name in re.findall(r"(?:^    |`)make ([a-z]+)", README, re.M):
        assert name in targets, name


def test_run_example_of_the_readme():
    line = next(x for x in README.splitlines() if x.strip().startswith(".venv/bin/mjsim run"))
    words = shlex.split(line, comments=True)
    done = subprocess.run([str(BIN / "mjsim"), *words[1:]], cwd=ROOT, text=True,
                          capture_output=True, timeout=HANG_S)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("line", [x.strip() for x in README.splitlines()
                                  if x.strip().startswith(".venv/bin/mj")])
def test_commands_of_the_readme_exist(line):
    words = shlex.split(line, comments=True)
    name = Path(words[0]).name
    verb = next(w for w in words[1:] if w in ("run", "shuffle", "scenario", "serve", "watch",
                                              "flash", "score", "match", "campaign",
                                              "record", "inject", "bench"))
    verbs = {"campaign": [verb, "faults"], "bench": [verb, "all"]}.get(verb, [verb])
    done = subprocess.run([str(BIN / name), *verbs, "--help"], text=True, capture_output=True,
                          timeout=HANG_S)
    assert done.returncode == 0
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    for option in (w for w in words if w.startswith("--") and w != "--port"):
        assert option in plain, option


BENCH = (ROOT / "docs/SELV_BENCH.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", re.findall(r"^    (mjtool .*)$", BENCH, re.M))
def test_commands_of_the_selv_bench_exist(line):
    words = shlex.split(line)
    verbs = words[1:3] if words[1] == "bench" else words[1:2]
    done = subprocess.run([str(BIN / "mjtool"), *verbs, "--help"], text=True, capture_output=True,
                          timeout=HANG_S)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    assert done.returncode == 0
    rest = words[1 + len(verbs):]
    assert all(word in plain for word in rest if word.startswith("--"))
    sensors = [word for word in rest if verbs[-1] == "sensor" and not word.startswith("--")]
    assert set(sensors) <= set(load().inputs)
