"""What was fixed before the study ran: fixed.toml read, checked and hashed."""

import hashlib
import tomllib
from dataclasses import Field, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from mjsim.words.names import UsageError
from mjstudy import parts

PATH = Path(__file__).with_name("fixed.toml")
KINDS = ("mean", "cells")
_TABLES = {"melds": parts.Melds, "guesser": parts.Guesser, "shapes": parts.Shapes,
           "shanten": parts.Shanten, "load": parts.Load, "replay": parts.Replay,
           "clinging": parts.Clinging, "whole": parts.Whole, "real": parts.Real,
           "set_pessimistic": parts.MixingSet, "set_middle": parts.MixingSet,
           "set_optimistic": parts.MixingSet, "runs": parts.Runs,
           "emptied": parts.Runs}  # fmt: skip
_NUMBERS = ("level", "certainty", "walls", "timelines", "stops")
_NEEDED = {"key", "title", "unit", "kind", "margin", "every", "what"}


class FixedError(UsageError):
    """The file says what cannot be; the text names the place and what is possible."""


@dataclass(frozen=True)
class Statistic:
    """One line of the list; `margin` in `unit`, read on one wall in `every`, of those that have so
    many hands `before` them on the same table."""

    key: str
    title: str
    unit: str
    kind: str
    margin: float
    every: int
    what: str
    primary: bool = False
    before: int = 0


@dataclass(frozen=True)
class Fixed:
    """The whole file, and the SHA-256 of its bytes."""

    level: float
    certainty: float
    walls: int
    timelines: int
    stops: float
    melds: parts.Melds
    guesser: parts.Guesser
    shapes: parts.Shapes
    shanten: parts.Shanten
    load: parts.Load
    replay: parts.Replay
    clinging: parts.Clinging
    whole: parts.Whole
    real: parts.Real
    set_pessimistic: parts.MixingSet
    set_middle: parts.MixingSet
    set_optimistic: parts.MixingSet
    runs: parts.Runs
    emptied: parts.Runs
    statistics: tuple[Statistic, ...]
    sha256: str

    @property
    def near(self) -> tuple[int, int]:
        """What the next and the previous tile weigh for the guesser."""
        return self.guesser.next, self.guesser.previous

    def read(self, statistic: Statistic, walls: int) -> int:
        """On how many of so many walls it is read: the first hands in a row have none before."""
        hands = self.replay.hands
        return walls * (hands - statistic.before) // hands // statistic.every

    def of(self, key: str) -> Statistic:
        """The statistic of this key. Raises `FixedError` with the keys there are."""
        for statistic in self.statistics:
            if statistic.key == key:
                return statistic
        raise FixedError(f"no statistic {key}; there are "
                         f"{', '.join(s.key for s in self.statistics)}")  # fmt: skip


@cache
def load() -> Fixed:
    """Read the file. Raises `FixedError`, with its path, when it does not say what it must."""
    try:
        return parse(PATH.read_bytes())
    except FixedError as problem:
        raise FixedError(f"{PATH}: {problem}") from problem


def parse(data: bytes) -> Fixed:
    """The same from bytes."""
    try:
        told = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FixedError(f"fixed.toml cannot be read: {error}") from error
    _names("fixed.toml", told, {*_NUMBERS, *_TABLES, "statistic"})
    statistics = tuple(_statistic(i, row) for i, row in enumerate(told["statistic"], 1))
    keys = [s.key for s in statistics]
    for key in keys:
        if keys.count(key) > 1:
            raise FixedError(f"the key {key} stands twice")
    if not any(s.primary for s in statistics):
        raise FixedError("at least one statistic must be primary")
    tables = {name: _table(name, kind, told[name]) for name, kind in _TABLES.items()}
    _fit(tables, statistics)
    return Fixed(
        _number(told, "level", 0.0, 0.5), _number(told, "certainty", 0.5, 1.0),
        int(_number(told, "walls", 1, 1e12)), int(_number(told, "timelines", 1, 1e7)),
        _number(told, "stops", 0.0, 1.0), **tables,
        statistics=statistics, sha256=hashlib.sha256(data).hexdigest(),
    )  # fmt: skip


def _fit(tables: dict[str, Any], statistics: tuple[Statistic, ...]) -> None:
    """Figures that must fit one another."""
    near = tables["guesser"].next + tables["guesser"].previous
    if near > 3:
        raise FixedError(f"[guesser]: next and previous are {near}, must be 3 at most")
    walls, hands = tables["replay"].walls, tables["replay"].hands
    if walls % hands:
        raise FixedError(f"[replay]: walls is {walls}, must be a multiple of hands, {hands}")
    for one in statistics:
        if one.before not in range(hands):
            raise FixedError(f"statistic {one.key}: before is {one.before}, must be 0 to "
                             f"{hands - 1}, of {hands} hands in a row")  # fmt: skip


def _table(name: str, kind: Any, told: dict) -> Any:
    """One of the tables of figures."""
    _names(f"[{name}]", told, {one.name for one in fields(kind)})
    return kind(**{one.name: _figure(f"[{name}]", one, told) for one in fields(kind)})


def _figure(where: str, one: Field, told: dict) -> Any:
    if "above" not in one.metadata:
        words = one.metadata.get("words", ())
        if words and told[one.name] not in words:
            raise FixedError(f"{where}: {one.name} is {told[one.name]}, must be one of "
                             f"{', '.join(words)}")  # fmt: skip
        return str(told[one.name])
    value = _number(told, one.name, one.metadata["above"], one.metadata["to"], where)
    if one.type is int and value != int(value):
        raise FixedError(f"{where}: {one.name} is {value:g}, must be a whole number")
    return int(value) if one.type is int else value


def _statistic(place: int, row: dict) -> Statistic:
    where = f"statistic {row.get('key', place)}"
    _names(where, row, _NEEDED, {"primary", "before"})
    if row["kind"] not in KINDS:
        raise FixedError(f"{where}: kind {row['kind']} is none of {', '.join(KINDS)}")
    _number(row, "margin", 0.0, 1e3, where)
    _number(row, "every", 0, 1e6, where)
    return Statistic(**row)


def _names(where: str, told: dict, needed: set[str], more: set[str] | None = None) -> None:
    """Nothing missing, nothing unknown."""
    for name in sorted(needed - set(told)):
        raise FixedError(f"{where}: {name} is missing")
    for name in sorted(set(told) - needed - (more or set())):
        raise FixedError(f"{where}: {name} is not known")


def _number(told: dict, name: str, above: float, to: float, where: str = "fixed.toml") -> float:
    value = told[name]
    if not isinstance(value, int | float) or not above < value <= to:
        raise FixedError(f"{where}: {name} is {value}, must be above {above:g} and at most {to:g}")
    return float(value)
