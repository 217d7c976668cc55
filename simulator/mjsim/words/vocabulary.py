"""The names people may use, each from the table that owns it.

Inputs and outputs come from the I/O map; fault codes, events, profiles and settings from the
firmware; keys and states are listed here.
"""

from __future__ import annotations

from mjsim.words.names import UsageError, choose

KEYS = (
    "elevator", "elevator2", "marker", "service", "reset", "chain_rev",
    "dice_a", "dice_b", "dice_c", "dice_d",
)  # fmt: skip
STATES = (
    "power_on", "homing", "ready", "loading", "closing", "raising", "rolling", "playing",
    "sorting", "adding", "short", "fault", "service", "selftest", "maintenance",
)  # fmt: skip
SETS = ("green", "blue")


def profiles() -> tuple[str, ...]:
    """Names of the table profiles."""
    from mjtable.game.profiles import PROFILES

    return tuple(profile[0] for profile in PROFILES)


def settings() -> tuple[str, ...]:
    """Names of the settings."""
    from mjtable.generated import setting_table

    return tuple(setting_table.NAMES)


def checked_settings(settings: dict[str, int]) -> dict[str, int]:
    """Settings by their full names and within their limits, or `UsageError`."""
    from mjtable.generated.setting_table import MAXS, MINS, NAMES

    found = {}
    for word, value in settings.items():
        name = choose("setting", word, NAMES)
        index = NAMES.index(name)
        if not MINS[index] <= value <= MAXS[index]:
            raise UsageError(
                "setting %s = %d is outside %d to %d" % (name, value, MINS[index], MAXS[index])
            )
        found[name] = value
    return found


def io_names() -> tuple[str, ...]:
    """Every input and output, as the I/O map spells it."""
    from mjtable.generated.iomap import INPUTS, OUTPUTS

    return tuple(name for name in tuple(INPUTS) + tuple(OUTPUTS) + ("dice",) if name)


def fault_codes() -> tuple[str, ...]:
    """Every fault code, as `E521`."""
    from mjtable.generated import fault_codes as table

    return tuple("E%03d" % code for code in table.CODES)


def event_names() -> tuple[str, ...]:
    """Every kind of event the link reports."""
    from mjtable.generated.command_table import EVENTS

    return tuple(name.decode() for name in EVENTS)
