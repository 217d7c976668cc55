"""Release bundles: `dist/mjtable-<version>-<chip>.zip`, one for each chip.

The same sources give the same bytes: names sorted, one date for all, and stored without
compression, which differs between versions of zlib.
"""

import json
import os
import zipfile
from pathlib import Path
from typing import Any

from tools.make.board.build import ROOT, build
from tools.make.board.manifest import NAME
from tools.make.generate.code.package_json import LAUNCHER, SLOT, render

CHIPS = {"armv6m": ("rp2040", "Raspberry Pi Pico"), "armv7em": ("rp2350", "Raspberry Pi Pico 2")}
NAMES = "names.json"  # stays here: what `tools.make.board.explain` needs to read a traceback
MICROPYTHON_MIN = "1.26.0"  # the first with a hard timer on these chips
DATE = (1980, 1, 1, 0, 0, 0)

README = """# Mahjong table firmware {version} for {board}

For a {board} ({chip}) with MicroPython {oldest} or newer; byte code version {mpy}.

With the project's tool, which keeps the firmware that runs and can go back to it:

    mjtool flash --release mjtable-{version}-{name}.zip
    mjtool flash --check --release mjtable-{version}-{name}.zip
    mjtool flash --rollback

Without it, in this folder once unpacked, with MicroPython's own tool (a new board only; nothing is
verified and nothing can be taken back):

    mpremote mip install --target / ./package.json
    mpremote reset

A board without MicroPython, and what each message means: docs/FLASHING.md of the project.
`manifest.json` holds the SHA-256 of every file, `names.json` the names behind the short ones in a
traceback (`python -m tools.make.board.explain < traceback` in the project's folder). This firmware
drives a machine with mains voltage and moving parts: read the hardware's safety notes first.
"""


def dist(root: Path = ROOT, target: Path | None = None) -> list[Path]:
    """Build and bundle; the ZIPs."""
    target = target or root / "dist"
    target.mkdir(parents=True, exist_ok=True)
    return [bundle(folder, target, {NAMES: (folder.parent / NAMES).read_bytes()})
            for folder in build(root)]


def bundle(folder: Path, target: Path, beside: dict[str, bytes] | None = None) -> Path:
    """The ZIP of one built set; `beside`: files that do not go on to the board."""
    manifest = json.loads((folder / NAME).read_text(encoding="utf-8"))
    manifest["micropython_min"] = MICROPYTHON_MIN
    contents = {path: (folder / path).read_bytes() for path in manifest["files"]}
    name, _ = CHIPS[manifest["arch"]]
    place = target / f"mjtable-{manifest['version']}-{name}.zip"
    contents |= beside or {}
    contents |= {
        NAME: (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode(),
        "README.md": readme(manifest).encode(),
        "package.json": package(manifest).encode(),
    }
    fresh = place.with_suffix(f".{os.getpid()}.new")
    with zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as archive:
        for path, data in sorted(contents.items()):
            row = zipfile.ZipInfo(path, DATE)
            row.create_system = 3
            row.external_attr = 0o100644 << 16
            archive.writestr(row, data)
    fresh.replace(place)
    return place


def readme(manifest: dict[str, Any]) -> str:
    """How to flash it."""
    name, board = CHIPS[manifest["arch"]]
    return README.format(version=manifest["version"], board=board, chip=name.upper(), name=name,
                         oldest=MICROPYTHON_MIN, mpy=manifest["mpy"])


def package(manifest: dict[str, Any]) -> str:
    """package.json for the compiled files; sources are relative to it."""
    inner = [(f"{SLOT}/{path}", path) for path in sorted(manifest["files"])
             if path not in LAUNCHER]
    return render(inner + [(name, name) for name in LAUNCHER if name in manifest["files"]],
                  manifest["version"])
