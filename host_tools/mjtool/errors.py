"""What can go wrong, as types with an exit code and a text for people.

A text says what happened, where, the likely cause and what to do (design codebases, "Errors").
"""


class ToolError(Exception):
    """Base of everything the tool reports by itself.

    `what` happened; `where` (a port, a command, an option); the likely `cause`; what to `do`.
    """

    exit_code = 1
    kind = "error"

    def __init__(self, what: str, where: str = "", cause: str = "", do: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.cause = cause
        self.do = do

    def __str__(self) -> str:
        parts = [f"{self.where}: {self.what}" if self.where else self.what]
        if self.cause:
            parts.append(f"Likely cause: {self.cause}")
        if self.do:
            parts.append(f"What to do: {self.do}")
        return ". ".join(part.rstrip(".") for part in parts) + "."

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {"error": self.kind, "exit": self.exit_code, "what": self.what,
                "where": self.where, "cause": self.cause, "do": self.do}


class UsageError(ToolError):
    """The command line asks for something that does not exist or is out of range."""

    exit_code = 2
    kind = "usage"


class NoDeviceError(ToolError):
    """There is no table: no port, a silent port, or one that somebody else has."""

    exit_code = 3
    kind = "no_device"


class PortInUseError(NoDeviceError):
    """Another program has the port."""


class WrongDeviceError(ToolError):
    """Somebody answers, but it is no table, or one of another protocol."""

    exit_code = 4
    kind = "wrong_device"


class FaultError(ToolError):
    """The table has a latched fault and does not do what was asked."""

    exit_code = 5
    kind = "fault"


class RefusedError(ToolError):
    """An interlock, the mode or the course of the game forbids it now; or the `owner` of motion,
    another program."""

    exit_code = 6
    kind = "refused"
    owner = ""


class LinkLostError(ToolError):
    """The table was there and is gone."""

    exit_code = 7
    kind = "link_lost"
