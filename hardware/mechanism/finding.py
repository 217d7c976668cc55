"""A finding: a rule about the dimensions that does not hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from .dimensions import Dims


@dataclass(frozen=True)
class Finding:
    """A rule that does not hold: what is wrong, in numbers, and the key to change."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.key}]"


def gap_rule(g: Dims, what: str, gap: float, key: str) -> Iterator[Finding]:
    """A gap a part moves past: clear of touching, and no finger between 4 and 25 mm."""
    if gap < g("table.clear"):
        yield Finding(key, f"{what}: gap {gap:.2f} mm, needs {g('table.clear'):.2f} mm to run "
                      "clear" + (": they collide" if gap < 0 else ""))
    elif g("finger.narrow") <= gap < g("finger.wide"):
        yield Finding(key, f"{what}: gap {gap:.1f} mm catches a finger; must be below "
                      f"{g('finger.narrow'):.0f} mm or at least {g('finger.wide'):.0f} mm")
