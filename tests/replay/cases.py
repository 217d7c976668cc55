"""The recordings of this folder, and how they are made: `python -m tests.replay.cases` writes
them anew, when the firmware was changed on purpose."""

import sys
from pathlib import Path

from mjsim.people.habits import Habits
from mjsim.scenario import scenario
from mjsim.scenario.steps import Actor
from mjsim.serving.serve import Line
from mjsim.table.session import SimTable
from tests.protocol.bench import line

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parent / "scenarios"
RING = 1 << 14
"""As a Pico's."""
AFTER_MS = 1_000

# name: a scenario, played until its first fault is seen
FAULTS = {
    "head_jam": "head_jam", "stuck_sensor": "count_sensor_stuck", "lid": "lid_opened",
    "tile_missing": "tile_on_the_floor", "surplus": "surplus_taken_out_by_hand",
    "chain_stuck": "chain_stuck", "row_port_jam": "rows_head_jam", "too_hot": "too_hot",
    "drum": "drum_does_not_turn", "pinch": "finger_at_the_hatch",
}  # fmt: skip
# the same to the end
EVENINGS = {"half_cycle": "half_cycle_lost", "power_dip": "mains_cut_short", "dice": "three_dice"}


def of_scenario(name, to_the_end):
    """A table on which a scenario was played."""
    read = scenario.load(SCENARIOS / f"{name}.txt")
    players = Habits() if read.players == "auto" else None
    table = SimTable(read.machine, read.profile, read.seed, players=players, record=RING,
                     settings=read.settings, late=read.late, unit=read.unit)
    actor = Actor(table)
    for step in read.steps:
        actor.do(step)
        if not to_the_end and step.verb == "expect" and "fault" in step.args[:2]:
            if step.args[0] != "no":
                break
    table.run_for(AFTER_MS)
    return table


def late():
    """Scans that begin 30 ms late: E903, again and again."""
    table = SimTable("four_port", "YEE", 5, late="30@0.01", record=RING)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load()
    table.run_for(40_000)
    return table


def memory():
    """The memory chip goes in mid-sort: each record is refused, and tried again."""
    table = SimTable("four_port", "YEE", 7, record=RING)
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.load()
    table.run_for(12_000)
    table.inject("store missing")
    table.run_for(8_000)
    return table


def jog():
    """Service mode over the link: a setting, two jogs with their keepalives, one that ends by
    the dead man's time; a test of a head, of another that lasts too long without its host, dark
    sensors, a lamp."""
    table = SimTable("four_port", "YEE", 6, record=RING)
    link = Line(table)
    table.runner.links = [link]
    table.press("elevator")
    table.run_until("ready", 30_000)
    table.hold("service", 60_000)
    table.run_for(500)
    number = 0
    for text, ms in (
        ("service.enter", 300), ("settings.set name=power.start_gap_ms value=120", 300),
        ("motor.jog name=drum ms=900", 200), ("keepalive", 200), ("status", 700),
        ("motor.jog name=ring ms=5000", 300), ("keepalive", 2_000), ("profile.set name=MJG", 300),
        ("motor.test name=head_a", 400), ("keepalive", 400), ("keepalive", 400),
        ("keepalive", 400), ("motor.result", 2_000), ("motor.test name=ring", 2_000),
        ("emitters on=0", 300),
        ("show.test what=lamps value=3", 300), ("emitters on=1", 300),
        ("marker.set dealer=C", 300), ("service.leave", 500),
    ):
        number += 1
        link.cable.put(line("%d %s" % (number, text)))
        table.run_for(ms)
    return table


def make(name):
    """The table of a recording."""
    if name in FAULTS:
        return of_scenario(FAULTS[name], False)
    if name in EVENINGS:
        return of_scenario(EVENINGS[name], True)
    return {"late": late, "jog": jog, "memory": memory}[name]()


NAMES = (*FAULTS, *EVENINGS, "late", "jog", "memory")


def path(name):
    """The file of a recording."""
    return HERE / f"{name}.mjrec"


def main(names):
    """Write them anew: those named, or all."""
    for name in names or NAMES:
        content = make(name).recording()
        path(name).write_bytes(content)
        print("%s: %d bytes" % (path(name).name, len(content)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
