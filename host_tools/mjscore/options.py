"""Options of the systems (`config` of a request): name, default, what is allowed, which rule.

A system lists its options in a table `OPTIONS`; requests name only what differs from the default.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from mjscore.errors import bad, nearest, shown

MOST = 1_000_000_000  # no amount of points in a request may be larger


class Option(NamedTuple):
    """One option: `check(value)` gives the value used, or None and the sentence `allowed` is told.

    null in a request is the default, unless `null` says that it is a value of its own.
    """

    name: str
    default: Any
    check: Callable[[Any], Any]
    allowed: str
    rule: str
    null: bool = False


REFUSED = object()


def flag(name: str, default: bool, rule: str) -> Option:
    """An option that is true or false."""
    return Option(name, default, lambda value: value if isinstance(value, bool) else REFUSED,
                  "must be true or false", rule)  # fmt: skip


def choice(name: str, values: tuple[str, ...], rule: str) -> Option:
    """An option that is one of some words, the first being the default."""
    return Option(name, values[0], lambda value: value if value in values else REFUSED,
                  "must be one of " + ", ".join(values), rule)  # fmt: skip


def whole(name: str, default: int | None, least: int, rule: str, none: str = "") -> Option:
    """A whole number from `least` on; `none` says what null means, where it is allowed."""

    def check(value: Any) -> Any:
        if value is None and none:
            return None
        fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST
        return value if fits else REFUSED

    told = f"must be a whole number from {least} to {MOST}" + (f", or null ({none})" * bool(none))
    return Option(name, default, check, told, rule, bool(none))


def chosen(options: tuple[Option, ...], defaults: dict[str, Any], config: Any) -> dict[str, Any]:
    """Every option of a system with its value; `defaults` itself when none differs."""
    if not config:
        if config is None or isinstance(config, dict):
            return defaults
    if not isinstance(config, dict):
        bad(f"must be an object of options, not {shown(config)}", "config", "ENG-10")
    values = dict(defaults)
    for name, value in config.items():
        option = next((each for each in options if each.name == name), None)
        if option is None:
            hint = nearest(name, list(defaults))
            bad(f"this system has no option {shown(name)}{hint}", f"config.{name}", "ENG-10")
        if value is None and not option.null:
            continue
        values[name] = option.check(value)
        if values[name] is REFUSED:
            bad(f"{option.allowed}, not {shown(value)}", f"config.{name}", option.rule)
    return values
