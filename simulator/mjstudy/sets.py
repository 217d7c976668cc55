"""Are the mixing sets, and the runs behind them, those that fixed.toml was fixed with?"""

from __future__ import annotations

import hashlib
from pathlib import Path

from mjsim.plant.mixing import NAMES, mixing_of
from mjstudy.fixed import Fixed, FixedError

TABLES = Path(__file__).resolve().parents[1] / "mjphysics"
REMEDY = ("put it back as it was, or, before any wall is made, write its new SHA-256 into "
        "simulator/mjstudy/fixed.toml")  # fmt: skip


def sha256_of(name: str) -> str:
    """Of a set as the law takes it: a line a figure, `name value`."""
    text = "".join(f"{key} {value!r}\n" for key, value in mixing_of(name)._asdict().items())
    return hashlib.sha256(text.encode()).hexdigest()


def check(fixed: Fixed) -> None:
    """Raises `FixedError` with the file, what differs, and what to do."""
    for name in NAMES:
        _same(f"hardware/machine.toml: [mixing_{name}]", sha256_of(name),
              f"[set_{name}]", getattr(fixed, "set_" + name).sha256)  # fmt: skip
    for table, its in (("runs", fixed.runs), ("emptied", fixed.emptied)):
        _same(f"simulator/mjphysics/{table}.csv", _sha256_in(TABLES / f"{table}.csv"),
              f"[{table}]", its.sha256)  # fmt: skip


def _sha256_in(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as problem:
        raise FixedError(f"{path}: cannot be read ({problem.strerror}), and the mixing sets are "
                         "made of it; put it back") from problem  # fmt: skip


def _same(what: str, here: str, where: str, fixed: str) -> None:
    if here != fixed:
        raise FixedError(f"{what} is not what the study was fixed with: SHA-256 {here}, fixed is "
                         f"{fixed}; {REMEDY}, {where}")  # fmt: skip
