"""Small releases for the flash tests: our real launcher, and a firmware that tells what started.

Each of its modules carries the version, so that a mixture of two releases is seen.
"""

import hashlib
import json
import zipfile
from pathlib import Path

from mjtool.flash.release import read

ROOT = Path(__file__).resolve().parents[2]
START = """
import machine
from hal.parts import VERSION as PARTS
from mjtable.table import VERSION as TABLE
from mjtable.version import VERSION
def main():
    machine.started(VERSION, PARTS, TABLE)
"""


def contents(version, more=0):
    """Files of a release; every one but __init__ differs from version to version."""
    own = f'VERSION = "{version}"\n'.encode()
    return {
        "main.py": (ROOT / "firmware/main.py").read_bytes() + f"# {version}\n".encode(),
        "boot.py": b"from machine import Pin\nPin(7, Pin.OUT, value=1)\n",
        "hal/__init__.py": b"",
        "hal/parts.py": own,
        "hal/start.py": START.encode() + own.lower(),
        "mjtable/__init__.py": b"",
        "mjtable/table.py": own + b"# " + version.encode() * (300 + more) + b"\n",
        "mjtable/version.py": own,
        "mjtable/words.mpy": b"M\x06\x00\x1f" + version.encode() * 20,
    }


def manifest(files, version, **changes):
    """The manifest of `files`."""
    value = {"version": version, "arch": "armv6m", "mpy": "6.3", "micropython_min": "1.26.0",
             "files": {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}}
    return json.dumps(value | changes, indent=1).encode()


def folder(place, version="0.2.0", files=None, **changes):
    """A release as a folder."""
    files = contents(version) if files is None else files
    for path, data in (files | {"manifest.json": manifest(files, version, **changes)}).items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    return place


def zipped(place, version="0.2.0", **changes):
    """A release as a ZIP."""
    files = contents(version)
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("manifest.json", manifest(files, version, **changes))
        for path, data in files.items():
            archive.writestr(path, data)
    return place


def release(place, version, files=None, **changes):
    """A release, opened."""
    return read(folder(place / version, version, files, **changes))


def put(fake, release, slot="a"):
    """A complete release in a slot, written past the tool."""
    for path, data in {**release.files, "manifest.json": release.manifest.text}.items():
        fake.put(f"/{slot}/{path}", data)
