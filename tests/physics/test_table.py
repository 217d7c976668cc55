"""The kept table of runs, the sets that follow from it, and the figures that the plant has."""

import re
import socket
import tomllib
from pathlib import Path

import pytest
from distributed import LocalCluster
from typer.testing import CliRunner

from mjphysics import command, emptied, joint, measures, run, runs, table
from mjphysics.design import points
from mjphysics.drum import Drum
from mjphysics.made_with import made_with
from mjphysics.measures import NAMES
from mjphysics.run import Escaped
from mjphysics.sets import fixed, sets
from mjsim.cli import app, main
from mjsim.plant.mixing import mixing_of
from mjsim.words.bar import bar

MACHINE = tomllib.loads(Path("hardware/machine.toml").read_text(encoding="utf-8"))


def test_the_machine_has_the_sets_that_the_table_gives():
    for name, values in sets().items():
        told = {key: row["value"] for key, row in MACHINE["mixing_" + name].items()}
        assert told == values, name


def test_the_sets_follow_the_quantiles_that_the_study_fixed(monkeypatch):
    was = sets()
    monkeypatch.setitem(fixed()["set_middle"], "quantile", 0.1)
    now = sets()
    assert now["middle"]["exchange_per_ks"] == was["pessimistic"]["exchange_per_ks"]
    assert now["pessimistic"] == was["pessimistic"]


def test_runs_that_turn_back_are_in_no_set():
    """The machine turns on; nine of the 24 runs turn back, and part neighbours faster."""
    rows = table.read()
    other = [one | ({"cling_rate": "9"} if one["turns"] == "0" else {}) for one in rows]
    assert sum(one["turns"] == "0" for one in rows) >= 9 and sets(other) == sets(rows)


def test_a_neighbour_follows_as_often_as_out_of_the_emptied_drums(monkeypatch):
    """At worst as with ports that take the nearest, at best as with those that take any."""
    drums = [{"take": take, "follow": str(one)}
             for take, values in {"nearest": (0.1, 0.3), "any": (0.06, 0.08)}.items()
             for one in values]  # fmt: skip
    monkeypatch.setattr(emptied, "read", lambda: drums)
    assert [one["follow_pct"] for one in sets().values()] == [40, 14, 5]
    monkeypatch.setattr(emptied, "read", lambda: drums[:3])
    with pytest.raises(ValueError, match=r"emptied drums has 1 whose ports take any, two are "
                                         r"needed; mjsim physics empty --runs 5"):  # fmt: skip
        sets()


def test_the_command_says_what_makes_the_drums_that_lack(monkeypatch, capsys):
    monkeypatch.setattr(emptied, "read", lambda: [])
    with pytest.raises(SystemExit) as ended:
        main(["physics", "sets"])
    said = capsys.readouterr()
    assert ended.value.code == 2 and said.out == ""
    assert said.err.endswith("the table of emptied drums has 0 whose ports take nearest, two are "
                             "needed; mjsim physics empty --runs 5 makes them\n")  # fmt: skip


def test_the_page_has_the_joint_worst_corner():
    assert joint.table() in Path("docs/PHYSICS.md").read_text(encoding="utf-8")


def test_the_joint_corner_holds_the_runs_that_are_bad_in_all_at_once():
    """Twenty drums: the rate falls with friction and rises with fill, and nothing else."""
    def drum(one):
        friction, tiles = 0.15 + 0.01 * (one * 7 % 20), 136 + one * 11 % 20
        rate = 0.1 - 0.2 * (friction - 0.15) + 0.001 * (tiles - 136)
        return {"kind": "design", "turns": "1", "tile_friction": friction,
                "dish_friction": 0.2 + one * 3 % 7, "tilt_deg": one * 13 % 17, "tiles": tiles,
                "radius_rate": rate, "cling_rate": rate,
                "diffusion_rad2_per_s": rate, "load_near": 1 - rate}  # fmt: skip

    runs = [drum(one) for one in range(20)]
    worst = sorted(one["radius_rate"] for one in runs)[:2]
    title, alone, corner, fit = joint.rows(runs)[0]
    assert corner == ", ".join(f"{one:.3f}" for one in worst)
    assert float(fit) == pytest.approx(float(alone), abs=0.0011)  # 0.0735, rounded either way
    assert joint.rows(runs)[3][2] == ", ".join(f"{1 - one:.3f}" for one in worst)
    _, _, corner, _ = joint.rows([drum(one) for one in range(40)])[0]
    assert re.fullmatch(r"0\.\d{3} ± 0\.\d{3}", corner)


def test_pessimistic_mixes_worse_than_middle_and_middle_worse_than_optimistic():
    bad, usual, good = map(mixing_of, ("pessimistic", "middle", "optimistic"))
    assert bad.load >= usual.load >= good.load
    assert bad.exchange < usual.exchange < good.exchange
    assert bad.variance < usual.variance < good.variance
    assert bad.cling >= usual.cling >= good.cling and bad.parting < good.parting


def test_a_set_that_is_not_there():
    with pytest.raises(ValueError, match="no mixing 'best'; there are pessimistic, middle"):
        mixing_of("best")


def test_a_table_without_the_designed_drum_says_what_makes_one():
    with pytest.raises(ValueError, match="no run of the designed drum; mjsim physics runs"):
        sets([])


def row(point):
    return table.row(point, dict.fromkeys(NAMES, 0.25))


def all_of(points, path, tell, say):
    kept, wanted = runs.lacking(points, path, say)
    return runs.add(kept, wanted, lambda them: runs.here(them, 1), path, tell)


def test_what_is_done_is_not_done_again(tmp_path, monkeypatch):
    path, done = tmp_path / "runs.csv", []

    def carry_out(point):
        done.append(point.number)
        return "run 2: a tile got out" if point.number == 2 else row(point)

    monkeypatch.setattr(runs, "carry_out", carry_out)
    told = []
    for _ in range(2):
        found = all_of(points()[:4], path, told.append, pytest.fail)
    assert done == [0, 1, 2, 3, 2] and [int(one["number"]) for one in found] == [0, 1, 3]
    assert told.count("run 2: a tile got out") == 2
    assert path.read_text().startswith("# made by: mjsim physics runs")


def test_the_kept_table_is_of_this_design():
    """Whatever seed a run needed in the end: number, kind, drum and engine are the design's."""
    kept = {int(one["number"]): one for one in table.read()}
    assert len(kept) >= 0.9 * len(points())
    assert [table.stale(point, kept[point.number]) for point in points()
            if table.stale(point, kept[point.number])] == []  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [("dish_friction", "0.3"), ("made_with", "12345678")])
def test_a_kept_row_of_another_drum_or_engine_is_told_and_run_again(tmp_path, monkeypatch, name,
                                                                    value):  # fmt: skip
    path, said = tmp_path / "runs.csv", []
    rows = [row(point) for point in points()[:3]]
    table.write([rows[0], rows[1] | {name: value}, rows[2]], path)
    monkeypatch.setattr(runs, "carry_out", row)
    all_of(points()[:3], path, lambda one: None, said.append)
    right = rows[1][name]
    assert said == [f"{path}: run 1 was made with {name} {value}, and is {right} here; it is run "
                    "again"]  # fmt: skip
    assert table.read(path) == rows


def test_a_run_hangs_on_drum_sweep_and_engine(monkeypatch):
    first, other = points()[0].drum, points()[1].drum
    now = made_with(first, 12.0)
    assert now != made_with(other, 12.0) and now != made_with(first, 8.0)
    for module, name in ((run, "HANDFUL_S"), (measures, "SETTLED_S")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 0.123)
            assert made_with(first, 12.0) != now
    assert made_with(first, 12.0) == now


GOOD = table.MADE + ",".join((*table.DRUM, *NAMES)) + "\n"


@pytest.mark.parametrize(("text", "what"), [
    ("garbage\n", "1: no table of runs of this version: it lacks the column number"),
    ("", "1: no table of runs of this version: it lacks the column number"),
    (GOOD + "1,design\n", "3: no table of runs of this version: it has 2 columns where 31 belong"),
    (GOOD + ",".join(["x"] * 31) + "\n",
     "3: no table of runs of this version: it has number 'x', which is no number"),
])  # fmt: skip
def test_a_file_that_is_no_table_is_told_and_left_as_it_is(tmp_path, capsys, text, what):
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["physics", "runs", "--count", "1", "--table", str(path)])
    assert ended.value.code == 2 and path.read_text() == text
    assert capsys.readouterr().err.endswith(
        f"{path}:{what}; nothing was written: name another file, or move this one away\n")


def test_bytes_that_are_no_table_are_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(table.Unusable, match=r"t\.csv: cannot be read .*; name another file"):
        table.read(path)


def test_a_scheduler_that_does_not_answer_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runs, "CONNECT_S", 0.5)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = "tcp://127.0.0.1:%d" % nobody.getsockname()[1]
        for given in (address, "nonsense://x"):
            with pytest.raises(SystemExit) as ended:
                main(["physics", "runs", "--scheduler", given, "--table", str(tmp_path / "t.csv")])
            assert ended.value.code == 2
            said = capsys.readouterr().err
            assert f"--scheduler {given}: no Dask scheduler answers there (" in said
            assert "start one with `dask scheduler`, which prints its address" in said
            assert "Traceback" not in said


@pytest.mark.parametrize("words", [("one", "--film"), ("runs", "--count", "1", "--table")])
def test_a_file_in_no_folder_is_told_before_anything_runs(tmp_path, monkeypatch, capsys, words):
    monkeypatch.setattr(command, "run", lambda *asked: 1 / 0)
    monkeypatch.setattr(command, "carry_out", lambda *asked: 1 / 0)
    with pytest.raises(SystemExit) as ended:
        main(["physics", *words, str(tmp_path / "no" / "x")])
    assert ended.value.code == 2
    told = f"there is no folder {tmp_path / 'no'}; make it first\n"
    assert capsys.readouterr().err.endswith(told)


def test_the_commands_tell_what_they_did(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runs, "carry_out",
                        lambda point: row(point) if point.number else "run 0: x")  # fmt: skip
    assert command.carry_out(3, 1, "", str(tmp_path / "t.csv"), bar) == 0
    said = capsys.readouterr()
    assert said.out == ("runs to do: 3, about 25 s of a core each, 1.2 min on 1 core(s)\n"
                        "2 of 40 runs (design seed 20261126) are in the table\n")  # fmt: skip
    assert said.err == "left out: run 0: x\n"
    assert command.tell_sets() == 0
    assert re.search(r"\[mixing_pessimistic\]\nload_pct = \d+\n", capsys.readouterr().out)


def test_a_cluster_gives_the_same_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(runs, "carry_out", row)
    with LocalCluster(1, processes=False, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        assert command.carry_out(5, 1, address, str(tmp_path / "there.csv"), bar) == 0
    assert command.carry_out(5, 1, "", str(tmp_path / "here.csv"), bar) == 0
    assert capsys.readouterr().out.count("5 of 40 runs") == 2
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_turn_too_short_for_figures_says_how_long_it_takes(monkeypatch, capsys):
    monkeypatch.setattr(command, "run", lambda *given: None)
    assert command.one(Drum(), 1, "", 2.0, bar) == 2
    assert capsys.readouterr().err == "figures need 8 s of turning: --seconds 8\n"


def test_one_drum_whose_tile_got_out_says_so(monkeypatch, capsys):
    def escaped(*given):
        raise Escaped("a tile got through the wall after 1.2 s")

    monkeypatch.setattr(command, "run", escaped)
    assert command.one(Drum(), 1, "", 2.0, bar) == 1
    assert capsys.readouterr().err == (
        "mjsim physics: a tile got through the wall after 1.2 s; another seed may do\n")


@pytest.mark.parametrize(("given", "fingers", "tops_mm"), [
    ([], 36, []), (["--bars-mm", "10"], 0, [10.0] * 4), (["--bars-mm", "0", "--no-vanes"], 0, []),
])  # fmt: skip
def test_one_drum_has_bars_or_fingers_as_asked(monkeypatch, given, fingers, tops_mm):
    seen = []
    monkeypatch.setattr(command, "one", lambda drum, *rest: seen.append(drum) or 0)
    assert CliRunner().invoke(app, ["physics", "one", *given]).exit_code == 0
    drum = seen[0]
    assert len(drum.fingers) == fingers and [bar.top_mm for bar in drum.bars] == tops_mm
    assert bool(drum.vanes) == ("--no-vanes" not in given)
