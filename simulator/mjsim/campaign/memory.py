"""What objects hold, taken down as numbers and texts and put back into the same objects.

The firmware makes nothing once it is made, so its objects are walked once, and a state is a few
kilobytes. (A copy of all of them by pickle took thirty times as long: 6 ms.)
"""

from __future__ import annotations

from array import array
from collections import deque
from operator import attrgetter
from types import FunctionType, MethodType
from typing import Any

PLAIN = (int, str, bytes, type(None))
ROWS = (list, bytearray, array)
NOTHING: tuple[Any, ...] = ()
Values = tuple[list[Any], list[Any], list[int]]


class Memory:
    """Everything plain that can be reached from some objects; dictionaries are taken for tables.

    The nearest come first, so that objects which are made alike have the same order and
    understand each other's values. Of references only those to tuples change (homing's
    mechanisms of a stage).
    """

    def __init__(self, *roots: Any, without: tuple[Any, ...] = ()) -> None:
        self._seen = {id(each): each for each in (NOTHING, *without)}
        self._tuples: list[Any] = [NOTHING]
        self._rows: list[Any] = []
        self._parts: list[tuple[Any, tuple[str, ...], Any]] = []
        self._refs: list[tuple[Any, str]] = []
        todo = deque(roots)
        while todo:
            self._walk(todo.popleft(), todo)
        self._number = {id(each): number for number, each in enumerate(self._tuples)}

    def _walk(self, found: Any, todo: deque[Any]) -> None:
        if isinstance(found, (*PLAIN, MethodType, FunctionType, type)) or id(found) in self._seen:
            return
        self._seen[id(found)] = found  # held, so that no other has its id
        if isinstance(found, ROWS):
            if all(isinstance(each, PLAIN) for each in found):
                self._rows.append(found)
            else:
                todo.extend(found)
        elif isinstance(found, tuple):
            self._tuples.append(found)
            todo.extend(found)
        elif hasattr(found, "__dict__"):
            self._part(found)
            todo.extend(vars(found).values())

    def _part(self, found: Any) -> None:
        own = vars(found)
        names = tuple(name for name, value in own.items() if isinstance(value, PLAIN))
        if len(names) == 1:
            names *= 2  # of one name attrgetter gives no tuple
        if names:
            self._parts.append((found, names, attrgetter(*names)))
        self._refs += [(found, name) for name, value in own.items() if isinstance(value, tuple)]

    @property
    def shape(self) -> Any:
        """What two memories have alike that understand each other."""
        return ([(type(part), names) for part, names, _ in self._parts],
                [(type(row), len(row)) for row in self._rows],
                len(self._tuples), [name for _, name in self._refs])  # fmt: skip

    def values(self) -> Values:
        """What there is now, to keep: `marshal` takes it."""
        return ([get(part) for part, _, get in self._parts],
                [tuple(row) if isinstance(row, list) else bytes(row) for row in self._rows],
                [self._number[id(getattr(part, name))] for part, name in self._refs])  # fmt: skip

    def put(self, values: Values) -> None:
        """As it was: what differs is set."""
        parts, rows, refs = values
        for (part, names, get), old in zip(self._parts, parts, strict=True):
            if get(part) != old:
                vars(part).update(zip(names, old, strict=True))
        for row, old in zip(self._rows, rows, strict=True):
            row[:] = array(row.typecode, old) if isinstance(row, array) else old
        for (part, name), number in zip(self._refs, refs, strict=True):
            setattr(part, name, self._tuples[number])
