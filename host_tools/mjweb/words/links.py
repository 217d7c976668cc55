"""Why there is no table, for somebody at a page: a message in place of the terminal's sentence.

The tool's own sentences name its commands and options; a page has neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjtool.errors import (
    LinkLostError,
    NoDeviceError,
    PortInUseError,
    ToolError,
    WrongDeviceError,
)

if TYPE_CHECKING:
    from . import Words

KINDS: tuple[tuple[type[ToolError], str], ...] = (
    (PortInUseError, "port_in_use"), (NoDeviceError, "no_device"),
    (WrongDeviceError, "wrong_device"), (LinkLostError, "link_lost"), (ToolError, "other"))


def why(problem: ToolError) -> dict[str, str]:
    """Which message (`why_…`), and the port that it is about."""
    kind = next(word for kind, word in KINDS if isinstance(problem, kind))
    return {"why": kind, "where": problem.where}


def sentence(problem: ToolError, words: Words) -> str:
    """The message in the page's language."""
    said = why(problem)
    return words("why_" + said["why"], where=said["where"] or words("why_somewhere"))
