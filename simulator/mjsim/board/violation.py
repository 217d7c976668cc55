"""The end of a halting run."""


class ViolationSeen(Exception):
    """Raised by a halting runner at the first violation of physics; its sentence."""
