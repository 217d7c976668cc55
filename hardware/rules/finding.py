"""What a rule found: which rule, two places and what to do."""

from typing import NamedTuple


class Finding(NamedTuple):
    """One violation. `here` and `there` are the two places: a pin, a net or a line of a file."""

    rule: str
    here: str
    there: str
    advice: str

    def __str__(self) -> str:
        """One line for a person."""
        return f"{self.rule}: {self.here} <-> {self.there}: {self.advice}"
