"""Brings a simulated table into each state of the panel's table, just in time for a gesture.

`MOMENTS` names for each state how to get near it, which key begins it (or none), and how many ms
after that key it has surely begun and not yet ended: the gesture is made so that it ends there.
"""

from mjsim.table.session import SimTable
from mjtable.generated.command_table import REASONS

LENGTHS = {"short": 120, "double": 260, "hold": 1_600, "long": 5_200, "both": 1_260}
"""How long each gesture takes people, ms."""
CLEAR_MS = 900
"""A gesture is known this long after its end, the wait for a second press included."""


def home(machine="four_port", **options):
    """At `ready`, nothing loaded."""
    table = SimTable(machine, **{"seed": 3, **options})
    table.press("elevator")
    table.run_until("ready", 30_000)
    return table


def hatch_up(table):
    """Hatch fully up for more than 3 s, the set swept in."""
    table.press("elevator")
    table.run_until("loading", 2_000)
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.sweep()
    return table


def sorted_once(**options):
    """Green is built and waits, nothing on the table."""
    table = home(**options)
    table.load()
    table.run_until(lambda: table.table.set_waiting == "green", 300_000)
    return table


def dealt(**options):
    """Green on the table, blue being sorted, dice at rest."""
    table = sorted_once(**options)
    table.load()
    table.run_until("sorting", 30_000)
    return table


def playing(**options):
    """Green on the table, blue waits."""
    table = dealt(**options)
    table.run_until("playing", 300_000)
    return table


def adding(**options):
    """The hatch was opened with both keys in the middle of the sorting of blue."""
    table = dealt(**options)
    table.run_for(15_000)
    table.hold("both", 1_200)
    table.run_until(lambda: table.io("hatch_up"), 20_000)
    table.run_for(500)
    return table


def short(**options):
    """A hand with green is played, blue lacks two tiles and says so."""
    table = sorted_once(**options)
    hatch_up(table)
    table.inject("tile missing 2")
    table.press("elevator")
    table.run_until("short", 600_000)
    table.run_for(500)
    return table


def fault(**options):
    """A head jammed, and is free again."""
    table = dealt(**options)
    table.inject("jam head_b")
    table.run_until("fault", 60_000)
    table.clear_causes()
    table.run_for(500)
    return table


def unhomed(**options):
    """At power-on, the lifts still at their top behind walls of theirs: homing will take 3 s."""
    table = SimTable(**{"seed": 3, "powered": False, **options})
    for lift in table.plant.lifts:
        lift.set_angle(166_000)
    table.power_on()
    for lift in table.table.lifts:
        lift.raised = True
    table.run_for(100)
    return table


def waiting_loaded(**options):
    """Green waits, blue lies in the drum, the hatch is still up."""
    return hatch_up(sorted_once(**options))


def reopened_in_time():
    """The set in the drum is sorted after all, by a hatch that was shutting and opened again."""
    table = waiting_loaded()
    table.press("elevator")
    table.run_for(1_200)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 8_000)
    table.run_for(500)
    table.press("elevator")
    table.run_until("sorting", 30_000)
    return table


MOMENTS = {  # (near it, the key that begins it, ms after that key)
    "power_on": (SimTable, "", 0),
    "ready": (home, "", 0),
    "playing": (playing, "", 0),
    "loading": (lambda **o: hatch_up(home(**o)), "", 0),
    "closing": (lambda **o: hatch_up(home(**o)), "elevator", 1_740),
    "raising": (waiting_loaded, "elevator", 3_600),
    "rolling": (waiting_loaded, "elevator", 8_600),
    "homing": (unhomed, "elevator", 1_900),
    "sorting": (dealt, "", 0),
    "adding": (adding, "", 0),
    "short": (short, "", 0),
    "fault": (fault, "", 0),
}


def gesture(table, name, key="marker"):
    """Begin a gesture now; time does not pass here."""
    if name == "both":
        table.hold("both", 1_200)
    elif name == "double":
        table.press_twice(key)
    else:
        table.press(key, LENGTHS[name])


def heard(state, name, key="marker", **options):
    """Make a gesture that ends in `state`; the table and the event of that key."""
    near, starter, after_ms = MOMENTS[state]
    table = near(**options)
    start_ms = after_ms - LENGTHS[name]
    if starter:
        table.after(max(0, -start_ms), lambda: table.press(starter))
        table.run_for(max(0, start_ms))
    assert starter or table.state == state
    seen = len(table.events)
    gesture(table, name, key)
    table.run_for(LENGTHS[name] + CLEAR_MS)
    wanted = "elevator" if name == "both" else key
    found = [e for e in table.events[seen:] if e["event"] == "key"
             and e["key"] == wanted and e["gesture"] == name]  # fmt: skip
    assert len(found) == 1, (state, name, found)
    before = [e["to"] for e in table.events[: table.events.index(found[0])]
              if e["event"] == "state" and e["machine"] == "table"]  # fmt: skip
    if found[0]["did"] != "acted" and starter:
        assert before[-1] == state, "the gesture did not end in the state it was meant for"
    return table, found[0]


def did(event):
    """(acted / queued / ignored, why)."""
    assert event.get("why", "") in REASONS
    return event["did"], event.get("why", "")


def count(table, **wanted):
    """How many events have these values."""
    return sum(1 for e in table.events if wanted.items() <= e.items())
