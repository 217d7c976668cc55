"""A detection rule that is taken out of the firmware: the campaign's judge of times misses it."""

import pytest

from mjsim.campaign.halves import Session
from mjsim.campaign.options import Options, Trunk, Wrong
from mjsim.campaign.tree import plant_trunk
from mjsim.campaign.uses import MOTOR
from mjtable.safety.faults import Faults

BEGUN_MS, LASTS_MS, LOOK_MS = 15_000, 150_000, 2_000
"""The evening has begun: a set is being sorted, walls are raised for the next one within."""
WRONGS = {
    "E201": "mains cut 150ms", "E202": "mains hz 60", "E203": "short belt_a", "E204": "open drum",
    "E205": "loop open", "E206": "fuse blown", "E207": "hot 900", "E208": "hot 1900",
    "E209": "relay open", "E301": "jam drum", "E302": "jam ring", "E402": "stuck cnt_a on",
    "E403": "jam belt_a", "E404": "stuck jam_a on", "E405": "jam chain", "E521": "jam head_a",
    "E523": "stuck mid_a on", "E601": "jam lift_b", "E603": "jam lift_b", "E604": "dead cable a",
    "E605": "limit lost lift_dn_a", "E701": "jam dice", "E801": "stuck hatch_up off",
    "E802": "relay stuck hatch", "E803": "stuck hatch_up on", "E805": "stuck elevator on",
    "E806": "lid open", "E901": "chain signature off",
    "E908": "relay welded", "E910": "store missing",
}  # fmt: skip
"""By fault, a wrong that must lead to it."""
BESIDE = {"E908": "exception", "E910": "exception"}
"""What it is told at."""
TOGETHER = {
    "E403": {"E401"}, "E601": {"E602", "E603"}, "E603": {"E601", "E602"}, "E801": {"E802"},
    "E802": {"E801"},
}  # fmt: skip
"""Faults of one mechanism that stand for each other: all of them have to be silent."""


MOMENTS = {
    "E203": lambda plant: plant.k1 and not plant.motors,
    "E803": lambda plant: plant.input("hatch_dn"),
    "E403": lambda plant: plant.belts[0].tiles and plant.motors & MOTOR["belt_a"],
}  # fmt: skip
"""When it goes wrong, where that is not any time."""


def late_of(text, beside="", machine="four_port", moment=None):
    """What the judge says of one wrong that lasts."""
    trunk = Trunk(machine, "SHOP-B-136", "typical", "none", 5, 10_000, 0.0)
    wrongs = [Wrong(text, 0, LASTS_MS)]
    if beside:
        wrongs.append(Wrong(beside, 1_000, 5_000))
    table = plant_trunk(trunk)
    table.run_to(BEGUN_MS)
    if moment:
        table.run_until(lambda: moment(table.plant), LASTS_MS)
    session = Session(table, Options(5, 0, trunk, 0.0, (), tuple(wrongs)))
    while table.now_ms < session.end_ms() and not settled(session):
        session.safety(table.now_ms + LOOK_MS)
    return [use.late for use in session.uses if use.late]


def settled(session):
    """It was told of, or missed."""
    watches = [watch for use in session.uses for watch in use.watches]
    return any(watch.late or watch.is_told for watch in watches)


def wrong_of(code):
    """Its wrong, and on which machine."""
    machine = "single_port" if code == "E405" else "four_port"
    return late_of(WRONGS[code], BESIDE.get(code, ""), machine, MOMENTS.get(code))


@pytest.mark.parametrize("code", WRONGS)
def test_a_wrong_is_told_in_time(code):
    assert wrong_of(code) == []


@pytest.mark.parametrize("code", WRONGS)
def test_a_rule_that_is_muted_is_missed(code, monkeypatch):
    add, muted = Faults.add, {int(one[1:]) for one in {code} | TOGETHER.get(code, set())}
    monkeypatch.setattr(Faults, "add", lambda self, told, place, detail:
                        told not in muted and add(self, told, place, detail))  # fmt: skip
    said = wrong_of(code)
    assert said and said[0].startswith(WRONGS[code])
