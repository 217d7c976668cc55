"""Whoever stands at the table: looks, presses, measures, moves things by hand.

`Person` asks on a terminal, `Script` has its answers from a file, `Hand` (hand.py) does it at a
simulated table. A real board takes no scripted answer where a hand or an eye is the safety.
"""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..errors import RefusedError, UsageError

YES, NO = ("yes", "y", "ja"), ("no", "n", "nein")


@dataclass(frozen=True)
class Ask:
    """One prompt. `id` is what an answers file names: `look motor.head_b`, `volts TP2`.

    kind: act (do it now), look (yes, no or a name), measure (a number). `touch`: a hand or an eye
    is the safety here. `act`: the words for a simulated table's hand; `motor`: it is about one.
    """

    id: str
    kind: str
    text: str
    touch: bool = False
    act: str = ""
    unit: str = ""
    motor: bool = False


class Operator(Protocol):
    """Answers prompts. `is_quick`: it acts at once, one pass an act; a person is asked once."""

    is_quick: bool

    def answer(self, ask: Ask) -> str:
        """The answer; "" means skipped: cannot tell."""

    def before_test(self) -> None:
        """A motor is about to move: what moved before counts no more."""


class Person:
    """A person at the terminal."""

    is_quick = False

    def __init__(self, read: Callable[[str], str] = input) -> None:
        self._read = read

    def answer(self, ask: Ask) -> str:
        """Ask until the answer has its form; an empty one skips, for an act it means done."""
        tail = {"act": " [Enter when you begin] ", "look": " [yes/no, Enter = not seen] ",
                "measure": f" [{ask.unit}, Enter = not measured] "}[ask.kind]
        while True:
            said = self._read(ask.text + tail).strip().lower()
            if ask.kind == "act":
                return said or "done"
            if not said or well_formed(ask, said):
                return said
            print("Not understood.")


    def before_test(self) -> None:
        """A person looks anyway."""


class Script:
    """Answers from a file; what it lacks is skipped. `asked` are the ids that were asked for."""

    is_quick = False

    def __init__(self, path: Path, real: bool, behind: Operator | None = None) -> None:
        self._answers = read_answers(path)
        self._path = path
        self._real = real
        self._behind = behind
        self.asked: list[str] = []

    def answer(self, ask: Ask) -> str:
        """The file's answer, a hand's for what it lacks at a simulated table."""
        self.asked.append(ask.id)
        if self._real and ask.touch:
            raise RefusedError(
                f"a scripted answer to `{ask.id}` is not taken on a real table",
                str(self._path), "a person's hand or eye is the safety here",
                "run it without --answers, with a person at the table")
        said = self._answers.get(ask.id)
        if said is None:
            return self._behind.answer(ask) if self._behind else ""
        if not well_formed(ask, said):
            raise UsageError(f"the answer to `{ask.id}` is `{said}`", str(self._path), "",
                             f"write {form(ask)}")
        return said


    @property
    def unasked(self) -> list[str]:
        """Ids of the file that nobody has asked for: a slip of the pen, or of another command."""
        return sorted(set(self._answers) - set(self.asked))

    def before_test(self) -> None:
        """Whoever is behind the file looks away."""
        if self._behind:
            self._behind.before_test()


def form(ask: Ask) -> str:
    """What an answer looks like."""
    return {"act": '"done"', "look": '"yes", "no" or a name',
            "measure": f"a number in {ask.unit}"}[ask.kind]


def well_formed(ask: Ask, said: str) -> bool:
    """An answer of the prompt's kind."""
    if ask.kind == "measure":
        return number(said) is not None
    return bool(said)


def number(said: str) -> float | None:
    """A number with comma or point."""
    try:
        return float(said.replace(",", "."))
    except ValueError:
        return None


def read_answers(path: Path) -> dict[str, str]:
    """`id = answer` of a TOML or JSON file, or UsageError with its line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageError(f"the answers cannot be read: {_why(problem)}", str(path), "",
                         "name a file of `id = \"answer\"` lines") from problem
    try:
        data: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except json.JSONDecodeError as problem:
        raise _malformed(path, problem.lineno, problem.msg) from problem
    except tomllib.TOMLDecodeError as problem:
        line = getattr(problem, "lineno", None) or _line_of(str(problem))
        raise _malformed(path, line, str(problem)) from problem
    if not isinstance(data, dict):
        raise _malformed(path, 1, "it is no table of answers")
    for key, value in data.items():
        if isinstance(value, (dict, list)):
            line = next((at for at, row in enumerate(text.splitlines(), 1)
                         if str(key) in row), 1)
            raise _malformed(path, line, f"the answer to {key!r} is no text or number")
    return {str(key): _text(value) for key, value in data.items()}


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).strip().lower()


def _why(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or "it is no text"


def _line_of(text: str) -> int:
    """The line out of `... (at line 3, column 5)`."""
    words = text.replace(",", " ").split()
    return int(words[words.index("line") + 1]) if "line" in words else 1


def _malformed(path: Path, line: int, why: str) -> UsageError:
    return UsageError(f"malformed: {why.split(' (at ')[0]}", f"{path}:{line}", "",
                      'write `"id" = "answer"`, one a line')
