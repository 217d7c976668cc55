"""The full grid: every level of each factor with every one of the others, here or on a cluster."""

from pathlib import Path

import pytest
from distributed import LocalCluster

from mjphysics import command, runs, table
from mjphysics.design import grid
from mjphysics.measures import NAMES
from mjsim.cli import main
from mjsim.words.bar import bar


def row(point):
    return table.row(point, dict.fromkeys(NAMES, 0.25))


def test_a_grid_has_each_level_of_a_factor_with_each_of_the_others():
    drums = [point.drum for point in grid(2)]
    assert len(set(drums)) == len(drums) == 2**7
    factors = [{getattr(drum, name) for drum in drums}
               for name in ("tile_friction", "dish_friction", "tilt_deg", "tiles", "ring_n",
                            "turns")]  # fmt: skip
    assert factors == [{0.15, 0.45}, {0.12, 0.30}, {10, 14}, {136, 152}, {0, 3}, {0, 1}]
    springs = sorted({drum.fingers[0].spring_nm_per_rad for drum in drums})
    assert springs[1] / springs[0] == pytest.approx(1.3 / 0.7, rel=0.001)
    assert len(grid(3)) == 3**5 * 3 * 2 and len(grid(5)) == 5**5 * 4 * 2  # four sets, two ways


def test_a_grid_goes_on_on_a_cluster_where_it_was(tmp_path, monkeypatch, capsys):
    path = str(tmp_path / "grid.csv")
    monkeypatch.setattr(runs, "carry_out", row)
    with LocalCluster(2, processes=False, threads_per_worker=1,
                      dashboard_address=None) as cluster:  # fmt: skip
        for count in (126, None):
            assert command.carry_out(count, 1, cluster.scheduler_address, path, bar, 2) == 0
    assert capsys.readouterr().out == (
        "runs to do: 126, about 25 s of a core each, 52.5 min of one core, shared by the "
        "cluster's\n"
        "126 of 128 runs (grid of 2 levels) are in the table\n"
        "runs to do: 2, about 25 s of a core each, 0.8 min of one core, shared by the cluster's\n"
        "128 of 128 runs (grid of 2 levels) are in the table\n")
    kept = table.read(Path(path))
    assert [int(one["number"]) for one in kept] == list(range(128))
    assert {one["kind"] for one in kept} == {"grid"}


@pytest.mark.parametrize("given", [[], ["--table", str(table.TABLE)]])
def test_a_grid_never_goes_into_the_designs_table(capsys, given):
    before = table.TABLE.read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(["physics", "runs", "--grid", "2", *given])
    assert ended.value.code == 2 and table.TABLE.read_bytes() == before
    assert capsys.readouterr().err.endswith("--grid 2: the project's own table is the design's; "
                                            "name another one, --table FILE.csv\n")  # fmt: skip
