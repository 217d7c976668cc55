"""Finds the modules that take part and collects what they make."""

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType


def parts() -> list[ModuleType]:
    """Every module of this package, sorted by name."""
    package = importlib.import_module(__package__ or "tools.generate")
    names = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}")
            for name in names if not name.startswith("__")]


def all_outputs(root: Path) -> dict[Path, str]:
    """Text of every generated file by path below `root`; each file has one maker."""
    texts: dict[Path, str] = {}
    for part in parts():
        if not hasattr(part, "outputs"):
            continue
        for path, text in part.outputs(root).items():
            relative = Path(path).relative_to(root) if Path(path).is_absolute() else Path(path)
            if relative in texts:
                raise ValueError(f"{part.__name__}: {relative} is already made by another module")
            texts[relative] = text
    return texts


def stale(root: Path, texts: dict[Path, str]) -> list[Path]:
    """The paths whose file is missing or differs from its text, in order."""
    return [path for path, text in sorted(texts.items())
            if not (root / path).is_file()
            or (root / path).read_text(encoding="utf-8") != text]
