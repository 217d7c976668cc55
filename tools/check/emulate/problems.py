"""What can go wrong before and while emulating, as one exception with a text for people."""


class EmulateError(Exception):
    """`where` (a file, a port), `what` happened, the likely `cause`, what to `do`."""

    def __init__(self, where: str, what: str, cause: str = "", do: str = "") -> None:
        text = "%s: %s." % (where, what)
        if cause:
            text += " Likely cause: %s." % cause
        if do:
            text += " What to do: %s." % do
        super().__init__(text)
