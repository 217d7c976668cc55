"""Shell completion of every name, in bash, zsh and fish; no table is asked."""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module

import pytest

from mjtool import completing
from mjtool.dictionary import load
from tests.patience import HANG_S

PROGRAMS = ("mjtool", "mjsim", "mjscore")
NAMES = [
    ("mjtool press ", {"elevator", "marker", "service"}),
    ("mjtool press elevator ma", {"marker"}),
    ("mjtool faults E521", {"E521"}),
    ("mjtool profile SHOP-B", {"SHOP-B-136", "SHOP-B-144"}),
    ("mjtool marker --dealer ", {"A", "B", "C", "D"}),
    ("mjtool marker --wind ", {"E", "S", "W", "N"}),
    ("mjtool settings get power.", {"power.budget_mw", "power.peak_mw", "power.start_gap_ms"}),
    ("mjtool settings set mains.h", {"mains.hz"}),
    ("mjtool match ", {"friday"}),
    ("mjtool match friday --keep ", {"match", "table"}),
    ("mjtool wat", {"watch"}),
    ("mjsim run --machine four", {"four_port"}),
    ("mjsim run --profile SHOP-A", {"SHOP-A"}),
    ("mjsim serve --set power.b", {"power.budget_mw="}),
    ("mjsim serve --players ", {"auto", "none"}),
    ("mjsim serve --unit w", {"worn"}),
    ("mjsim serve --late m", {"measured"}),
    ("mjsim campaign faults --kind drif", {"drift"}),
    ("mjsim sc", {"scenario"}),
    ("mjsim inject run", {"running"}),
    ("mjsim inject running on head_", {"head_a", "head_b", "head_c", "head_d"}),
    ("mjsim inject stuck lid ", {"on", "off"}),
    ("mjsim inject clear jam dr", {"drum"}),
    ("mjsim hand st", {"stop", "straighten"}),
    ("mjsim hand stop ", {"press", "release"}),
    ("mjsim hand tile belt_a", {"belt_a"}),
    ("mjtool bench all --stage ", {"bare", "12v", "mains"}),
    ("mjtool commission --from D", {f"D{number}" for number in range(1, 9)}),
    ("mjtool commission --from B", {"B1", "B2", "B3"}),
    ("mjscore score SHOP", {"SHOP-A", "SHOP-B"}),
    ("mjscore rules YE", {"YEE"}),
    ("mjscore rules SHOP-B SB-P09", {"SB-P09"}),
    ("mjscore deal --profile HANDS", {"HANDS-144", "HANDS-148"}),
    ("mjscore explain --from ", {"E", "S", "W", "N"}),
    ("mjscore match show fri", {"friday"}),
    ("mjscore schema answ", {"answer"}),
    ("mjscore vec", {"vectors"}),
]


@pytest.fixture
def asked(tmp_path, monkeypatch, capsys):
    """Starts a program as a shell does that asks it for completions; what it printed."""
    folder = tmp_path / "mjscore"
    folder.mkdir()
    (folder / "friday.mjmatch").write_text("{}\n")
    (folder / "empty.mjmatch").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def ask(program, **words):
        monkeypatch.setattr(sys, "argv", [program])
        for name, value in words.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            sys.exit(import_module(f"{program}.cli").main())
        return capsys.readouterr().out

    return ask


def zsh(asked, line):
    program = line.split()[0]
    out = asked(program, **{f"_{program.upper()}_COMPLETE": "complete_zsh",
                                         "_TYPER_COMPLETE_ARGS": line})
    return set(re.findall(r'^(?:_arguments .*\(\()?"([^"]+)"', out, re.M))


def fish(asked, line):
    program = line.split()[0]
    out = asked(program, **{
        f"_{program.upper()}_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": line})
    return {row.partition("\t")[0] for row in out.splitlines()}


def bash(asked, line):
    program, words = line.split()[0], line.split(" ")
    out = asked(program, **{
        f"_{program.upper()}_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words),
        "COMP_CWORD": str(len(words) - 1)})
    return set(out.split())


@pytest.mark.parametrize("shell", [bash, zsh, fish], ids=["bash", "zsh", "fish"])
@pytest.mark.parametrize(("line", "names"), NAMES, ids=[line for line, _ in NAMES])
def test_a_name_is_completed(asked, line, names, shell):
    assert shell(asked, line) == names


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_each_shell(asked, program, shell):
    script = asked(program, **{f"_{program.upper()}_COMPLETE": f"source_{shell}"})
    assert program in script and "complete" in script
    assert shell != "bash" or f"complete -o default -F _{program}_completion {program}" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_real_bash_completes(asked, tmp_path):
    """The script sourced, the function called as bash calls it when Tab is pressed."""
    program = tmp_path / "mjtool"
    program.write_text(f"#!{sys.executable}\nimport sys\nfrom mjtool.cli import main\n"
                       "sys.argv[0] = 'mjtool'\nmain()\n")
    program.chmod(0o755)
    script = asked("mjtool", _MJTOOL_COMPLETE="source_bash")
    (tmp_path / "script").write_text(script)
    ask = (f". {tmp_path}/script; COMP_WORDS=(mjtool press el); COMP_CWORD=2; "
           "_mjtool_completion mjtool; echo ${COMPREPLY[@]}")
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    del env["_MJTOOL_COMPLETE"]
    done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, text=True,
                          timeout=HANG_S, env=env)
    assert done.stdout.strip() == "elevator", done.stderr


def test_every_name_of_the_dictionary_is_offered():
    known = load()
    for offered, names in (
        (completing.settings, known.settings), (completing.faults, known.faults),
        (completing.keys, known.keys), (completing.commands, known.commands),
        (completing.motors, known.power["motor_mw"]), (completing.sensors, known.inputs),
    ):
        assert [name for name, _ in offered()] == list(names)
        assert all(text for _, text in offered()), "each with what it is"
    assert completing.parameter("motor.jog", "dir") == [("fwd", ""), ("rev", "")]
    assert ("belt_a", completing.motors("belt_a")[0][1]) in completing.parameter(
        "motor.jog", "name", "belt")
    assert completing.parameter("motor.jog", "ms") == []
    assert completing.parameter("nothing", "at_all") == []
