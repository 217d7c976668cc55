"""`mjsim study run`: small studies of every arm, resumed, told, and refused."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mjsim.plant.mixing import mixing_of
from mjsim.shuffle.cycle import CycleStopped
from mjsim.words.names import UsageError
from mjstudy.equivalence import judge
from mjstudy.fixed import load
from mjstudy.gather import Estimate
from mjstudy.replay.beside import ANEW, Beside, Column, beside
from mjstudy.replay.chain import WALLS, placed
from mjstudy.replay.sorts import COLUMNS, whole
from mjstudy.replay.timelines import Timelines
from mjstudy.run import command, curve
from mjstudy.run.asked import Asked
from mjstudy.run.carry import Outcome, block_of, carry_out
from mjstudy.run.command import Told
from mjstudy.run.found import Found
from mjstudy.run.plan import FAIR, STUCK, Arm
from mjstudy.verdicts import Judged

ASKED = Asked("four_port", "SHOP-B-136", "typical", None, 12, WALLS, ("pessimistic", "middle"),
              ("played", "one side"), 4)  # fmt: skip


@pytest.fixture(scope="module")
def keep(tmp_path_factory):
    return tmp_path_factory.mktemp("study")


def told(keep, capsys, asked=ASKED, **more):
    code = command.run(asked, str(keep), 1, Told(as_json=True, **more))
    return code, json.loads(capsys.readouterr().out)


def test_a_small_study_of_every_arm(keep, capsys, tmp_path):
    report, plot = tmp_path / "study.html", tmp_path / "curve.svg"
    code, found = told(keep, capsys, curve=True, report=str(report), plot=str(plot))
    assert code == 1 and not found["passed"]  # so few walls show nothing to be equivalent
    arms = found["arms"]
    assert {"pessimistic, played", "middle, one side", "middle, played +30 s", FAIR,
            "clinging, played"} <= set(arms)  # fmt: skip
    assert arms["clinging, played"]["statistics"]["adjacency"]["verdict"] == "different"
    assert arms["clinging, played"]["as_it_must"] and arms[FAIR]["as_it_must"]
    assert found["timelines"] + len(found["stopped"]) == 12
    assert len(found["fixed_sha256"]) == 64
    assert found["lacks"].startswith("A look and not the study: 12 of 20,000 recorded sorts and ")
    page = report.read_text()
    assert found["fixed_sha256"] in page and found["lacks"] in page
    assert found["mixing"]["pessimistic, played"]["looks"] == 64  # hardware/machine.toml
    assert "mixing, pessimistic, played: load 0.39, exchange 4.8e-05, " in page
    assert page.count("<svg") > sum(" +" not in name for name in arms)
    clinging = page[page.index("<title>clinging, played</title>"):]
    shift = arms["clinging, played"]["statistics"]["adjacency"]
    assert 'v12l8 -6z" fill="#b3261e"' in clinging  # far beyond the plot, and still to be seen
    assert f">{shift['shift'] / shift['margin']:+.2f}</text>" in clinging
    mine = arms["pessimistic, played"]["statistics"]
    assert f"a chance of at least {found['perfect_passes']:.4f} (computed; 0.99 is " in page
    for key in ("guess", "guess_bold", "guess_before"):
        assert 8 < mine[key]["named"] < 13 and 10.5 < mine[key]["blind"] < 11.7
        assert (f"{mine[key]['named']:.3f} tiles named, {mine[key]['blind']:.3f} by the blind "
                f"player; {mine[key]['shift']:+.3f} beyond chance") in page  # fmt: skip
    assert "named" not in mine["pairs"]
    row = page[page.index("<td>old melds meeting again</td>"):].partition("</tr>")[0]
    assert f"<td>{mine['melds']['icc']:.4f}</td>" in row
    assert mine["melds"]["icc_allowed"] is None and "none: too few walls" in row
    assert found["whole"]["sorts"] == 12 and found["whole"]["wrong"] == []
    assert "12 sorts run whole beside the replay: every tile where the replay puts it" in page
    assert "No real drum was filmed" in page and "pessimistic" in plot.read_text()


def test_a_narrow_terminal_has_letters_over_the_figures(keep, capsys, monkeypatch):
    command.run(ASKED, str(keep), 1, Told(curve=True))
    wide = capsys.readouterr().out
    assert "pessimistic, played" in wide and wide.index("Shift in margins") < wide.index("+30 s")
    monkeypatch.setattr(command, "PLAIN_COLUMNS", 80)
    command.run(ASKED, str(keep), 1, Told(curve=True))
    narrow = capsys.readouterr().out
    assert "A pessimistic, played; B " in narrow
    assert all(len(line) <= 80 for line in narrow.splitlines()[:20])


@pytest.mark.parametrize("columns", [80, 100, 120, 150, 200])
def test_many_columns_never_take_the_names_of_the_statistics(keep, capsys, monkeypatch, columns):
    monkeypatch.setattr(command, "PLAIN_COLUMNS", columns)
    many = replace(ASKED, loads=("played", "halves"))
    command.run(many, str(keep), 1, Told())
    lines = capsys.readouterr().out.partition("Shift in")[0].splitlines()
    assert any(line.strip().startswith("careful guesser, last first (PRIMARY)") for line in lines)
    assert all(len(line) <= columns and "…" not in line for line in lines)


def test_the_unmixed_order_fades_with_the_pre_mix(keep, capsys):
    _, found = told(keep, capsys, curve=True)
    shift = [found["arms"]["pessimistic, played" + more]["statistics"]["spearman"]["shift"]
             for more in ("", " +5 s", " +30 s")]  # fmt: skip
    assert shift[0] > shift[1] > shift[2]


@pytest.mark.parametrize(("error", "fair"), [(0.0002, False), (0.002, True)])
def test_a_fair_control_that_is_off_by_less_than_the_margin_is_found(error, fair):
    """It is no machine: whatever is seen in it is the study's own error."""
    fixed = load()
    off = judge(0.002, error, 50, fixed.of("spearman").margin, fixed.level)
    one = Judged(fixed.of("spearman"), None, (off,))
    assert Outcome(Arm(FAIR, ""), WALLS, (one,), fixed.level).as_it_must == fair


def test_a_stopped_study_goes_on_where_it_was(keep, capsys, monkeypatch):
    told(keep, capsys)
    monkeypatch.setattr("mjstudy.run.carry.batch", lambda *its: 1 / 0)
    monkeypatch.setattr("mjstudy.run.carry.perfect_batch", lambda *its: 1 / 0)
    _, found = told(keep, capsys)
    assert found["arms"]["middle, played"]["walls"] == WALLS


def test_a_spoilt_block_is_made_again(keep, capsys):
    _, whole = told(keep, capsys)
    for path in Path(keep, "sums").glob("*.npz"):
        path.write_bytes(path.read_bytes()[:100])
    _, again = told(keep, capsys)
    assert again == whole


def test_sums_that_change_while_they_are_read_are_told(keep, capsys, monkeypatch):
    monkeypatch.setattr("mjstudy.run.carry.block_of", lambda *its: 0)
    monkeypatch.setattr("mjstudy.run.carry.kept", lambda path, into: False)
    with pytest.raises(UsageError, match=r"npz: its sums were changed while the study ran; run"):
        told(keep, capsys)


def test_a_second_pass_mixes_what_the_first_has_mixed(keep, capsys):
    asked = replace(ASKED, sets=("pessimistic",), loads=("played",))
    found = [told(keep, capsys, replace(asked, passes=passes))[1] for passes in (1, 2)]
    once, twice = (one["arms"] for one in found)
    assert found[0]["whole"] == found[1]["whole"]  # whole sorts pass once
    of = [arms[name]["statistics"]["spearman"] for arms, name in (
        (once, "pessimistic, played"), (twice, "pessimistic, played, 2 passes"))]  # fmt: skip
    assert of[0]["shift"] > 0.05 and abs(of[1]["shift"]) < of[0]["shift"] / 3
    assert STUCK + ", played" in twice  # the controls are passed once


def test_the_number_of_processes_does_not_matter(keep, tmp_path):
    plan = replace(ASKED, sets=("middle",), loads=("played",), walls=3 * WALLS).plan()
    alone = carry_out(plan, Path(keep), 1, lambda walls: None)
    (tmp_path / "timelines").symlink_to(Path(keep) / "timelines")
    both = carry_out(plan, tmp_path, 2, lambda walls: None)
    for one, other in zip(alone, both, strict=True):
        assert [each.worst for each in one.judged] == [each.worst for each in other.judged]


def test_a_block_says_how_many_walls_it_has(keep):
    plan = ASKED.plan()
    stuck = next(arm for arm in plan.arms if arm.name == STUCK)
    assert block_of(plan, Path(keep), stuck, plan.blocks(stuck)[0]) == WALLS


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"machine": "five_port"}, "unknown machine 'five_port'"),
    ({"profile": "SHOP"}, "unknown profile 'SHOP'"),
    ({"sets": ("best",)}, "no 'best'; there are pessimistic, middle, optimistic"),
    ({"loads": ("thrown",)}, "no 'thrown'; there are played, recorded, quarters, one side, "
     "halves, poured"),
    ({"timelines": 1}, "1 timelines: give a number from 2 to 1000000"),
    ({"walls": 5}, "5 walls: give a number from 1536"),
    ({"passes": 0}, "0 passes: give a number from 1 to 9"),
    ({"seed": -1}, "--seed -1: give a number from 0"),
    ({"premix_ms": 999_000}, "--pre-mix 999000: must be 0 to"),
])  # fmt: skip
def test_what_cannot_be_is_refused(changed, sentence, tmp_path):
    with pytest.raises(UsageError, match=sentence):
        command.run(replace(ASKED, **changed), str(tmp_path), 1, Told())


def test_a_folder_that_cannot_be_made_is_told():
    with pytest.raises(UsageError, match=r"--keep /proc/x: .*; name a folder that you may write"):
        command.run(ASKED, "/proc/x", 1, Told())


def test_sorts_that_stop_fail_the_study(keep, capsys, monkeypatch):
    """More than 2 % of them; where all do, there is nothing to replay."""
    whole = command.recorded

    def stopping(left):
        def recorded(*asked):
            found = whole(*asked)
            columns = {name: getattr(found, name)[:left] for name in COLUMNS}
            return replace(found, **columns, stopped=("timeline 9: it stopped",) * (12 - left))
        return recorded

    monkeypatch.setattr(command, "recorded", stopping(1))
    assert command.run(ASKED, str(keep), 1, Told()) == 1
    said = capsys.readouterr().err
    assert "1 of 12 sorts came to their walls, 2 are needed; the first that stopped: timel" in said
    monkeypatch.setattr(command, "recorded", stopping(11))
    command.run(replace(ASKED, sets=("middle",)), str(keep), 1, Told())
    assert "Those are more than 2% of the sorts: failed." in capsys.readouterr().out


def test_a_report_into_no_folder_and_no_processes(tmp_path):
    with pytest.raises(UsageError, match=r"there is no folder .*nowhere; make it first"):
        command.run(ASKED, str(tmp_path), 1, Told(report=str(tmp_path / "nowhere" / "x.html")))
    with pytest.raises(UsageError, match="--jobs 0: give a number from 1 to 256"):
        command.run(ASKED, str(tmp_path), 0, Told())


def judged(statistic, icc, sd=1.0):
    """A statistic that is what it should be, its walls so alike."""
    cells = (judge(0.0, 1e-6, 50, statistic.margin, load().level),)
    each = np.ones(1)
    return Judged(statistic, Estimate(1, 50, 0 * each, each, sd * each, icc * each), cells)


def found_with(icc, walls=1_000_000, sorts=20_000):
    """A study of one column in which walls of a sort are so alike."""
    fixed = load()
    arms = [Outcome(arm, walls, tuple(judged(s, icc, sd=35 * s.margin) for s in fixed.statistics),
                    fixed.level) for arm in (Arm("pessimistic", "played"), Arm(FAIR, ""))]
    columns = {name: np.zeros((sorts, 1)) for name in COLUMNS}
    return Found(replace(ASKED, timelines=sorts, walls=walls).plan(),
                 Timelines(**columns, drawn=np.zeros(1)), arms, Beside(20, (), ()))  # fmt: skip


def test_a_perfect_shuffle_would_pass_while_walls_of_a_sort_are_as_unlike_as_allowed():
    alone = found_with(0.0)
    assert alone.sure > 0.99
    allowed = min(alone.allowed.values())
    assert 0.0 < allowed < 1.0
    assert found_with(0.9 * allowed).sure > 0.99 > found_with(min(1.0, 3 * allowed)).sure
    assert found_with(0.0, walls=3_000, sorts=100).sure < 0.99
    assert found_with(0.0).good and not replace(alone, beside=Beside(20, (), ("off",))).good


def test_people_are_told_of_players_likeness_and_what_a_perfect_shuffle_would_do(keep, capsys):
    command.run(replace(ASKED, sets=("pessimistic",), loads=("played",)), str(keep), 1, Told())
    said = capsys.readouterr().out
    assert re.search(r"careful guesser, last first \(PRIMARY\): 1\d\.\d{3} tiles named, "
                     r"1\d\.\d{3} by the blind player; [+-]0\.\d{3} beyond chance", said)
    alike = r"walls of one sort are correlated by 0\.\d{4} in .*, and none is allowed: these are "
    assert re.search(alike, said)
    assert "A perfect shuffle would pass all of it with a chance of at least 0.0000" in said
    assert "12 sorts run whole beside the replay: every tile where the replay puts it" in said


def falsified(keep, capsys):
    code, found = told(keep, capsys, replace(ASKED, sets=("middle",), loads=("played",)))
    assert code == 1 and not found["passed"]
    return found["whole"]["wrong"]


def test_recorded_sorts_with_two_tiles_changed_are_noticed(keep, capsys, monkeypatch):
    """They have the right sources and form: only the whole simulation tells."""
    whole = command.recorded

    def recorded(*asked):
        found = whole(*asked)
        place = found.place.copy()
        place[7, [3, 90]] = place[7, [90, 3]]
        return replace(found, place=place)

    monkeypatch.setattr(command, "recorded", recorded)
    assert falsified(keep, capsys) == [
        "sort 7: its place are others when it is run again; " + ANEW,
        "sort 7: 2 of 136 tiles lie elsewhere in the replay than in the whole simulation; " + ANEW]


def test_a_replay_that_puts_tiles_elsewhere_is_noticed(keep, capsys, monkeypatch):
    monkeypatch.setattr("mjstudy.replay.beside.placed", lambda taken, place: taken)
    wrong = falsified(keep, capsys)
    assert len(wrong) == 12 and "tiles lie elsewhere in the replay than in the whole" in wrong[0]


def test_a_law_that_does_not_mix_is_noticed(keep, capsys, monkeypatch):
    def unmixed(study, timelines, which, held, number, random):
        order = np.tile(np.arange(held.shape[1], dtype=np.int16), (len(which), 1))
        return placed(order, timelines.place[which])

    monkeypatch.setattr("mjstudy.replay.chain.hand_of", unmixed)
    wrong = falsified(keep, capsys)
    assert [one.split(": ")[:2] for one in wrong[:2]] == [
        ["middle, played", "drop rank vs exit rank"], ["middle, played", "adjacency kept"]]
    assert wrong[0].endswith("errors apart where 3.6 may be; the replay's law is not the plant's: "
                             "simulator/mjstudy/replay/law.py")  # fmt: skip


def test_a_sort_that_now_stops_is_noticed(keep, capsys, monkeypatch):
    def stops(what, number, *its):
        raise CycleStopped(f"timeline {number}: the table stopped")

    monkeypatch.setattr("mjstudy.replay.beside.whole", stops)
    wrong = falsified(keep, capsys)
    assert wrong[0] == ("timeline 0: the table stopped, and was recorded as a whole sort; " + ANEW)
    assert wrong[-1] == ("middle, played: 12 of 12 whole sorts stopped, too many to compare; the "
                         "first: timeline 0: the table stopped")  # fmt: skip


def test_each_column_is_held_against_whole_sorts_of_its_own_figures_and_load(
    keep, capsys, monkeypatch
):
    run = set()

    def spied(what, number, *of):
        run.add(of)
        return whole(what, number, *of)

    monkeypatch.setattr("mjstudy.replay.beside.whole", spied)
    _, found = told(keep, capsys)
    of_columns = {(mixing_of(name), load, 0) for name in ASKED.sets for load in ASKED.loads}
    assert run == {(), *of_columns}
    titles = [one["title"] for one in found["whole"]["means"]]
    for column in ("pessimistic, played", "middle, one side"):
        for statistic in ("drop rank vs exit rank", "adjacency kept",
                          "place vs place one hand before"):
            assert f"{column}: {statistic}" in titles
    assert len(titles) == 12


def test_a_whole_sort_lies_as_its_load_says():
    """The same sort of the same table: another wall for each load and each set of figures."""
    what = replace(ASKED.plan().what, premix_ms=0)
    walls = {load: whole(what, 1, mixing_of("middle"), load).wall.tolist()
             for load in ("quarters", "one side", "halves", "poured")}
    assert all(sorted(wall) == list(range(136)) for wall in walls.values())
    assert len({tuple(wall) for wall in walls.values()}) == 4
    assert walls["halves"] != whole(what, 1, mixing_of("pessimistic"), "halves").wall.tolist()
    assert walls["halves"] == whole(what, 1, load="halves").wall.tolist()  # the usual one


def test_a_whole_sort_mixes_longer_as_its_column_does():
    """A minute more: nothing is as it was, and the first tile leaves so much later."""
    what = ASKED.plan().what
    usual, longer = (whole(what, 1, mixing_of("pessimistic"), "quarters", ms)
                     for ms in (0, 60_000))  # fmt: skip
    first, later = (one.columns["turned_ms"][0] for one in (usual, longer))
    assert 59_000 < later - first < 61_000 and usual.wall.tolist() != longer.wall.tolist()


def test_columns_of_a_longer_premix_and_of_a_changed_drum_are_compared(keep, capsys, monkeypatch):
    """Each with its own law and time; a replay that does not wait, or has another law, is told."""
    asked = replace(ASKED, sets=("pessimistic",), loads=("quarters",))
    plan = asked.plan()
    base = plan.arms[0]
    changed = replace(base, figures=(("exchange", 1e-3),), called="stirred")
    plan = replace(plan, arms=(base, replace(base, add_ms=140_000), changed,
                               replace(changed, passes=2)))  # fmt: skip
    columns = plan.compared()
    assert [(one.title, one.add_ms, one.study.passes) for one in columns] == [
        ("pessimistic, quarters", 0, 1), ("pessimistic, quarters +140 s", 140_000, 1),
        ("stirred", 0, 1)]  # fmt: skip
    assert columns[2].study.law.exchange == 1e-3
    sorts = command.recorded(Path(keep) / "timelines", plan.what, 12, 1, lambda done: None)
    assert not beside(plan.what, sorts, plan.fixed.whole, columns).wrong
    ordered = replace(columns[0].study, law=columns[0].study.law._replace(load=1.0))
    waits = replace(columns[1], study=ordered)
    other = Column("another law", columns[0].study)
    monkeypatch.setattr("mjstudy.replay.beside.whole",
                        lambda what, number, law=None, *of: whole(
                            what, number, ordered.law if law else None, *of))  # fmt: skip
    assert not beside(plan.what, sorts, plan.fixed.whole, [waits]).wrong
    monkeypatch.setattr(Timelines, "later", lambda self, add_ms: self)
    for column in (waits, other):
        wrong = beside(plan.what, sorts, plan.fixed.whole, [column]).wrong
        assert len(wrong) == 1 and wrong[0].startswith(column.title + ": drop rank vs exit rank: ")


def test_the_curve_goes_no_further_than_can_be_set():
    def most(premix_ms):
        plan = curve.with_curve(replace(ASKED, premix_ms=premix_ms).plan())
        return max(arm.add_ms for arm in plan.arms)

    assert (most(None), most(60_000), most(150_000)) == (140_000, 80_000, 0)


def test_people_get_a_table(keep, capsys):
    command.run(replace(ASKED, sets=("middle",), loads=("played",)), str(keep), 1, Told())
    said = capsys.readouterr().out
    assert "Shift in margins. + equivalent, x different, ? undecided." in said
    assert "clinging, played: different in adjacency kept" in said
    assert "No column of the pessimistic set: nothing is judged" in said
    assert said.rstrip().endswith("FAILED")
