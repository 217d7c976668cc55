"""What can go wrong while a board gets its firmware, beyond the errors of every command."""

from ..errors import ToolError


class FlashError(ToolError):
    """The board is the right one, but the new firmware did not get there or does not run."""

    exit_code = 5
    kind = "flash"


class BoardError(FlashError):
    """A command failed on the board; `number` is the errno of its OSError, 0 when it was none."""

    def __init__(self, what: str, where: str = "", cause: str = "", do: str = "",
                 number: int = 0) -> None:
        super().__init__(what, where, cause, do)
        self.number = number


RERUN = ("the board still starts what it started before; give the same command again, it copies "
         "only what is missing")
NEW_PYTHON = "put the MicroPython named in docs/FLASHING.md on the board, then try again"
HUNG = ("wait 10 s, then `mjtool status`; if nobody answers, switch the table off and on. "
        f"{RERUN[0].upper()}{RERUN[1:]}; if it stops there again, stay with the old firmware and "
        "report the release")
OFF_AND_ON = ("switch the table off and on: a firmware that hung while it was loaded is left out "
              "and the old one starts; if nobody answers then")
BY_HAND = ("switch the table off, hold the marker key while you switch it on again (maintenance: "
           "nothing moves), then run `mjtool flash --rollback`")
