"""Provokes one fault on a simulated table, watches what the firmware does, puts it right again.

A `Case` says what is injected at which moment, and what must come of it. `prove` checks the whole
chain: code, place, time, motors off, the state, the text, the acknowledgement, and that the table
then homes and finishes its work.
"""

from dataclasses import dataclass, field

from mjsim.table.session import SimTable
from mjtable.safety import faults
from mjtool import dictionary, refusal

SCAN_MS = 5
DICTIONARY = dictionary.load()


@dataclass(frozen=True)
class Case:
    """`at` is the place the event names, `moment` a key of MOMENTS, `knows`: the inputs still
    show the cause at standstill, so that the acknowledgement is refused until it has gone;
    `warns`: a warning that comes first."""

    code: str
    inject: str
    at: str
    within_ms: int
    moment: str = "sorting"
    knows: bool = False
    io: tuple = ()
    machine: str = "four_port"
    seed: int = 5
    wait_ms: int = 15_000
    warns: str = ""
    unit: str = "typical"
    settings: dict = field(default_factory=dict)

    def __str__(self):
        return "%s %s while %s" % (self.code, self.inject, self.moment)


# ------------------------------------------------------------------ moments
def ready(case):
    """Home, nothing loaded."""
    table = SimTable(case.machine, seed=case.seed, settings=case.settings, unit=case.unit)
    table.press("elevator")
    table.run_until("ready", 30_000)
    return table


def sorting(case):
    """Green is being sorted, since `wait_ms`."""
    table = ready(case)
    table.load("green")
    table.run_until("sorting", 10_000)
    table.run_for(case.wait_ms)
    return table


def starting(case):
    """Green has just been dropped: the drum mixes, no tile has come in yet."""
    table = ready(case)
    table.load("green")
    table.run_until("sorting", 10_000)
    return table


def chain(case):
    """Single port: the chain sets out with a row."""
    table = starting(case)
    table.run_until(lambda: table.io("chain"), 200_000)
    return table


def opening(case):
    """The key has been pressed: the hatch is about to open."""
    table = ready(case)
    table.press("elevator")
    return table


def closing(case):
    """Green lies in the drum and the hatch is on its way down."""
    table = ready(case)
    table.press("elevator")
    table.run_until(lambda: table.io("hatch_up"), 10_000)
    table.sweep("green")
    table.press("elevator")
    table.run_until("closing", 2_000)
    table.run_for(700)
    return table


def raising(case):
    """Green waits, blue lies in the drum, the lifts have just started."""
    table = sorting(case)
    table.run_until(lambda: table.table.set_waiting == "green", 250_000)
    table.load("blue")
    table.run_until("raising", 10_000)
    return table


def lowering(case):
    """The four walls are up and the lifts go down again."""
    table = raising(case)
    table.run_until(lambda: table.walls == 4, 8_000)
    return table


def rolling(case):
    """The walls are up and the dice roll."""
    table = raising(case)
    table.run_until(lambda: table.table.cycle.state == "rolling", 20_000)
    return table


MOMENTS = {f.__name__: f for f in (ready, sorting, starting, chain, opening, closing, raising,
                                   lowering, rolling)}  # fmt: skip


# -------------------------------------------------------------------- proof
def told(table, since=0):
    """Fault events from index `since` on."""
    return [e for e in table.events[since:] if e["event"] == "fault"]


def await_fault(table, since, limit_ms, warns=""):
    """Run scan by scan until the firmware reports a fault; the event and the ms it took."""
    start = table.now_ms
    while table.now_ms - start <= limit_ms:
        new = [e for e in told(table, since) if e["code"] != warns]
        if new:
            return new[0], table.now_ms - start
        table.run_for(SCAN_MS)
    raise AssertionError("no fault within %d ms: %s" % (limit_ms, table.summary()))


def no_motor(table):
    """Nothing is commanded."""
    return table.board.outputs.motors == 0


def explained(case):
    """What people read: cause and remedy, with the inputs and motors to look at."""
    row = DICTIONARY.faults[case.code]
    text = str(refusal.fault(DICTIONARY, case.code, "table"))
    assert row["name"] in text and len(row["name"]) > 5
    assert row["causes"] and all(len(cause) >= 7 for cause in row["causes"])
    assert row["remedy"] and all(len(step) > 6 for step in row["remedy"])
    for name in case.io:
        assert name in row["io"], "%s does not name %s" % (case.code, name)
    return row


def provoke(case):
    """The table just after the fault, its case checked so far."""
    table = MOMENTS[case.moment](case)
    since = len(table.events)
    table.inject(case.inject)
    event, took_ms = await_fault(table, since, case.within_ms, case.warns)
    assert (event["code"], event["at"]) == (case.code, case.at), told(table, since)
    assert took_ms <= case.within_ms + SCAN_MS
    explained(case)
    if faults.severity(int(case.code[1:])) == faults.WARNING:
        assert table.faults == [] and table.state != "fault"
        return table
    assert no_motor(table), "motors still on after the scan that told the fault"
    assert table.faults[0] == case.code and table.state == "fault"
    table.run_for(SCAN_MS)
    assert no_motor(table) and not table.board.outputs.arm
    return table


HEAD_EMPTIED = {"E523", "E524"}
"""The table takes the head for empty after these: somebody must have had the lid open."""


def acknowledge(table):
    """Press the elevator key, as people do."""
    table.press("elevator")
    table.run_for(700)


def latched(table):
    """Time alone, the cause gone or not, resumes nothing."""
    table.run_for(3_000)
    assert table.faults and table.state == "fault" and no_motor(table)


def mended(table):
    """Everything is put right; one key acknowledges what stands, the next one homes."""
    table.inject("clear all")
    table.press("elevator")
    table.run_for(1_000)
    table.press("elevator")


def resume(table):
    """Acknowledge, home; nothing moves before the second key."""
    acknowledge(table)
    assert table.faults == [] and table.state == "power_on", table.summary()
    assert no_motor(table)
    table.press("elevator")


def under_the_lid(table, *acts):
    """What hands do in the machine, of the words of `table.mend`; the lid is shut again."""
    table.set_lid(True)
    table.run_for(2_000)
    for act in acts:
        verb, place, *count = act.split()
        table.mend(verb, place, *map(int, count))
    table.set_lid(False)
    table.run_for(2_000)


def finish(table, wanted):
    """The set in the works becomes complete, no law of physics broken."""
    if wanted == "green" and table.table.set_waiting == "none" and not table.table.cycle.loaded:
        table.run_until(lambda: table.state in ("ready", "sorting"), 30_000)
        if table.state == "ready":
            table.load("green")
    table.run_until(lambda: table.table.set_waiting == wanted, 300_000)
    assert table.stacks == [17, 17, 17, 17]
    assert table.violations == []


def prove(case):
    """The whole chain of one fault or stop."""
    table = provoke(case)
    latched(table)
    if case.knows:
        acknowledge(table)
        assert case.code in table.faults and table.state == "fault"
    table.inject("clear all")
    latched(table)
    sent = any(line.look for line in table.table.lines)
    if (sent or not HEAD_EMPTIED.isdisjoint(table.faults)) and table.table.sorter.is_unfinished():
        acknowledge(table)
        assert table.faults, "acknowledged, though nobody can have been at the head"
        under_the_lid(table)
    resume(table)
    after_walls = case.moment in ("raising", "lowering", "rolling")
    finish(table, "blue" if after_walls else "green")
    return table
