"""Takes the names of parameters out of compiled modules: a byte or two each, 1,500 times.

MicroPython reads them for calls with keywords only, and the firmware calls nothing of its own so
(`refuse_keywords`). What follows the names moves up; jumps are relative. A function that needs
its parameters' names all the same, for a default of a keyword of its own, keeps them.
"""

import ast
from collections.abc import Iterable

from tools.make.board.compiled.mpy import BYTECODE, KIND, Reader, header_end
from tools.make.board.source.modules import BuildError

KEYWORD_ONLY = 0x08  # in the further bytes of a function's signature: bits of their number
HANDLER = 3  # words of a frame for each `try` within others


def refuse_keywords(trees: Iterable[ast.Module]) -> None:
    """Nothing that the firmware defines may be called with keywords."""
    trees = list(trees)
    own = {node.name for tree in trees for node in ast.walk(tree)
           if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.keywords:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in own:
                    raise BuildError(f"{ast.unparse(node)}: the board knows no names of "
                                     "parameters; pass them in their order")


def without_parameter_names(data: bytes) -> bytes:
    """The same compiled module with nothing but its own name at the head of each function."""
    reader = Reader(data)
    start = header_end(reader)
    made = data[:start] + _code(reader)
    return made + data[reader.at:]


def frame_of(data: bytes) -> int:
    """Words of variables, stack and handlers of a module's first function (its prelude)."""
    reader = Reader(data)
    header_end(reader)
    reader.take(reader.number() >> 3)
    reader.number()
    return words_of(reader.take(reader.number() >> 3))


def words_of(body: bytes) -> int:
    """The same of a function's bytecode."""
    words = body[0] >> 3 & 15
    handlers = body[0] >> 2 & 1
    at = n = 0
    while body[at] & 128:  # xSSSSEAA, then xFSSKAED
        at += 1
        words |= (body[at] & 0x30) << 2 * n
        handlers |= (body[at] & 2) << n
        n += 1
    return words + 1 + HANDLER * handlers


def _code(reader: Reader) -> bytes:
    head = reader.number()
    body = reader.take(head >> 3)
    if head & KIND == BYTECODE:
        body = _function(body)
    at = reader.at
    reader.machine_code(head)
    made = number(len(body) << 3 | head & 7) + body + reader.data[at:reader.at]
    if head & 4:
        count = reader.number()
        made += number(count) + b"".join(_code(reader) for _ in range(count))
    return made


def _function(body: bytes) -> bytes:
    """Signature, sizes, its name and its parameters', cells of closures, bytecode."""
    at = 0
    keywords = 0
    while body[at] & 128:
        at += 1
        keywords |= body[at] & KEYWORD_ONLY
    signature = body[:at + 1]
    if keywords:
        return body
    info = cells = n = 0
    while True:  # xIIIIIIC
        at += 1
        cells |= (body[at] & 1) << n
        info |= (body[at] >> 1 & 63) << 6 * n
        n += 1
        if not body[at] & 128:
            break
    at += 1
    end = at
    while body[end] & 128:
        end += 1
    name = body[at:end + 1]
    return signature + _sizes(len(name), cells) + name + body[at + info:]


def _sizes(info: int, cells: int) -> bytes:
    made: list[int] = []
    while True:
        byte = (info & 63) << 1 | cells & 1
        info >>= 6
        cells >>= 1
        if not (info or cells):
            return bytes([*made, byte])
        made.append(byte | 128)


def number(value: int) -> bytes:
    """As the format writes a number: seven bits a byte, the highest first."""
    made = [value & 127]
    while value > 127:
        value >>= 7
        made.insert(0, value & 127 | 128)
    return bytes(made)
