"""Questions at a terminal: with completion, a default on Enter, and what is wrong said at once.

An answer that cannot be used stays on the line, so that nobody types it again.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..errors import ScoreError

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.validation import Validator

Check = Callable[[str], object]


class Leave(Exception):
    """Ctrl-C or Ctrl-D: this question, and what it belongs to, is left."""


def ask(question: str, check: Check, choices: Sequence[str] = (), default: str = "") -> str:
    """The answer, once `check` has nothing against it; Enter alone takes the default."""
    from prompt_toolkit import PromptSession

    shown = f" [{default}]" if default else ""
    session: PromptSession[str] = PromptSession()
    try:
        said = session.prompt(f"{question}{shown}? ", completer=_completer(choices),
                              complete_while_typing=False, validate_while_typing=False,
                              validator=_validator(lambda text: check(text.strip() or default)))
    except (KeyboardInterrupt, EOFError):
        raise Leave from None
    return said.strip() or default


def choose(question: str, choices: Sequence[str], default: str = "",
           more: Check | None = None) -> str:  # fmt: skip
    """One of the choices, by its beginning; `more` may take what is none of them."""

    def check(text: str) -> object:
        return more(text) if more and not _begun(text, choices) else one_of(text, choices)

    said = ask(question, check, choices, default)
    return said if more and not _begun(said, choices) else one_of(said, choices)


def one_of(text: str, choices: Sequence[str]) -> str:
    """The choice meant: said whole, or the first that begins so."""
    for choice in choices:
        if choice.casefold() == text.casefold():
            return choice
    if found := _begun(text, choices):
        return found[0]
    raise ScoreError(f"{text or 'nothing'} is none of {', '.join(choices)}")


def _begun(text: str, choices: Sequence[str]) -> list[str]:
    return [each for each in choices if text and each.casefold().startswith(text.casefold())]


def _completer(choices: Sequence[str]) -> "Completer":
    from prompt_toolkit.completion import WordCompleter

    return WordCompleter(list(choices), ignore_case=True, sentence=True)


def _validator(check: Check) -> "Validator":
    from prompt_toolkit.validation import ValidationError, Validator

    class Told(Validator):
        def validate(self, document: object) -> None:
            text = str(getattr(document, "text", ""))
            try:
                check(text)
            except ScoreError as problem:
                raise ValidationError(len(text), str(problem)) from None

    return Told()
