"""What can go wrong in the lab, as one exception with one sentence for people."""


class LabError(Exception):
    """Something given is missing or wrong; nothing was done. The text says what to do."""


class Differ(Exception):
    """Two runs that must be equal are not; the text says where first."""


class Stopped(Differ):
    """The firmware ended with an exception on one of them; the text has the traceback."""
