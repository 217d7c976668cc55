"""A table's measured values laid over the design: what follows, what is refused, what stays."""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mjtool.bench.identify import learn_polarity
from mjtool.bench.parts import parts
from tools.make.board.__main__ import main as board
from tools.make.generate.__main__ import main
from tools.make.generate.errors import SourceError
from tools.make.generate.read import measured
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[3]
GOOD = """# one table
[drum]
rev_ms = { value = 3000, unit = "ms", grade = "measured", date = 2026-11-20, how = "stop watch" }

[lift]
travel_um = { value = 54000, unit = "um", grade = "measured", date = 2026-11-20, how = "rule" }

[head]
park_to_deg = { value = 48, unit = "deg", grade = "measured", date = 2026-11-20, how = "dial" }

[motor_types.drum]
run_mw = { value = 16500, unit = "mw", grade = "measured", date = 2026-11-20, how = "meter" }

[power]
budget_mw = { value = 60000, unit = "mw", grade = "measured", date = 2026-11-20, how = "plate" }

[signals.inlet]
active = { value = "high", grade = "measured", date = 2026-11-20, how = "voltmeter at J30" }
"""
# what is replaced in GOOD, by what, the message, the line
MISTAKES = {
    "unknown key": ("rev_ms", "revs_ms", "unknown key drum.revs_ms; nearest valid key: rev_ms", 3),
    "unknown section": ("[drum]", "[drumm]",
                        "unknown section drumm; nearest valid section: drum", 2),
    "section of the board": ("[drum]", "[supplies]",
                             "[supplies] is the board's design, not one table's; a measured value "
                             "of it belongs in hardware/machine.toml; nearest valid section: "
                             "signals", 2),
    "unknown motor type": ("[motor_types.drum]", "[motor_types.drumm]",
                           "unknown motor type motor_types.drumm; nearest valid motor type: drum",
                           11),
    "unknown signal": ("[signals.inlet]", "[signals.inlets]",
                       "unknown signal signals.inlets; nearest valid signal: inlet", 17),
    "no polarity": ('value = "high"', 'value = "hi"',
                    'signals.inlet.active = "hi" is no level; nearest: high', 18),
    "other key of a signal": ("active = {", "fitted = {",
                              "unknown key signals.inlet.fitted; nearest valid key: active", 18),
    "wrong unit": ('3000, unit = "ms"', '3, unit = "s"',
                   "drum.rev_ms has unit 's', expected 'ms'", 3),
    "float": ("value = 3000", "value = 3000.5", "drum.rev_ms = 3000.5 must be an integer in ms",
              3),
    "not plausible": ("value = 3000", "value = 30000",
                      "drum.rev_ms = 30000 ms is not plausible: the design has 2727, and 682 to "
                      "10908 is accepted", 3),
    "angle not plausible": ("value = 48,", "value = 95,",
                            "head.park_to_deg = 95 deg is not plausible: the design has 45, and "
                            "0 to 90 is accepted", 9),
    "grade": ('"ms", grade = "measured"', '"ms", grade = "default"',
              "drum.rev_ms has grade 'default'; in this file every grade is 'measured'", 3),
    "date in quotes": ("date = 2026-11-20, how = \"stop", "date = \"20.11.\", how = \"stop",
                       "drum.rev_ms: date = '20.11.' must be a date like 2026-11-20, without "
                       "quotes", 3),
    "no method": ('how = "stop watch"', 'how = " "', "drum.rev_ms: how was it measured?", 3),
    "missing date": ("date = 2026-11-20, how = \"stop", "how = \"stop",
                     "missing key date in drum.rev_ms", 3),
    "bare number": ('{ value = 3000, unit = "ms", grade = "measured", date = 2026-11-20, '
                    'how = "stop watch" }', "3000",
                    "drum.rev_ms must be { value, unit, grade, date, how }", 3),
    "computed value": ("rev_ms = { value = 3000", "edge_ms = { value = 700",
                       "drum.edge_ms is computed: drum.rev / rot.edges, rounded up; measure these "
                       "instead", 3),
    "does not fit the others": (
        "value = 3000", "value = 4100",
        "drum.rev_ms = 4100: control holds up to 4000, the design has 2727; beyond, "
        "drum.edge_ms = 1025, but the warning comes at 1000: 25 too much; look at "
        "drum.edge_ms, drum.rev_ms, rot.edges, drum.edge_warn_ms", 3),
    "setting cannot hold it": ("value = 60000", "value = 20000",
                               "power.budget_mw = 20000, but its setting goes from 36000 to "
                               "80000 (firmware/tables/settings.toml:@)", 15),
    "bare polarity": ('{ value = "high", grade = "measured", date = 2026-11-20, '
                      'how = "voltmeter at J30" }', '"high"',
                      "signals.inlet.active must be { value, grade, date, how }", 18),
    "not TOML": ("[drum]", "[drum", "not valid TOML: Expected ']'", None),
    "nothing in it": (GOOD, "# nothing yet\n", "nothing is measured in this file", 1),
    "a value where a section is meant": ("[drum]\nrev_ms", "drum = 3000\n[ring]\nrev_ms",
                                         "drum must be a section, not a value", 2),
}


REFUSED = {
    **dict.fromkeys(("lid", "loop_raw", "safe_fb", "lmot_fb", "k1_mir", "fuse_ok", "pfail",
                     "sig0", "sig1", "strap_4port", "brd0", "brd1"),
                    "is made on the board, which is the same for every table; turned round, an "
                    "open stop loop or a broken wire would read as closed and safe. Find the "
                    "wiring mistake with the test in docs/IO.md instead"),
    **dict.fromkeys(("lift_up", "lift_dn", "push_home", "hatch_up", "hatch_dn"),
                    "is a normally closed contact to 0 V; turned round, a broken wire would read "
                    "as free. Wire the switch's normally closed contact instead: with its plug "
                    "pulled it must read 1"),
    "pinch": "guards fingers through its end resistor; turned round, a broken wire would read as "
             "free. Fit an edge with 8k2 at its end instead",
}
SIGNALS = load(ROOT).data["signals"]


@pytest.fixture
def file(tmp_path):
    """A good file."""
    path = tmp_path / "my_table.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def refused(file, capsys, out):
    """The message of a run that must write nothing."""
    assert main(["--measured", str(file), "--out", str(out)], ROOT) == 2
    assert not out.exists()
    return capsys.readouterr().err.rstrip("\n")


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_with_file_line_and_nearest(file, capsys, tmp_path, name):
    old, new, message, line = MISTAKES[name]
    assert old in GOOD
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    told = refused(file, capsys, tmp_path / "out")
    before, _, behind = message.partition("@")
    assert told.startswith(f"{file}:{line or ''}"), told
    assert told.split(": ", 1)[1].startswith(before) and told.endswith(behind)
    assert behind or line is None or told.endswith(before)


@pytest.mark.parametrize("name", SIGNALS)
@pytest.mark.parametrize("level", ["low", "high"])
def test_polarity_is_refused_where_a_broken_wire_would_read_as_safe(file, name, level):
    text = GOOD.replace("[signals.inlet]", f"[signals.{name}]")
    file.write_text(text.replace('value = "high"', f'value = "{level}"'), encoding="utf-8")
    if name not in REFUSED:
        with measured.using(file):
            assert load(ROOT).data["signals"][name]["active"] == level
        return
    with pytest.raises(SourceError) as told, measured.using(file):
        load(ROOT)
    assert str(told.value) == (f"{file}:18: signals.{name}.active is not one table's: {name} "
                               f"{REFUSED[name]}")


def test_every_other_polarity_belongs_to_an_optical_sensor_a_hall_switch_or_a_key():
    assert {name for name in SIGNALS if name not in REFUSED} == {
        "cnt", "park", "mid", "inlet", "jam", "drum_rot", "ring_rot", "dice_rot", "chain_zero",
        "chain_corner", "rule0", "rule1", "rule2", "rule3", "svc", "reset", "chain_rev",
        "elevator2", "dice_a", "dice_b", "dice_c", "dice_d", "mark", "elevator"}


def test_file_that_cannot_be_read(tmp_path, capsys):
    told = refused(tmp_path / "none.toml", capsys, tmp_path / "out")
    assert told.startswith(f"{tmp_path}/none.toml: cannot be read: ")


def test_out_must_be_empty_ours_or_elsewhere(file, capsys, tmp_path):
    full = tmp_path / "full"
    full.mkdir()
    (full / "letter.txt").write_text("mine")
    for out, why in ((full, "holds something else; take an empty or a new folder"),
                     (full / "letter.txt", "is a file, not a folder"),
                     (ROOT / "hardware" / "out_of_mine", "lies among the design's files")):
        assert main(["--measured", str(file), "--out", str(out)], ROOT) == 2
        assert why in capsys.readouterr().err
    assert (full / "letter.txt").read_text() == "mine"
    assert not (ROOT / "hardware" / "out_of_mine").exists()


def test_wrong_use(capsys):
    for argv in (["--measured"], ["--measured", "x", "--out"], ["--measured", "x", "y", "z"]):
        assert main(argv, ROOT) == 2
        assert capsys.readouterr().err.startswith("usage: ")


def test_machine_follows_and_the_design_does_not(file):
    design = load(ROOT)
    with measured.using(file):
        table = load(ROOT)
    assert (table.flat["drum.rev_ms"], table.flat["drum.edge_ms"]) == (3000, 750)
    assert table.flat["mechanism.lane.floor_um"] == design.flat["mechanism.lane.floor_um"] + 1000
    assert table.data["drum"]["rev_ms"]["grade"] == "measured"
    assert table.measured["drum.rev_ms"] == "2026-11-20, stop watch"
    assert load(ROOT).flat == design.flat and design.measured == {}


def test_example_of_the_page(tmp_path):
    page = (ROOT / "docs/MEASURED.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in page.split("Section and key")[0].splitlines()
             if line.startswith("    ")]
    file = tmp_path / "my_table.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    with measured.using(file):
        assert load(ROOT).flat["motor_types.drum.run_mw"] == 16500
    named = re.findall(r"^\| ((?:`[a-z_.*]+`(?:, )?)+) \|", page.split("## What to")[1], re.M)
    assert len(named) == 9
    paths = [*load(ROOT).flat, *(f"signals.{name}.active" for name in load(ROOT).data["signals"])]
    for pattern in re.findall(r"`([^`]+)`", " ".join(named)):
        assert fnmatch.filter(paths, pattern), pattern


def test_an_angle_may_lie_across_zero(file):
    turned = 'how = "rule" }\ndn_to_deg = { value = 355, unit = "deg", grade = "measured", ' \
             'date = 2026-11-20, how = "dial" }'
    file.write_text(GOOD.replace('how = "rule" }', turned), encoding="utf-8")
    said = r"motor_types.lift.coast_max_ms = 150, but the lift's lower flag lasts, less scan.react"
    said = ".*; beyond, " + said + "_ms, 73: 77 too much; .*"
    with pytest.raises(SourceError, match=said), measured.using(file):
        load(ROOT)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A folder made from GOOD, and what was said."""
    folder = tmp_path_factory.mktemp("table")
    file = folder / "my_table.toml"
    file.write_text(GOOD, encoding="utf-8")
    before = _texts()
    out = folder / "out"
    made = subprocess.run([sys.executable, "-m", "tools.make.generate", "--measured", str(file),
                           "--out", str(out)], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert _texts() == before
    return out, made.stdout


def _texts():
    """Every generated file of the design that a table's folder has as well."""
    names = ("firmware/mjtable/generated/timing.py", "firmware/mjtable/generated/iomap.py",
             "firmware/hal/pinmap.py", "firmware/mjtable/generated/setting_table.py",
             "simulator/mjsim/generated/constants.py", "docs/IO.md",
             "docs/SETTINGS.md", "host_tools/mjtool/dictionary.json", "hardware/machine.toml")
    return {name: (ROOT / name).read_bytes() for name in names}


def test_what_it_says(table):
    out, said = table
    assert "drum.rev_ms: 2727 -> 3000 (2026-11-20, stop watch)\n" in said
    assert "drum.edge_ms: 682 -> 750 (follows from these)\n" in said
    assert "signals.inlet.active: low -> high (2026-11-20, voltmeter at J30)\n" in said
    assert said.endswith(f"wrote {out}: firmware and simulator of this table\n")


def test_firmware_tables_and_plant_constants_follow(table):
    out, _ = table
    timing = (out / "firmware/mjtable/generated/timing.py").read_text(encoding="utf-8")
    assert "from hardware/machine.toml and my_table.toml;" in timing
    assert "DRUM_EDGE_MS = 750  # computed, " in timing
    plant = (out / "simulator/mjsim/generated/constants.py").read_text(encoding="utf-8")
    for line in ("DRUM_REV_MS = 3000", "DRUM_EDGE_MS = 750", "LIFT_TRAVEL_UM = 54000",
                 "HEAD_PARK_TO_DEG = 48", "POWER_BUDGET_MW = 60000"):
        assert f"\n{line}\n" in plant
    firmware = out / "firmware"
    iomap = (firmware / "mjtable/generated/iomap.py").read_text(encoding="utf-8")
    assert "\n    16500, 6000," in iomap
    assert "\n    60000, 75000," in (firmware / "mjtable/generated/setting_table.py").read_text()
    assert "INVERT = (135, 135, 135, 135," in (firmware / "hal/pinmap.py").read_text()


def test_second_run_replaces_the_first(table):
    out, _ = table
    (out / "firmware" / "left.py").write_text("")
    assert main(["--measured", str(out.parent / "my_table.toml"), "--out", str(out)], ROOT) == 0
    assert not (out / "firmware" / "left.py").exists()


def test_simulator_runs_as_this_table(table):
    """A hand on the simulated table, its firmware and its plant both with the measured values."""
    out, _ = table
    path = os.pathsep.join(str(out / name) for name in ("simulator", "firmware"))
    ran = subprocess.run(
        [Path(sys.executable).parent / "mjsim", "run", "--seed", "3"], cwd=out,
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    peak = next(line for line in ran.stdout.splitlines() if line.startswith("peak "))
    assert 50 < float(peak.split()[1]) <= 60, peak  # the design's budget is 50 W, this table's 60
    assert "no violation" in peak


def test_a_table_that_was_refused_is_not_simulated_as_the_design(file, capsys, tmp_path):
    """Neither a folder that was never made nor that of an earlier, better file."""
    out = tmp_path / "out"
    assert main(["--measured", str(file), "--out", str(out)], ROOT) == 0
    file.write_text(GOOD.replace("value = 3000", "value = 30000"), encoding="utf-8")
    refused(file, capsys, out)
    path = os.pathsep.join(str(folder / name) for folder in (out, ROOT)
                           for name in ("simulator", "firmware"))
    ran = subprocess.run([sys.executable, "-m", "mjsim", "run"], cwd=tmp_path,
                         env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr == (f"mjsim: PYTHONPATH names {out / 'simulator'}, which is not there, so "
                          "this would simulate the design; make the table's folder first: make "
                          "generate MEASURED=FILE\n")


def test_firmware_builds_for_this_table(table, capsys):
    out, _ = table
    assert board(["build", "--root", str(out)]) == 0
    assert (out / ".build/firmware/armv6m/mjtable").is_dir()
    shutil.rmtree(out / ".build")
    assert board(["build", "--root", str(out / "docs")]) == 2
    assert "holds no firmware; `make generate MEASURED=FILE` writes such a folder" in (
        capsys.readouterr().err)


@pytest.mark.parametrize(("key", "unit", "value", "far"), [
    ("head.speed_mdeg_per_ms", "mdeg/ms", 700, 507),
    ("tile.length_um", "um", 90_000, 33_300),  # longer than the pitch: a gap below zero
    ("lift.speed_mdeg_per_ms", "mdeg/ms", 36, 48),
    ("hatch.travel_ms", "ms", 6_000, 4_500),  # its supervision goes along up to half as much again
    ("belt.length_um", "um", 675_000, 360_149),
    ("tile.length_um", "um", 18_150, 28_200),
    ("head.push_to_deg", "deg", 15, 340),
    ("head.park_from_deg", "deg", 295, 330),
    ("motor_types.belt.coast_max_ms", "ms", 200, 82),
    ("dice_plate.stall_ms", "ms", 1_000, 462),  # longer than the shortest roll
    ("dice_plate.rot_edge_ms", "ms", 300, 200),
])  # fmt: skip
def test_what_control_cannot_do_is_refused_with_how_far_it_would_hold(
        tmp_path, capsys, key, unit, value, far):
    """The value said is the last that is accepted: the next one is refused again."""
    def tried(number):
        file, out = tmp_path / "table.toml", tmp_path / f"out{number}"
        section, _, name = key.rpartition(".")
        file.write_text(f'[{section}]\n{name} = {{ value = {number}, unit = "{unit}", grade = '
                        '"measured", date = 2026-11-20, how = "x" }\n', encoding="utf-8")
        code = main(["--measured", str(file), "--out", str(out)], ROOT)
        return code, capsys.readouterr().err

    code, told = tried(value)
    way = "down" if far < measured_design(key) else "up"
    assert code == 2 and f"{key} = {value}: control holds {way} to {far}, the design has" in told
    assert " too much; look at " in told
    assert tried(far)[0] == 0
    assert tried(far + (1 if way == "up" else -1))[0] == 2


def measured_design(key):
    row = load(ROOT).data
    for part in key.split("."):
        row = row[part]
    return row["value"]


def test_a_slow_hatch_takes_its_supervision_along(tmp_path):
    """3.1 s have a limit of 6.2 s; the design's supervision ends at 6, and nobody measures it."""
    file = tmp_path / "table.toml"
    row = ('{ value = %d, unit = "ms", grade = "measured", date = 2026-11-20, how = "x" }')
    file.write_text(f"[hatch]\ntravel_ms = {row % 3100}\n", encoding="utf-8")
    with measured.using(file):
        flat = load(ROOT).flat
    assert flat["hatch.limit_ms"] == 6200 and flat["motor_types.hatch.max_on_ms"] == 7440
    assert load(ROOT).flat["motor_types.hatch.max_on_ms"] == 6000
    file.write_text(file.read_text() + f"[motor_types.hatch]\nmax_on_ms = {row % 6100}\n")
    with measured.using(file), pytest.raises(SourceError, match="6200, but the motor supervision "
                                             "ends at 6100: 100 too much"):
        load(ROOT)


def test_what_the_bench_learns_of_wires_is_taken(tmp_path):
    """`mjtool bench identify --overlay` writes every polarity that may be turned, and no other."""
    inputs = parts("four_port").inputs.values()
    learnt = {part.stem: part.turned for part in inputs if part.turned}
    assert {"cnt", "inlet", "park"} <= set(learnt) and not set(learnt) & set(REFUSED)
    file = tmp_path / "mine.toml"
    learn_polarity(file, learnt)
    assert main(["--measured", str(file), "--out", str(tmp_path / "out")], ROOT) == 0
