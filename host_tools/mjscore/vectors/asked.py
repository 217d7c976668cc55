"""Reading the input of a vector: each field checked, one sentence when it cannot be used."""

from typing import Any

from mjscore.errors import VECTORS, bad, shown
from mjscore.options import MOST, chosen
from mjscore.request import seat
from mjscore.systems import game
from mjscore.tiles import SEATS


class Asked(dict[str, Any]):
    """The input of a vector, which knows the fields that were looked at (`used`)."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__(given)
        self.used: set[Any] = set()

    def __getitem__(self, name: str) -> Any:
        self.used.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """As of any dict."""
        self.used.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.used.add(name)
        return super().__contains__(name)

    def items(self) -> Any:
        """As of any dict: whoever takes all of it uses all of it."""
        self.used.update(self)
        return super().items()


def whole(given: dict[str, Any], name: str, default: int | None = None, least: int = 0) -> int:
    """A whole number of the input; ScoreError when it is none or missing without a default."""
    value = default if given.get(name) is None else given[name]
    if type(value) is not int or not least <= value <= MOST:
        bad(f"must be a whole number from {least} to {MOST}, not {shown(value)}", name, VECTORS)
    return int(value)


def wholes(given: dict[str, Any], name: str) -> list[int]:
    """A list of whole numbers, at most 1000 of them."""
    values = given.get(name)
    if not isinstance(values, list) or len(values) > 1000:
        bad(f"must be a list of whole numbers, not {shown(values)}", name, VECTORS)
    return [whole({name: value}, name) for value in values]


def a_seat(given: dict[str, Any], *names: str) -> str:
    """The seat letter under the first of the names that is there."""
    name = next((each for each in names if given.get(each) is not None), names[0])
    return SEATS[seat(given.get(name), name)]


def options(system: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options of the system, those of the input's `config` in place of the defaults."""
    of = game(system)
    return chosen(of.options, of.defaults, given.get("config"))


def flag(given: dict[str, Any], *names: str) -> bool:
    """True when one of the names is set; ScoreError for what is no truth value."""
    for name in names:
        value = given.get(name)
        if value is not None and not isinstance(value, bool):
            bad(f"must be true or false, not {shown(value)}", name, VECTORS)
        if value:
            return True
    return False
