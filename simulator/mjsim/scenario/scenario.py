"""Scenario files: one step a line, in plain words, with virtual time.

A header (`machine: four_port`, `profile: SHOP-B-136`, `seed: 3`, `set: NAME VALUE`,
`players: auto`, `late: 8`), then steps in order. `at 14s STEP` waits until that time since
power-on.
`#` starts a comment. This module reads the words; `steps.py` carries them out.
Errors name file, line and the nearest valid word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from mjsim.board.lateness import lateness
from mjsim.plant.inject_words import UNITS
from mjsim.plant.unit import TYPICAL
from mjsim.scenario import grammar
from mjsim.table.making import chosen_unit
from mjsim.words import vocabulary
from mjsim.words.names import MACHINES, UsageError, choose, unknown

HEADERS = ("machine", "profile", "seed", "set", "players", "late", "unit")
FOR = ("press", "expect")
"""Verbs whose `for TIME` says how long; that of inject is a part of its own words."""
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min|h)")


class ScenarioError(UsageError):
    """A line that cannot be read; the message starts with file and line."""


@dataclass(frozen=True)
class Step:
    """One line: where it stands, when it is due, what to do with which grammar."""

    file: str
    line: int
    text: str
    verb: str
    args: tuple[str, ...]
    at_ms: int | None = None
    within_ms: int = 0
    for_ms: int = 0

    @property
    def where(self) -> str:
        """`file:line`, for messages."""
        return "%s:%d" % (self.file, self.line)


@dataclass
class Scenario:
    """A file, read and checked."""

    file: str
    machine: str = "four_port"
    profile: str = "SHOP-B-136"
    seed: int = 0
    players: str = "none"
    late: str = "measured"
    unit: str = TYPICAL
    settings: dict[str, int] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


def duration_ms(word: str) -> int:
    """`3s`, `250ms`, `1.5s`, `2min` in milliseconds."""
    match = _DURATION.fullmatch(word)
    if not match:
        raise UsageError("'%s' is no time; write a number with ms, s, min or h, as 3s" % word)
    return round(float(match[1]) * UNITS[match[2]])


def load(path: Path) -> Scenario:
    """Read and check a scenario file; `ScenarioError` names file and line."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise UsageError(
            "cannot read the scenario %s: %s" % (path, problem.strerror or problem)
        ) from problem
    except UnicodeDecodeError as problem:
        raise UsageError("%s is not a text file (UTF-8): %s" % (path, problem.reason)) from problem
    return parse(text, str(path))


def parse(text: str, file: str = "scenario") -> Scenario:
    """Read a scenario's text."""
    scenario = Scenario(file)
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        try:
            if not _header(scenario, line):
                scenario.steps.append(_step(scenario, number, line))
        except ScenarioError:
            raise
        except UsageError as problem:
            raise ScenarioError("%s:%d: %s: %s" % (file, number, line, problem)) from problem
    if not scenario.steps:
        raise ScenarioError("%s: the scenario has no steps" % file)
    return scenario


def _header(scenario: Scenario, line: str) -> bool:
    """Take `line` as a header when it is one; headers stand before the first step."""
    first, _, rest = line.partition(" ")
    name = first.rstrip(":").lower()
    plain = first != name + ":"
    if name not in HEADERS or (plain and (scenario.steps or name == "set")):
        return False
    if scenario.steps:
        raise UsageError("'%s:' is a header; headers stand before the first step" % name)
    value = rest.strip()
    if not value:
        raise UsageError("'%s:' needs a value" % name)
    if name == "machine":
        scenario.machine = choose("machine", value, MACHINES)
    elif name == "profile":
        scenario.profile = choose("profile", value, vocabulary.profiles())
    elif name == "players":
        scenario.players = choose("players", value, ("auto", "none"))
    elif name == "late":
        lateness(value, 0)
        scenario.late = value
    elif name == "unit":
        chosen_unit(value, 0)
        scenario.unit = value
    elif name == "seed":
        scenario.seed = whole(value)
    else:
        _setting(scenario, value.split())
    return True


def _setting(scenario: Scenario, parts: list[str]) -> None:
    if len(parts) != 2:
        raise UsageError("write set: NAME VALUE")
    scenario.settings.update(vocabulary.checked_settings({parts[0]: whole(parts[1])}))


def whole(word: str) -> int:
    """A whole number of zero or more."""
    if not word.isdecimal():
        raise UsageError("'%s' is no whole number" % word)
    return int(word)


def _step(scenario: Scenario, number: int, line: str) -> Step:
    parts = line.split()
    at_ms = None
    if parts[0] == "at":
        if len(parts) < 3:
            raise UsageError("write at TIME STEP, as at 14s press elevator")
        at_ms = duration_ms(parts[1])
        parts = parts[2:]
    verb, rest = parts[0].lower(), parts[1:]
    if verb not in grammar.VERBS:
        raise UsageError(unknown("step", verb, grammar.VERBS))
    within, rest = _tail("within", rest)
    for_ms, rest = _tail("for", rest) if verb in FOR else (0, rest)
    if within and verb != "expect":
        raise UsageError("'within' belongs to expect; here it has no meaning")
    args = grammar.check(verb, tuple(rest))
    for index in grammar.TIMES.get(verb, ()):
        duration_ms(args[index])
    return Step(scenario.file, number, line, verb, args, at_ms, within, for_ms)


def _tail(word: str, parts: list[str]) -> tuple[int, list[str]]:
    """Take a closing `within TIME` or `for TIME` off the grammar."""
    if len(parts) >= 2 and parts[-2] == word:
        return duration_ms(parts[-1]), parts[:-2]
    return 0, parts
