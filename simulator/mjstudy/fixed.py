"""What was fixed before the study ran: fixed.toml read, checked and hashed."""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

PATH = Path(__file__).with_name("fixed.toml")
KINDS = ("mean", "cells")
_TABLES = {"melds": {"melds", "size", "pungs"}, "guesser": {"next", "previous"}}
_NUMBERS = ("level", "certainty", "walls", "timelines")
_NEEDED = {"key", "title", "unit", "kind", "margin", "every", "what"}


class FixedError(ValueError):
    """The file says what cannot be; the text names the place and what is possible."""


@dataclass(frozen=True)
class Statistic:
    """One line of the list; `margin` in `unit`, read on one wall in `every`."""

    key: str
    title: str
    unit: str
    kind: str
    margin: float
    every: int
    what: str
    primary: bool = False


@dataclass(frozen=True)
class Fixed:
    """The whole file, and the SHA-256 of its bytes."""

    level: float
    certainty: float
    walls: int
    timelines: int
    melds: int
    meld_size: int
    pungs: float
    near: tuple[int, int]  # what the next and the previous tile weigh for the guesser
    statistics: tuple[Statistic, ...]
    sha256: str

    def of(self, key: str) -> Statistic:
        """The statistic of this key. Raises `FixedError` with the keys there are."""
        for statistic in self.statistics:
            if statistic.key == key:
                return statistic
        raise FixedError(f"no statistic {key}; there are "
                         f"{', '.join(s.key for s in self.statistics)}")  # fmt: skip


def load(path: Path = PATH) -> Fixed:
    """Read the file. Raises `FixedError` when it does not say what it must."""
    return parse(path.read_bytes())


def parse(data: bytes) -> Fixed:
    """The same from bytes."""
    try:
        told = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FixedError(f"fixed.toml cannot be read: {error}") from error
    _names("fixed.toml", told, {*_NUMBERS, *_TABLES, "statistic"})
    for table, names in _TABLES.items():
        _names(f"[{table}]", told[table], names)
    level = _number(told, "level", 0.0, 0.5)
    statistics = tuple(_statistic(i, row) for i, row in enumerate(told["statistic"], 1))
    keys = [s.key for s in statistics]
    for key in keys:
        if keys.count(key) > 1:
            raise FixedError(f"the key {key} stands twice")
    if sum(s.primary for s in statistics) != 1:
        raise FixedError("exactly one statistic must be primary")
    return _built(told, level, statistics, hashlib.sha256(data).hexdigest())


def _built(told: dict, level: float, statistics: tuple[Statistic, ...], sha256: str) -> Fixed:
    melds, guesser = told["melds"], told["guesser"]
    near = tuple(int(_number(guesser, name, 0, 3)) for name in ("next", "previous"))
    if sum(near) > 3:
        raise FixedError(f"[guesser]: next and previous are {sum(near)}, must be 3 at most")
    return Fixed(
        level,
        _number(told, "certainty", 0.5, 1.0),
        int(_number(told, "walls", 1, 1e12)),
        int(_number(told, "timelines", 1, 1e7)),
        int(_number(melds, "melds", 0, 45)),
        int(_number(melds, "size", 2, 4)),
        _number(melds, "pungs", -1e-9, 1.0),
        (near[0], near[1]),
        statistics,
        sha256,
    )


def _statistic(place: int, row: dict) -> Statistic:
    where = f"statistic {row.get('key', place)}"
    _names(where, row, _NEEDED, {"primary"})
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
