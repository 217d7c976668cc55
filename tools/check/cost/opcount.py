"""Makes a MicroPython VM that counts the bytecodes it executes, and its divisions.

The VM's loop ends every opcode in one jump table of the WebAssembly module. Before that table a
few instructions are inserted which add one to a histogram in a second memory, exported as
`hist`: 256 little-endian 32-bit counters, counter i for opcode `FIRST_OPCODE` + i. Another
counter, `DIVISIONS`, follows every remainder of unsigned integers: MicroPython's dictionaries
take one for each place they look at, and hardly anything else does. Nothing of the VM itself
changes: same code, same heap. Two memories need Node 22 or newer.
"""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from tools.check.cost.wasm_code import I32_REM_U, number, places

FIRST_OPCODE = 0x10
DIVISIONS = 256  # number of the counter behind those of the opcodes
COUNTERS = 257
PACKAGE = Path("tools/node/node_modules/@micropython/micropython-webassembly-pyscript")
VM = "micropython.wasm"
LOADER = "micropython.mjs"
LONG_FUNCTION = 10_000  # bytes; the VM's loop is among the longest functions
TABLE_MIN, TABLE_MAX = 70, 260  # entries of the VM's jump table
DEPTH_MAX = 400  # nesting of its targets
DIFFERENT_MIN = 60  # different targets among them

GLOBALS, MEMORIES, EXPORTS, CODE = 6, 5, 7, 10  # ids of sections
BR_TABLE, GLOBAL_GET, GLOBAL_SET = b"\x0e", b"\x23", b"\x24"
I32_CONST, I32_AND, I32_SHL, I32_ADD = b"\x41", b"\x71", b"\x74", b"\x6a"
LOAD_SECOND, STORE_SECOND = b"\x28\x42\x01\x00", b"\x36\x42\x01\x00"  # aligned, memory 1, +0
ZERO_GLOBAL = b"\x7f\x01\x41\x00\x0b"  # i32, may change, starts as 0


class VmChanged(Exception):
    """The VM's file is not built as this module expects."""


def counted_vm(root: Path) -> Path:
    """Folder with the counting VM and its loader, made when needed."""
    source = root / PACKAGE
    try:
        wasm = (source / VM).read_bytes()
    except FileNotFoundError:
        raise VmChanged(f"{source / VM} is missing; `make setup` installs it") from None
    how = Path(__file__).read_bytes() + Path(__file__).with_name("wasm_code.py").read_bytes()
    mark = hashlib.sha256(wasm + how).hexdigest()[:16]
    folder = root / ".build" / "counted" / mark
    if not (folder / VM).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / LOADER, folder / LOADER)
        (folder / (VM + ".new")).write_bytes(with_counters(wasm))
        (folder / (VM + ".new")).rename(folder / VM)
    return folder


def with_counters(wasm: bytes) -> bytes:
    """The module `wasm` with a counter at its jump table of opcodes."""
    sections = dict(_sections(wasm))
    count, at = number(sections[GLOBALS], 0)
    opcode, address = count, count + 1
    sections[GLOBALS] = _leb(count + 2) + sections[GLOBALS][at:] + 2 * ZERO_GLOBAL
    count, at = number(sections[MEMORIES], 0)
    if count != 1:
        raise VmChanged(f"{VM} has {count} memories where one was expected")
    sections[MEMORIES] = _leb(2) + sections[MEMORIES][at:] + b"\x00\x01"  # one page, may not grow
    count, at = number(sections[EXPORTS], 0)
    sections[EXPORTS] = _leb(count + 1) + sections[EXPORTS][at:] + b"\x04hist\x02\x01"
    bodies = list(_bodies(sections[CODE]))
    which, at = _jump_table(bodies)
    found = [(each, place) for each, body in enumerate(bodies)
             for place in places(body, I32_REM_U)]
    if not found:
        raise VmChanged(f"{VM}: no remainder in it; its dictionaries are not the known ones")
    for each, place in sorted([*found, (which, at)], reverse=True):
        added = _count(opcode, address) if (each, place) == (which, at) else _count_one()
        bodies[each] = bodies[each][:place] + added + bodies[each][place:]
    sections[CODE] = _leb(len(bodies)) + b"".join(_leb(len(body)) + body for body in bodies)
    return wasm[:8] + b"".join(
        bytes([kind]) + _leb(len(body)) + body for kind, body in _in_order(wasm, sections))


def _count(opcode: int, address: int) -> bytes:
    """Instructions that add one to the counter of the opcode on the stack, and leave it there."""
    op, where = _leb(opcode), _leb(address)
    return (
        GLOBAL_SET + op + GLOBAL_GET + op + I32_CONST + b"\xff\x01" + I32_AND
        + I32_CONST + b"\x02" + I32_SHL + GLOBAL_SET + where
        + GLOBAL_GET + where + GLOBAL_GET + where + LOAD_SECOND + I32_CONST + b"\x01" + I32_ADD
        + STORE_SECOND + GLOBAL_GET + op
    )


def _count_one() -> bytes:
    """Instructions that add one to the counter of divisions; the stack stays as it is."""
    where = I32_CONST + _leb(4 * DIVISIONS)
    return where + where + LOAD_SECOND + I32_CONST + b"\x01" + I32_ADD + STORE_SECOND


def _jump_table(bodies: list[bytes]) -> tuple[int, int]:
    """Function and place of the jump table by opcode: there must be exactly one like it."""
    found = []
    for which, body in enumerate(bodies):
        at = body.find(BR_TABLE) if len(body) > LONG_FUNCTION else -1
        while at >= 0:
            if _is_by_opcode(body, at + 1):
                found.append((which, at))
            at = body.find(BR_TABLE, at + 1)
    if len(found) != 1:
        raise VmChanged(f"{VM}: {len(found)} jump tables look like the VM's dispatch, not one; "
                        "this MicroPython build needs a new look at tools/check/cost/opcount.py")
    return found[0]


def _is_by_opcode(body: bytes, at: int) -> bool:
    entries, at = number(body, at)
    if not TABLE_MIN < entries < TABLE_MAX or at + entries >= len(body):
        return False
    targets = []
    for _ in range(entries + 1):
        target, at = number(body, at)
        targets.append(target)
    return max(targets) < DEPTH_MAX and len(set(targets)) > DIFFERENT_MIN


def _sections(wasm: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8  # magic and version
    while at < len(wasm):
        size, start = number(wasm, at + 1)
        yield wasm[at], wasm[start:start + size]
        at = start + size


def _in_order(wasm: bytes, changed: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    for kind, body in _sections(wasm):
        yield kind, changed[kind] if kind else body  # custom sections (0) may be several


def _bodies(code: bytes) -> Iterator[bytes]:
    count, at = number(code, 0)
    for _ in range(count):
        size, start = number(code, at)
        yield code[start:start + size]
        at = start + size


def _leb(value: int) -> bytes:
    made = b""
    while value > 127:
        made += bytes([value & 127 | 128])
        value >>= 7
    return made + bytes([value])
