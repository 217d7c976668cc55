"""Fails where the fault table's times and the firmware's constants part.

Run it: `python -m tools.check.firmware.times`; `tools/lint.sh` does.

A row's `by` names, for each of its times, what makes it: `module.NAME` below `mjtable`, sums and
products of such, or `setting NAME`, its default. A name has to be used by the firmware, too: a
constant that nothing reads makes no time.
"""

import ast
import importlib
import operator
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mjtable.generated import setting_table

ROOT = Path(__file__).resolve().parents[3]
FILE = "firmware/tables/faults.toml"
TEST, SETTING = "test", "setting "
OF_TABLES = ("timing.py", "setting_table.py")
"""Generated homes of numbers: that a name stands there is no use of it."""
SIGNS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Mult: operator.mul}


def rows(root: Path = ROOT) -> list[dict[str, Any]]:
    """The fault table's rows, as they stand in the file."""
    found: list[dict[str, Any]] = tomllib.loads((root / FILE).read_text("utf-8"))["fault"]
    return found


def names(formula: str) -> list[ast.Attribute]:
    """The constants of a formula."""
    if formula == TEST or formula.startswith(SETTING):
        return []
    return [node for node in ast.walk(ast.parse(formula))
            if isinstance(node, ast.Attribute) and node.attr.isupper()]


def value(formula: str) -> int:
    """What the firmware makes of it, ms; LookupError or ImportError where a name is none."""
    if formula.startswith(SETTING):
        name = formula.removeprefix(SETTING)
        return int(dict(zip(setting_table.NAMES, setting_table.DEFAULTS, strict=True))[name])
    return _sum(ast.parse(formula, mode="eval").body)


def _sum(node: ast.expr) -> int:
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](_sum(node.left), _sum(node.right))
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if not isinstance(node, ast.Attribute):
        raise LookupError("no sum or product of module.NAME and numbers")
    home = importlib.import_module("mjtable." + ast.unparse(node.value))
    if not hasattr(home, node.attr):
        raise LookupError(f"{home.__name__} has no {node.attr}")
    return int(getattr(home, node.attr))


def unread(formula: str, text: str) -> list[str]:
    """Constants of a formula that the firmware's text has once at most: nothing reads them."""
    return [node.attr for node in names(formula)
            if len(re.findall(rf"\b{node.attr}\b", text)) < 2]


def wrong(row: dict[str, Any], text: str) -> list[str]:
    """A sentence for each time of a row that is not the firmware's."""
    said = []
    for ms, formula in zip(row["within_ms"], row["by"], strict=True):
        if formula == TEST:
            continue
        try:
            its = value(formula)
        except (ImportError, LookupError) as problem:
            said.append(f"E{row['code']}: {formula}: {problem}; name what makes this time")
            continue
        if its != ms:
            said.append(f"E{row['code']}: within_ms says {ms}, but {formula} is {its}: change the "
                        "row, or the firmware back")
        said += [f"E{row['code']}: nothing in the firmware reads {name}: name what makes this time"
                 for name in unread(formula, text)]
    return said


def sources() -> str:
    """The firmware's modules, the tables of numbers left out."""
    return "\n".join(path.read_text("utf-8") for path in (ROOT / "firmware").rglob("*.py")
                     if path.name not in OF_TABLES)


def main() -> int:
    """Check every row; exit code."""
    text = sources()
    found = [sentence for row in rows() for sentence in wrong(row, text)]
    for sentence in found:
        print(f"{FILE}: {sentence}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
