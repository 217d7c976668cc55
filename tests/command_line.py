"""Command lines as people give them, in the tests' own process."""

from typing import Any

from typer.testing import CliRunner


def ran(app: Any, *words: object, given: str | None = None) -> Any:
    """The result of a command line, with `given` on its stdin; in a pipe nothing is coloured."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "\x1b" not in result.stdout
    return result
