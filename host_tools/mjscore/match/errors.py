"""What a person is told about a match."""

from ..errors import ScoreError


class MatchError(ScoreError):
    """A match cannot do that; one sentence naming the field, and the rule where one is concerned.

    Example: `MatchError("Eve does not play in this match", "from")`.
    """


class FitError(MatchError):
    """An entry that does not fit the match as it now stands, because something before it changed.

    The entry stays in the match, counts nothing and is reported until it is edited or voided.
    """
