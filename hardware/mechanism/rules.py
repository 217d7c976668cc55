"""What the dimensions must keep, by arithmetic: every finding names parts, numbers and key."""

from . import rules_drum, rules_wall
from .dimensions import Dims
from .finding import Finding


def findings(g: Dims) -> list[Finding]:
    """Every rule that does not hold."""
    return [found for rule in (*rules_wall.RULES, *rules_drum.RULES) for found in rule(g)]
