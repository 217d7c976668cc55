"""What the ELF file of an image tells: names and addresses of its functions; and long names."""

from __future__ import annotations

import json
import struct
from pathlib import Path

from tools.check.emulate.problems import EmulateError

ROOT = Path(__file__).resolve().parents[3]
NAMES = ROOT / ".build/firmware/names.json"
SYMTAB = 2
FUNCTION = 2
WANTED = {"type": "mp_type_fun_bc", "state": "mp_state_ctx"}


def read(path: Path) -> list[tuple[str, int, int]]:
    """(name, address, kind) of every symbol of a 32-bit ELF file."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise EmulateError(str(path), "cannot read it: %s" % problem.strerror) from problem
    if raw[:5] != b"\x7fELF\x01":
        raise EmulateError(str(path), "this is no ELF file of a 32-bit chip",
                           do="give the firmware.elf that the image was built as")  # fmt: skip
    (start,) = struct.unpack_from("<I", raw, 0x20)
    size, count = struct.unpack_from("<HH", raw, 0x2E)
    heads = [struct.unpack_from("<10I", raw, start + i * size) for i in range(count)]
    found = []
    for head in heads:
        if head[1] != SYMTAB:
            continue
        texts = heads[head[6]][4]
        for at in range(head[4], head[4] + head[5], 16):
            name, value, _, info = struct.unpack_from("<IIIB", raw, at)
            end = raw.index(b"\0", texts + name)
            found.append((raw[texts + name : end].decode(), value, info & 15))
    return found


def write(path: Path, folder: Path) -> Path:
    """The file with the symbols that the emulator wants."""
    found = read(path)
    places = {name: value for name, value, _ in found}
    for name in WANTED.values():
        if name not in places:
            raise EmulateError(str(path), "it has no %s" % name, "this is another program's",
                               "give the firmware.elf that the image was built as")  # fmt: skip
    wanted: dict[str, object] = {key: places[name] for key, name in WANTED.items()}
    wanted["code"] = sorted((value & ~1, name) for name, value, kind in found if kind == FUNCTION)
    target = folder / "symbols.json"
    target.write_text(json.dumps(wanted))
    return target


def long_names() -> dict[str, str]:
    """What the build's short names stand for."""
    try:
        names = json.loads(NAMES.read_text())
    except OSError:
        return {}
    found: dict[str, list[str]] = {}
    for owner, members in names.items():
        for name, short in members.items():
            found.setdefault(short, []).append(owner.rstrip("_.") + "." + name)
    return {short: "%s (%s)" % (short, " or ".join(names)) for short, names in found.items()}
