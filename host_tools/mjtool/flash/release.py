"""A release: a folder or ZIP with a manifest and the files it names, all checked when opened."""

import hashlib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from . import manifest as manifest_module
from .manifest import CHIPS, NAME, Manifest, numbers

AGAIN = "download the release again, or build it with `make dist`"


@dataclass(frozen=True)
class Release:
    """Manifest and contents; `place` is where it was read from."""

    place: str
    manifest: Manifest
    files: dict[str, bytes]


def releases(place: Path) -> dict[str, Release]:
    """The newest release for each architecture at `place`: one release, or a folder of them."""
    return {release.manifest.arch: release for release in everyone(place)}


def everyone(place: Path) -> list[Release]:
    """All releases at `place`, the newest last."""
    if not place.exists():
        raise UsageError("there is no such release", str(place),
                         "nothing was built or downloaded yet",
                         "run `make dist`, or name a downloaded release with --release")
    found = [read(one) for one in _candidates(place)]
    if not found:
        raise UsageError(f"there is no release here (no {NAME}, no ZIP)", str(place), "",
                         "name the ZIP or the folder of a release with --release")
    return sorted(found, key=lambda release: numbers(release.manifest.version))


def for_chip(found: dict[str, Release], chip: str) -> Release:
    """The release for a board's chip."""
    for release in found.values():
        if release.manifest.chip == chip:
            return release
    have = next(iter(found.values()))
    arch = next(arch for arch, name in CHIPS.items() if name == chip)
    raise UsageError(f"this release is for the {have.manifest.chip} ({have.manifest.arch}), the "
                     f"board has the {chip} ({arch})", have.place,
                     "the release for the other Pico was named",
                     f"take the release whose name ends in {chip.lower()}")


def _candidates(place: Path) -> list[Path]:
    if place.is_file() or (place / NAME).is_file():
        return [place]
    return sorted([*place.glob("*.zip"), *(path.parent for path in place.glob(f"*/{NAME}"))])


def read(place: Path) -> Release:
    """The release at `place`, every file checked against the manifest."""
    contents = _zipped(place) if place.is_file() else _Folder(place)
    text = contents.get(NAME)
    if text is None:
        raise UsageError(f"it has no {NAME}", str(place), "this is no release of the firmware, or "
                         "a part of one", AGAIN)
    try:
        manifest = manifest_module.parse(text)
    except ValueError as problem:
        raise UsageError(f"its {NAME} cannot be used: {problem}", str(place),
                         "it was changed, or a newer mjtool is needed", AGAIN) from None
    return Release(str(place), manifest, _checked(place, manifest, contents))


class _Folder:
    """A folder, read like a mapping."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def get(self, path: str) -> bytes | None:
        """A file's content, None when it is missing."""
        file = self._place / path
        return file.read_bytes() if file.is_file() else None


def _zipped(place: Path) -> dict[str, bytes]:
    """All files of a ZIP."""
    try:
        with zipfile.ZipFile(place) as archive:
            return {name: archive.read(name) for name in archive.namelist()
                    if not name.endswith("/")}
    except (zipfile.BadZipFile, OSError, EOFError) as problem:
        raise UsageError(f"this ZIP cannot be read ({problem})", str(place),
                         "the download broke off, or it is no ZIP", AGAIN) from None


def _checked(place: Path, manifest: Manifest,
             contents: "dict[str, bytes] | _Folder") -> dict[str, bytes]:
    """Content of every file of the manifest; UsageError at the first that is not as it says."""
    files = {}
    for path, sha256 in manifest.files.items():
        data = contents.get(path)
        if data is None:
            raise UsageError(f"{path} is missing", str(place), "the release is not complete",
                             AGAIN)
        if hashlib.sha256(data).hexdigest() != sha256:
            raise UsageError(f"{path} is not the file that the manifest names: its hash differs",
                             str(place), "it was changed or damaged after it was built", AGAIN)
        if path.endswith(".mpy") and data[:2] != bytes((ord("M"), manifest.mpy)):
            raise UsageError(f"{path} is not byte code of version {manifest.mpy}", str(place),
                             "it was compiled by another mpy-cross", AGAIN)
        files[path] = data
    return files
