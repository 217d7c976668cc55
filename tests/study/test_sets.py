"""The mixing sets that a study is about to use are those that were fixed, or it is refused."""

import pytest

from mjsim.cli import main
from mjsim.generated import constants
from mjstudy import sets
from mjstudy.fixed import FixedError, load


def test_the_sets_and_their_runs_are_those_that_were_fixed():
    sets.check(load())


def test_a_study_with_another_figure_of_the_drum_is_refused(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(constants, "MIXING_OPTIMISTIC_FOLLOW_PCT", 11)
    with pytest.raises(SystemExit) as ended:
        main(["study", "run", "--keep", str(tmp_path), "--timelines", "2", "--walls", "1536"])
    assert ended.value.code == 2 and not list(tmp_path.iterdir())
    said = capsys.readouterr().err
    now, fixed = sets.sha256_of("optimistic"), load().set_optimistic.sha256
    assert now != fixed
    assert said.endswith(
        "hardware/machine.toml: [mixing_optimistic] is not what the study was fixed with: "
        f"SHA-256 {now}, fixed is {fixed}; put it back as it was, or, before any wall is made, "
        "write its new SHA-256 into simulator/mjstudy/fixed.toml, [set_optimistic]\n")


@pytest.mark.parametrize("name", ["pessimistic", "middle", "optimistic"])
@pytest.mark.parametrize("figure", ["load", "exchange", "variance", "behind", "cling", "parting",
                                    "follow", "rim", "far", "looks"])  # fmt: skip
def test_each_figure_of_each_set_is_in_its_hash(monkeypatch, name, figure):
    was, whole = sets.sha256_of(name), sets.mixing_of(name)
    monkeypatch.setattr(sets, "mixing_of", lambda _: whole._replace(**{figure: 0.123}))
    assert sets.sha256_of(name) != was


@pytest.mark.parametrize("name", ["runs", "emptied"])
def test_other_tables_behind_the_sets_are_told(monkeypatch, tmp_path, name):
    for one in ("runs", "emptied"):
        (tmp_path / f"{one}.csv").write_bytes((sets.TABLES / f"{one}.csv").read_bytes())
    monkeypatch.setattr(sets, "TABLES", tmp_path)
    sets.check(load())
    table = tmp_path / f"{name}.csv"
    table.write_bytes(table.read_bytes() + b"\n")
    with pytest.raises(FixedError, match=rf"^simulator/mjphysics/{name}\.csv is not what the "
                       rf"study was fixed with: .*; put it back .*, \[{name}\]$"):  # fmt: skip
        sets.check(load())
    table.unlink()
    with pytest.raises(FixedError, match=rf"{name}\.csv: cannot be read \(No such file"):
        sets.check(load())
