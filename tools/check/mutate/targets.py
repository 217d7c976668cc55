"""Which modules are tried with which tests, and which have to reach 100 %: `targets.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from tools.check.mutate.mutants import Mutant


class Unknown(Exception):
    """A name that no group has, a file that is not there."""


@dataclass(frozen=True)
class Group:
    """`modules` by name; a gated one with a survivor makes the command fail. With `calls` nothing
    is tried but to leave out each call of a function of these names.
    """

    gated: bool
    modules: dict[str, Path]
    tests: list[str]
    calls: tuple[str, ...] = ()

    def tries(self, mutant: Mutant) -> bool:
        """This change belongs to the group."""
        return not self.calls or mutant.called in self.calls


def load(path: Path, root: Path) -> list[Group]:
    """The groups; a module belongs to the first that names it, and to one that only leaves out
    calls."""
    groups: list[Group] = []
    known: set[tuple[Path, tuple[str, ...]]] = set()
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
        files = [each for pattern in row["modules"] for each in _matching(root, pattern, path)]
        calls = tuple(row.get("calls", ()))
        new = [each for each in files
               if (each, calls) not in known and each.name != "__init__.py"]
        known.update((each, calls) for each in new)
        for test in row["tests"]:
            if not (root / test).exists():
                raise Unknown(f"{path.name}: {test} is not there; correct the group's tests")
        tests = [str(root / test) for test in row["tests"]]
        groups.append(Group(row.get("gated", False), {name_of(each, root): each for each in new},
                            tests, calls))
    return groups


def _matching(root: Path, pattern: str, table: Path) -> list[Path]:
    found = sorted(root.glob(pattern))
    if not found:
        raise Unknown(f"{table.name}: no module {pattern}; correct the group's modules")
    return found


def name_of(path: Path, root: Path) -> str:
    """The file as one writes it, from the project's folder."""
    return path.relative_to(root).as_posix()


def chosen(groups: list[Group], names: list[str], everything: bool) -> list[Group]:
    """Groups cut down to the modules asked for: by name or part of a path, else the gated ones."""
    if not names:
        return [group for group in groups if group.gated or everything]
    for name in names:
        if not any(fits(module, name) for group in groups for module in group.modules):
            known = [Path(module).stem for group in groups if group.gated and not group.calls
                     for module in group.modules]
            raise Unknown(f"no module {name}; gated are {', '.join(known)}; others by their path")
    cut = [replace(group, modules={module: path for module, path in group.modules.items()
                                   if any(fits(module, name) for name in names)})
           for group in groups]
    return [group for group in cut if group.modules]


def fits(module: str, name: str) -> bool:
    """`journal`, `memory/journal.py` and the whole path mean the same; a folder all in it."""
    return Path(module).stem == name or f"/{module}".endswith(f"/{name}") or (
        "/" in name and module.startswith(name.rstrip("/") + "/"))
