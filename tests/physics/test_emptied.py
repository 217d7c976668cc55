"""The table of emptied drums: what is kept, what is done again, what is refused."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from mjphysics import command, emptied, picking, table
from mjphysics.drum import Drum
from mjphysics.emptied import FORM, MIX_S, WAYS, Series
from mjphysics.picking import ANY, LEAST_LEFT, NEAREST, Picked
from mjphysics.run import Escaped
from mjsim.cli import main
from mjsim.words.bar import bar

SMALL = Series(1, Drum(LEAST_LEFT + 4), 0.5)
MADE = Series(1).made_with


def fake(drum, mix_s, how, seed, tell=lambda: None):
    """Forty tiles out in the order that they fell, from the rim inwards where ports take any."""
    if seed == 13:
        raise Escaped("a tile got out of the drum after 9.30 s")
    order, none = np.arange(40), np.zeros(40, int)
    return Picked(order, none, none, order[:: 1 if how == ANY else -1])


def row(take, seed, made=MADE):
    return dict(zip(FORM.columns, (take, str(seed), "136", "40", "0.0000", "1.0000",
                                   "1.0000" if take == ANY else "-1.0000", made),
                    strict=True))  # fmt: skip


def run(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(["physics", "empty", *words])
    return end.value.code, capsys.readouterr()


def test_a_small_series_is_carried_out_and_not_done_again(tmp_path):
    path, told = tmp_path / "t.csv", []
    wanted = SMALL.lacking(path, pytest.fail)
    assert wanted == [(NEAREST, 11), (ANY, 11)]
    rows = SMALL.add(wanted, path, told.append)
    assert told == [""] * 2 and {one["out"] for one in rows} == {"4"}
    assert {one["tiles"] for one in rows} == {"20"}
    first = picking.emptied(SMALL.drum, 0.5, ANY, 11)
    assert [float(rows[1][name]) for name in emptied.FIGURES] == pytest.approx(
        [first.follow(), first.correlation(), first.inward()], abs=1e-4)  # fmt: skip
    assert SMALL.lacking(path, pytest.fail) == []
    before = path.read_bytes()
    assert SMALL.add([], path, pytest.fail) == rows and path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["t.csv"]


def test_a_stopped_series_goes_on_where_it_was(tmp_path, monkeypatch):
    path, done = tmp_path / "t.csv", []

    def stops(drum, mix_s, how, seed):
        done.append((how, seed))
        if len(done) == 3:
            raise KeyboardInterrupt
        return fake(drum, mix_s, how, seed)

    monkeypatch.setattr(picking, "emptied", stops)
    series = Series(2)
    with pytest.raises(KeyboardInterrupt):
        series.add(series.lacking(path, pytest.fail), path, lambda one: None)
    assert emptied.read(path) == [row(NEAREST, 11), row(ANY, 11)]
    rows = series.add(series.lacking(path, pytest.fail), path, lambda one: None)
    assert done == [*series.every[:3], *series.every[2:]]
    assert rows == [row(take, seed) for seed in (11, 12) for take in WAYS]
    with path.open() as file:
        assert next(file).startswith("# made by: mjsim physics empty --runs 5; ")
        assert [one["take"] for one in csv.DictReader(file)] == [NEAREST, NEAREST, ANY, ANY]


def test_a_row_of_another_drum_or_engine_is_told_and_run_again(tmp_path, monkeypatch, capsys):
    path = tmp_path / "t.csv"
    table.write([row(NEAREST, 11), row(ANY, 11, "12345678"), row(ANY, 99)], path, FORM)
    monkeypatch.setattr(picking, "emptied", fake)
    code, said = run(capsys, "--runs", "1", "--table", str(path))
    assert code == 0 and said.err == (
        f"mjsim physics empty: {path}: any, seed 11 was made with made_with 12345678, and is "
        f"{MADE} here; it is run again\n")  # fmt: skip
    assert emptied.read(path) == [row(NEAREST, 11), row(ANY, 11), row(ANY, 99)]


def test_what_was_made_otherwise_is_in_no_mean_even_when_the_new_run_is_worth_nothing(
        tmp_path, monkeypatch):  # fmt: skip
    path = tmp_path / "t.csv"
    table.write([row(ANY, 13, "12345678")], path, FORM)
    monkeypatch.setattr(picking, "emptied", fake)
    series, told = Series(3), []
    rows = series.add(series.lacking(path, told.append), path, told.append)
    assert len(told) == 7 and {one["seed"] for one in rows} == {"11", "12"}


def test_the_command_tells_what_is_ahead_left_out_and_the_means(tmp_path, monkeypatch, capsys):
    path = str(tmp_path / "t.csv")
    monkeypatch.setattr(picking, "emptied", fake)
    assert command.empty_many(3, path, bar) == 0
    said = capsys.readouterr()
    assert said.out == (
        "runs to do: 6, about 60 s of a core each, 6.0 min on 1 core(s)\n"
        "4 of 6 drums (seeds from 11 on, both ways to take) are in the table\n"
        "                                   nearest               any              both\n"
        "follow                       0.000 ± 0.000     0.000 ± 0.000     0.000 ± 0.000\n"
        "drop rank, exit rank         1.000 ± 0.000     1.000 ± 0.000     1.000 ± 0.000\n"
        "way inwards, exit rank      -1.000 ± 0.000     1.000 ± 0.000     0.000 ± 0.000\n")
    assert said.err == (
        "left out: nearest, seed 13: a tile got out of the drum after 9.30 s\n"
        "left out: any, seed 13: a tile got out of the drum after 9.30 s\n")
    assert command.empty_many(2, path, bar) == 0
    assert "runs to do" not in capsys.readouterr().out


def test_two_ways_of_a_seed_are_one_drum_in_the_error_over_both():
    rows = [row(take, seed) | {"order": str(value)} for take, seed, value in (
        (NEAREST, 11, 0.1), (ANY, 11, 0.3), (NEAREST, 12, 0.3), (ANY, 12, 0.5))]  # fmt: skip
    order = emptied.means(rows)[2].split("  ")
    assert [one.strip() for one in order if one] == [
        "drop rank, exit rank", "0.200 ± 0.100", "0.400 ± 0.100", "0.300 ± 0.100"]  # fmt: skip


def test_a_single_drum_has_no_error_and_none_no_mean():
    assert emptied.means([row(ANY, 11)])[3].split()[-3:] == ["-", "1.000", "1.000"]
    assert emptied.means([])[1].split() == ["follow", "-", "-", "-"]


HEAD = FORM.made + ",".join(FORM.columns) + "\n"


@pytest.mark.parametrize(("text", "what"), [
    ("garbage\n", "1: no table of emptied drums of this version: it lacks the column take"),
    (table.MADE + ",".join(table.RUNS.columns) + "\n",
     "2: no table of emptied drums of this version: it lacks the column take"),
    (HEAD.replace("made_with", "made_with,mine"),
     "2: no table of emptied drums of this version: it has 9 columns where 8 belong"),
    (HEAD + "any,11\n",
     "3: no table of emptied drums of this version: it has 2 columns where 8 belong"),
    (HEAD + "all,11,136,120,0,0,0,x\n",
     "3: no table of emptied drums of this version: it has take 'all', which is none of nearest, "
     "any"),
    (HEAD + "any,11,136,120,0,0,0,x\nany,1.5,136,120,0,0,0,x\n",
     "4: no table of emptied drums of this version: it has seed '1.5', which is no whole number"),
    (HEAD + "any,11,136,120,0,nan,0,x\n",
     "3: no table of emptied drums of this version: it has order 'nan', which is no number"),
])  # fmt: skip
def test_a_file_that_is_something_else_is_told_and_left_as_it_is(tmp_path, capsys, text, what):
    path = tmp_path / "t.csv"
    path.write_text(text)
    code, said = run(capsys, "--runs", "1", "--table", str(path))
    assert code == 2 and path.read_text() == text and said.out == ""
    assert said.err == (f"mjsim: {path}:{what}; nothing was written: name another file, or move "
                        "this one away\n")  # fmt: skip


@pytest.mark.parametrize(("words", "what"), [
    (["--table", "t.csv"], "--table t.csv: only --runs N writes a table"),
    (["--runs", "1", "--tiles", "40"],
     "--runs: its drums are the designed one, mixed for 9 s, both ways to take, seeds of its own; "
     "leave the other options out"),
    (["--runs", "1", "--table", "nowhere/t.csv"], "nowhere/t.csv: there is no folder "),
])  # fmt: skip
def test_options_that_do_not_go_together(tmp_path, monkeypatch, capsys, words, what):
    monkeypatch.chdir(tmp_path)
    code, said = run(capsys, *words)
    assert code == 2 and said.err.startswith("mjsim: " + what)


def test_a_row_hangs_on_drum_mixing_sweep_and_ports(monkeypatch):
    others = [Series(1, replace(Drum(), tiles=144)), Series(1, mix_s=8.0)]
    assert MADE not in [one.made_with for one in others] and Series(5).made_with == MADE
    monkeypatch.setattr(picking, "TAKE_S", 0.4)
    assert Series(1).made_with != MADE


def test_the_kept_table_is_of_five_seeds_both_ways_and_of_this_code():
    rows = {(one["take"], int(one["seed"])): one for one in emptied.read()}
    assert set(rows) == set(Series(5).every) and MIX_S == 9.0
    assert {one["made_with"] for one in rows.values()} == {MADE}
    assert {one["tiles"] for one in rows.values()} == {"136"}
    assert all(68 < int(one["out"]) <= 136 - LEAST_LEFT for one in rows.values())
