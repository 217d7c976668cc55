"""Commands whose libraries are an extra: a sentence instead of a traceback without them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mjsim.words.names import UsageError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import what needs the extra `name` in here; `UsageError` says how to get it."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("mj"):
            raise
        raise UsageError("this needs %s, which is an extra: .venv/bin/pip install -e '.[%s]'"
                         % (problem.name, name)) from problem  # fmt: skip
