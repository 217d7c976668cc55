"""Another code for a module of this process: in the functions that are there, and at an import."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Place = tuple[str, str, int]


class Swap:
    """Modules by their files, wherever and however often they are imported."""

    def __init__(self) -> None:
        self._codes: dict[str, CodeType] = {}
        self._live: dict[str, list[tuple[FunctionType, Place]]] = {}
        self._cached: list[Any] = []
        self._hook()

    def at_import(self, code: CodeType) -> None:
        """What an import of the code's module runs from now on."""
        self._codes[code.co_filename] = code

    def find(self) -> None:
        """Look up the modules' functions that are there now, whoever holds them."""
        things = gc.get_objects()
        for each in things:
            if isinstance(each, FunctionType) and each.__code__.co_filename in self._codes:
                place = _place(each.__code__)
                self._live.setdefault(place[0], []).append((each, place))
        self._cached = [each for each in things if isinstance(each, _lru_cache_wrapper)
                        and each.__wrapped__.__code__.co_filename in self._codes]

    def everywhere(self, code: CodeType) -> None:
        """What the functions found by `find`, and a later import, run from now on."""
        self.at_import(code)
        new = {_place(each): each for each in _inside(code)}
        for function, place in self._live.get(code.co_filename, ()):
            if len(new[place].co_freevars) == len(function.__code__.co_freevars):
                function.__code__ = new[place]  # else the function around it makes a new one
        for each in self._cached:
            each.cache_clear()

    def _hook(self) -> None:
        plain = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            return self._codes.get(str(Path(loader.path).resolve())) or plain(loader, name)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _inside(code: CodeType) -> Iterator[CodeType]:
    """Every code object of a module."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _inside(each)
