"""The build from bought modules: the page is fresh, and its verdicts follow from numbers."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.modules import PAGE, build
from hardware.modules.needs import KEEPS, MODULES, NOT_FOR
from hardware.modules.switches import SWITCHES, Switch, limits, verdict
from hardware.modules.wiring import motors, signals
from tools.make.generate.read.machine import load

ROOT = Path(__file__).resolve().parents[2]
MACHINE = load(ROOT)
WANT = limits(MACHINE)
GOOD = Switch("good", 800, 5, True, 0.1, 5000, 8.5, 5, 5, "test")


def test_page_is_fresh_and_the_same_every_time():
    once, again = build(ROOT), build(ROOT)
    assert once == again
    assert (ROOT / PAGE).read_text(encoding="utf-8") == once[PAGE], \
        f"{PAGE} is stale; run `make hardware`"


def test_limits_follow_from_mains_and_the_smallest_motor():
    assert 700 < WANT.reversible_v < 710
    assert 425 < WANT.one_way_v < 435
    watts = min(MACHINE.data["motor_types"][m.type]["run_mw"]["value"] / 1000
                for m in MACHINE.motors if m.output)
    assert WANT.motor_ma == pytest.approx(1000 * watts * 2 ** 0.5 / 253)


def test_a_good_switch_passes():
    assert verdict(GOOD, WANT, True) == []
    assert verdict(GOOD, WANT, False) == []


@pytest.mark.parametrize(("change", "words"), [
    ({"blocks_v": 600}, "blocks 600 V, a reversible motor's idle winding needs 704 V"),
    ({"needs_ma": 100}, "needs 100 mA of load"),
    ({"random_phase": False}, "zero crossing only"),
    ({"off_ma": 5.0}, "leaks 5 mA"),
    ({"isolation_v": 2500}, "insulates 2500 V"),
    ({"barrier_mm": 3.0}, "leaves 3 mm"),
])
def test_each_shortcoming_is_said(change, words):
    reasons = verdict(replace(GOOD, **change), WANT, True)
    assert len(reasons) == 1
    assert words in reasons[0]


def test_600_v_without_least_load_drives_one_way_motors_only():
    photomos = replace(GOOD, blocks_v=600)
    assert verdict(photomos, WANT, True)
    assert not verdict(photomos, WANT, False)


def test_only_the_projects_own_channel_drives_everything():
    fit = [s.name for s in SWITCHES if not verdict(s, WANT, True)]
    assert len(fit) == 2
    assert all("IL4208" in name for name in fit)


def test_a_smaller_motor_tightens_the_least_load():
    table = {**MACHINE.data["motor_types"], "belt": {"run_mw": {"value": 1000}}}
    small = replace(MACHINE, data={**MACHINE.data, "motor_types": table})
    assert limits(small).needs_ma < 5
    assert verdict(SWITCHES[0], limits(small), True)


def test_every_motor_and_every_wire_is_in_the_list():
    page = build(ROOT)[PAGE]
    assert {row[0] for row in motors(MACHINE)} == {m.name for m in MACHINE.motors if m.output}
    pins = [net for row in MACHINE.data["connectors"].values() if row["domain"] == "selv"
            for net in row["pins"]]
    assert sorted(row[1] for row in signals(MACHINE)) == sorted(pins)
    for name in MACHINE.inputs[:24]:
        assert not name or f"| {name} |" in page


def test_wiring_follows_the_io_map():
    moved = list(MACHINE.outputs)
    one, two = moved.index("drum"), moved.index("ring")
    moved[one], moved[two] = moved[two], moved[one]
    rows = {row[0]: row[1] for row in motors(replace(MACHINE, outputs=moved))}
    assert rows["drum"] == "OUT0.1 = board 1 QB"
    assert rows["ring"] == "OUT0.0 = board 1 QA"


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)", build(ROOT)[PAGE])
    assert len(links) >= 6
    for link in links:
        assert (ROOT / "hardware" / link).exists(), link


def test_modules_have_requirements_and_reasons():
    for module in MODULES:
        assert module.must and module.fails, module.name
    assert any("unattended" in line for line in NOT_FOR)
    assert any("commercial" in line for line in NOT_FOR)
    assert any("lid switch" in line for line in NOT_FOR)
    assert any("F2 and F3" in line for line in KEEPS)
