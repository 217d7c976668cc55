"""What a person has to mend before a part of the hardware can be built."""


class Problem(Exception):
    """The text says what is wrong, where, and what would be right; it needs no traceback."""
