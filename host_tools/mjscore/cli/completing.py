"""Names that the shell completes for `mjscore`; Typer keeps those that begin as was typed."""

from collections.abc import Iterable

from mjscore import rulebook
from mjscore.match import folder
from mjscore.registry import GAMES, SYSTEMS


def systems(incomplete: str) -> list[str]:
    """The systems that score."""
    return begun(SYSTEMS, incomplete)


def books(incomplete: str) -> list[str]:
    """Parts of the rule book."""
    return begun(rulebook.systems(), incomplete)


def rules(incomplete: str) -> list[tuple[str, str]]:
    """Rules of all systems."""
    found = {each.id: each.name for name in rulebook.systems() for each in rulebook.rules_of(name)}
    return [(id, found[id]) for id in begun(found, incomplete)]


def profiles(incomplete: str) -> list[str]:
    """Table profiles."""
    return begun(GAMES, incomplete)


def matches(incomplete: str) -> list[str]:
    """Matches in the usual folder."""
    return begun([path.stem for path in folder.matches()], incomplete)


def seats(incomplete: str) -> list[str]:
    """Seats."""
    return begun("ESWN", incomplete)


def sides(incomplete: str) -> list[str]:
    """Sides of the table."""
    return begun("ABCD", incomplete)


def sources(incomplete: str) -> list[str]:
    """Where the winning tile came from."""
    return begun(("discard", "wall", "loose_kong", "loose_flower", "robbed_kong", "dealt"),
                 incomplete)  # fmt: skip


def ways(incomplete: str) -> list[str]:
    """How tiles are shown."""
    return begun(("auto", "pictures", "codes", "names"), incomplete)


def schemas(incomplete: str) -> list[str]:
    """The schemas there are."""
    return begun(("request", "answer"), incomplete)


def begun(names: Iterable[str], incomplete: str) -> list[str]:
    """Those that go on from what is typed."""
    return [name for name in names if name.startswith(incomplete)]
