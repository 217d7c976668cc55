"""simulator/mjsim/generated/requests.py: a request of each command, and which of them move."""

from pathlib import Path

from tools.make.generate.render import header, python_tuple
from tools.make.generate.words.command_table import Bytes
from tools.make.generate.words.commands import FILE, Commands

TARGET = Path("simulator/mjsim/generated/requests.py")
WHAT = "The example of each of the link's commands, without its id; those that move or press."


def outputs(root: Path) -> dict[Path, str]:
    """The simulator's requests."""
    return {TARGET: text(Commands(root))}


def text(table: Commands) -> str:
    """The module's text."""
    bodies = [Bytes(command["example"].partition(" ")[2]) for command in table.commands]
    moves = [command["name"] for command in table.commands if command["motion"]]
    return (header(FILE, WHAT) + python_tuple("REQUESTS", bodies)
            + python_tuple("MOVES", moves))
