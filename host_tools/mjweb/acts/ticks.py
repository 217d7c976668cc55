"""Which steps of a fault a person has done: kept here, so that a reload, or another phone, has
them; forgotten when the fault has gone."""

from __future__ import annotations

from collections.abc import Iterable

Key = tuple[str, str, str]


class Ticks:
    """Steps by table, code and place."""

    def __init__(self) -> None:
        self._done: dict[Key, set[int]] = {}

    def done(self, key: Key) -> frozenset[int]:
        """Numbers of the steps that are done."""
        return frozenset(self._done.get(key, ()))

    def tick(self, key: Key, step: int, is_done: bool) -> None:
        """A person says so."""
        steps = self._done.setdefault(key, set())
        (steps.add if is_done else steps.discard)(step)

    def keep(self, uid: str, active: Iterable[tuple[str, str]]) -> None:
        """Forget all of this table but what is active: when it comes again, it is done again."""
        kept = {(uid, *one) for one in active}
        for key in [key for key in self._done if key[0] == uid and key not in kept]:
            del self._done[key]
