"""Finds the modules that take part and collects what they make."""

import importlib
import pkgutil
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from tools.make.generate.errors import SourceError

FIRMWARE = "firmware"


def parts() -> list[ModuleType]:
    """Every module of this package and its rooms, sorted by name."""
    package = importlib.import_module(__package__ or "tools.make.generate")
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
             if not info.name.endswith(".__main__")]
    return [importlib.import_module(name)
            for name in sorted(names, key=lambda name: name.rpartition(".")[2])]


def all_outputs(root: Path) -> tuple[dict[Path, str], list[SourceError]]:
    """Text of every generated file by path below `root`, and what stopped the others.

    A source that cannot be used stops only the files made from it. What is read off the firmware
    (`outputs_of_firmware`) comes last, from the firmware with all that was made before.
    """
    texts: dict[Path, str] = {}
    errors: list[SourceError] = []
    found = parts()
    for part in found:
        if hasattr(part, "outputs"):
            _collect(part, partial(part.outputs, root), texts, errors)
    for part in found:
        if hasattr(part, "outputs_of_firmware"):
            with _firmware(root, texts) as firmware:
                _collect(part, partial(part.outputs_of_firmware, firmware), texts, errors)
    return texts, errors


def _collect(part: ModuleType, make: Callable[[], dict[Path, str]], texts: dict[Path, str],
             errors: list[SourceError]) -> None:
    """Add what a part makes, or why it cannot."""
    try:
        made = make()
    except SourceError as error:
        if str(error) not in map(str, errors):
            errors.append(error)
        return
    for path, text in made.items():
        if path in texts:
            raise ValueError(f"{part.__name__}: {path} is already made by another module")
        texts[path] = text


@contextmanager
def _firmware(root: Path, texts: dict[Path, str]) -> Iterator[Path]:
    """A folder with the firmware as it will be once `texts` are written."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, FIRMWARE)
        shutil.copytree(root / FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for path, text in texts.items():
            if path.parts[0] == FIRMWARE:
                target = Path(folder, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8", newline="\n")
        yield copy


def stale(root: Path, texts: dict[Path, str]) -> dict[Path, int]:
    """The paths whose file differs from its text, in order: the first line that does, 0 without
    a file.
    """
    lines = {path: _differs_at(root / path, text) for path, text in sorted(texts.items())}
    return {path: line for path, line in lines.items() if line is not None}


def _differs_at(file: Path, text: str) -> int | None:
    """First line of a file that is not as `text`, 0 when there is no file, None when all are."""
    if not file.is_file():
        return 0
    found = file.read_text(encoding="utf-8")
    if found == text:
        return None
    pairs = zip_longest(found.splitlines(), text.splitlines())
    return next((line for line, (is_, wanted) in enumerate(pairs, 1) if is_ != wanted), 1)
