"""A failed run is lost at a moment, and the report names it."""

from mjsim.campaign.bisect import latest, lost_at, saved
from mjsim.campaign.halves import Session
from mjsim.campaign.options import Options, Trunk, Wrong
from mjsim.campaign.tree import branch, plant_trunk, trunk_at

TRUNK = Trunk("four_port", "SHOP-B-136", "nominal", "none", 7, 10_000, 0.0)


def options(*wrongs, place=0.2):
    return Options(1, 0, TRUNK, place, (), wrongs)


def doomed(session, at_ms):
    """From a moment on a tile is in two places, unless everything was mended before."""
    def spoil():
        if session.broken:
            session.table.plant.hand.append(0)

    session.table.after(at_ms - session.table.now_ms, spoil)


def standing(at_ms):
    table = plant_trunk(TRUNK)
    table.run_to(60_000)
    session = Session(table, options(Wrong("random 7", 0, 30_000)))
    doomed(session, at_ms)
    return session


def test_the_moment_is_found_to_a_look_of_the_judge():
    session = standing(74_200)
    how = saved(session)
    assert how == "mending and the remedies"
    found = latest(session, session.end_ms(), how)
    assert found == [74_000, how]
    assert session.table.now_ms == 60_000, "nothing has happened here"


def test_what_no_rescue_saves_is_said_to_be_lost_at_once():
    session = standing(60_005)
    session.table.run_for(10)
    assert saved(session) == ""


def test_the_report_of_a_run_names_the_moment(monkeypatch):
    one = options(Wrong("tile missing 1", 1_000, 20_000))
    table = trunk_at(one)
    good = branch(table, one)
    assert not good["failed"]
    monkeypatch.setattr("mjsim.campaign.bisect.saved", lambda session: "")
    failed = {**good, "failed": [["way on", "none", table.now_ms + 9_000]]}
    assert lost_at(one, failed).startswith("lost when it forked, at ")
