"""The machine beside its store: where every tile and mechanism was left when power went.

`--store FILE` keeps what the firmware remembers in FILE; a memory of walls that are not there
would be worth nothing, so the plant is kept in FILE.machine, a header line and a pickle that
may name nothing but the plant's own classes.
"""

from __future__ import annotations

import io
import os
import pickle
from pathlib import Path
from typing import Any

from mjsim.plant import Plant
from mjsim.words.names import UsageError

HEADER = b"mjsim machine 2\n"
ALLOWED = {("builtins", "bytearray"), ("builtins", "getattr"), ("random", "Random"),
           ("mjsim.plant.inject", "Cause")}  # fmt: skip


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in ALLOWED or module.startswith("mjsim.plant."):
            return super().find_class(module, name)
        raise pickle.UnpicklingError("%s.%s is no part of a machine" % (module, name))


def beside(store: str | Path) -> Path:
    """The machine's file of a store."""
    return Path(str(store) + ".machine")


def freeze(plant: Plant) -> bytes:
    """The plant as bytes."""
    return HEADER + pickle.dumps(plant)


def thaw(data: bytes, where: str = "the machine") -> Plant:
    """A plant from its bytes, its results forgotten; `UsageError` when they are none."""
    if not data.startswith(HEADER):
        raise UsageError("%s is no machine of mjsim; delete it and its store" % where)
    try:
        plant = _Reader(io.BytesIO(data[len(HEADER) :])).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError,
            KeyError, TypeError, ValueError) as problem:  # fmt: skip
        raise UsageError(
            "%s cannot be read (%s); it was cut short, or written by another version: delete it "
            "and its store" % (where, problem)
        ) from problem
    if not isinstance(plant, Plant):
        raise UsageError("%s is no machine of mjsim; delete it and its store" % where)
    plant.violations.clear()
    plant.incidents.clear()
    plant.peak_running_mw = plant.peak_start_mw = plant.running_mw
    return plant


def load(store: str | Path) -> bytes | None:
    """The bytes of the machine that belongs to a store, checked; None when there is none yet."""
    path = beside(store)
    if not path.exists():
        return None
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise UsageError("cannot read %s: %s" % (path, problem.strerror)) from problem
    thaw(data, str(path))
    return data


def save(store: str | Path, data: bytes) -> None:
    """Keep a frozen machine, replaced as a whole so that it is never half written."""
    path = beside(store)
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError as problem:
        raise UsageError("cannot write %s: %s" % (path, problem.strerror)) from problem
