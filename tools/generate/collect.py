"""Finds the modules that take part and collects what they make."""

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

from .errors import SourceError


def parts() -> list[ModuleType]:
    """Every module of this package, sorted by name."""
    package = importlib.import_module(__package__ or "tools.generate")
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}")
            for name in names if not name.startswith("__")]


def all_outputs(root: Path) -> tuple[dict[Path, str], list[SourceError]]:
    """Text of every generated file by path below `root`, and what stopped the others.

    A source that cannot be used stops only the files made from it.
    """
    texts: dict[Path, str] = {}
    errors: list[SourceError] = []
    for part in parts():
        if not hasattr(part, "outputs"):
            continue
        try:
            made = part.outputs(root)
        except SourceError as error:
            if str(error) not in map(str, errors):
                errors.append(error)
            continue
        for path, text in made.items():
            if path in texts:
                raise ValueError(f"{part.__name__}: {path} is already made by another module")
            texts[path] = text
    return texts, errors


def stale(root: Path, texts: dict[Path, str]) -> list[Path]:
    """The paths whose file is missing or differs from its text, in order."""
    return [path for path, text in sorted(texts.items())
            if not (root / path).is_file()
            or (root / path).read_text(encoding="utf-8") != text]
