"""Evenings on which things go wrong at chance times, with people who put them right."""

from dataclasses import dataclass, field
from random import Random

from mjsim.people.habits import Habits
from mjsim.plant import INPUT, Plant, inject_words
from mjsim.run.report import HandMeter
from mjsim.table.session import SimTable
from mjsim.words.names import UsageError

LIMIT_MS = 20 * 60_000
"""Longer than two hands with every wait of people and table."""
TRUTHFUL = ("elevator", "elevator2", "mark", "svc", "reset", "chain_rev", "rule", "dice_", "strap",
            "brd")  # fmt: skip
"""Inputs that are not spoilt: keys and switches of people, and what is read once at the start."""
TILES = ("tile missing 1", "tile missing 2", "tile extra 1", "tile dead 1")
CUTS = ("mains cut 15ms", "mains cut 60ms", "mains cut 500ms", "mains cut 3s")


@dataclass
class Evening:
    """What went wrong when, how it ended, and what must not have happened."""

    machine: str
    seed: int
    wrongs: list = field(default_factory=list)  # (ms, what, ms until it is cleared)
    faults: list = field(default_factory=list)
    violations: list = field(default_factory=list)
    wrong_walls: list = field(default_factory=list)
    where: str = ""  # the table stands here for ever

    @property
    def text(self):
        """As a report names it."""
        steps = ["%.1f s %s for %.0f s" % (at / 1000, what, ms / 1000)
                 for at, what, ms in self.wrongs]  # fmt: skip
        return "%s seed %d: %s" % (self.machine, self.seed, "; ".join(steps))


def draw(random, machine):
    """One thing that can go wrong on this machine."""
    plant = Plant(machine, 1)
    motors = [name for name, index in inject_words.MOTOR.items()
              if plant.drives[index] is not None]
    inputs = [name for name in INPUT if not name.startswith(TRUTHFUL)]
    kind = random.choice(("jam", "short", "stuck", "stuck", "tile", "mains"))
    if kind == "jam":
        return "jam " + random.choice(motors)
    if kind == "short":
        return "short " + random.choice([name for name in motors if name != "dice"])
    if kind == "stuck":
        return "stuck %s %s" % (random.choice(inputs), random.choice(("on", "off")))
    return random.choice(TILES if kind == "tile" else CUTS)


def plan(machine, seed):
    """An evening's one or two faults."""
    random = Random("%s evening %d" % (machine, seed))
    evening = Evening(machine, seed)
    for _ in range(random.choice((1, 2))):
        at, ms = random.randrange(5_000, 160_000), random.randrange(2_000, 60_000)
        evening.wrongs.append((at, draw(random, machine), ms))
    return evening


def go_wrong(table, what):
    """Now, when it can: a tile cannot get lost where none is."""
    try:
        table.inject(what)
    except UsageError as problem:
        assert "are wanted" in str(problem)


def play(evening, log=None, clumsy=0.3):
    """Until a hand is dealt after the last of it; the evening with its end."""
    habits = Habits(play_ms=15_000, clumsy=clumsy)
    table = SimTable(evening.machine, seed=evening.seed, players=habits, late="none", log=log)
    meter = HandMeter(table)
    for at, what, ms in evening.wrongs:
        table.after(at, lambda what=what: go_wrong(table, what))
        if what.partition(" ")[0] in ("jam", "short", "stuck"):
            table.after(at + ms, lambda what=what: table.inject("clear " + what))
    last_ms = max(at + ms for at, _, ms in evening.wrongs)
    hands = 0
    while (hands == 0 or table.now_ms < last_ms) and table.now_ms < LIMIT_MS:
        table.run_for(500)
        hands += meter.look() and table.now_ms > last_ms
    evening.faults = [event["code"] for event in table.events if event["event"] == "fault"]
    table.plant.check()
    evening.violations, evening.wrong_walls = table.violations, meter.wrong
    evening.where = "" if hands else table.summary()
    return evening
