"""Finds instructions in the code of a WebAssembly function.

Only what tells one instruction from its operands is known here: the binary format's section 5.4,
with the operators that Emscripten's compiler writes for the MicroPython VM.
"""

from collections.abc import Iterator

BLOCKS = (0x02, 0x03, 0x04)  # block, loop, if: a type follows
BRANCH_TABLE, CALL_INDIRECT, SELECT_TYPED = 0x0E, 0x11, 0x1C
ONE_INDEX = (0x0C, 0x0D, 0x10, *range(0x20, 0x27), 0x41, 0x42, 0xD2)
MEMORY = range(0x28, 0x3F)  # loads and stores: alignment and offset
SIZE, GROW, F32, F64, MORE = 0x3F, 0x40, 0x43, 0x44, 0xFC
MORE_OPERANDS = {8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1}
PLAIN = (0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1)
I32_REM_U = 0x70


class CodeError(Exception):
    """An instruction that this module does not know; the VM was built otherwise."""


def number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number and the place behind it."""
    value = shift = 0
    while at < len(data):
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            break
    return value, at


def places(body: bytes, wanted: int) -> list[int]:
    """Where in a function's body (locals first, as in the file) instruction `wanted` stands."""
    return [at for at, opcode in instructions(body) if opcode == wanted]


def instructions(body: bytes) -> Iterator[tuple[int, int]]:
    """(place, opcode) of every instruction of a function's body."""
    groups, at = number(body, 0)
    for _ in range(groups):
        _, at = number(body, at)
        at += 1  # the type of that many locals
    while at < len(body):
        yield at, body[at]
        at = _behind(body, at)


def _behind(body: bytes, at: int) -> int:
    """The place behind the instruction at `at`."""
    opcode = body[at]
    at += 1
    if opcode in PLAIN:
        return at
    if opcode in ONE_INDEX or opcode in BLOCKS:
        return number(body, at)[1]
    if opcode in MEMORY or opcode == CALL_INDIRECT:
        return number(body, number(body, at)[1])[1]
    if opcode in (SIZE, GROW):
        return at + 1
    if opcode in (F32, F64):
        return at + (4 if opcode == F32 else 8)
    if opcode in (BRANCH_TABLE, SELECT_TYPED):
        count, at = number(body, at)
        for _ in range(count + (opcode == BRANCH_TABLE)):
            _, at = number(body, at)
        return at
    if opcode == MORE:
        which, at = number(body, at)
        for _ in range(MORE_OPERANDS.get(which, 0)):
            _, at = number(body, at)
        return at
    raise CodeError(f"instruction {opcode:#04x} at {at - 1} is unknown; this MicroPython build "
                    "needs a new look at tools/check/cost/wasm_code.py")
