"""Reads compiled modules: how much bytecode each function of the source became.

Format 6 of py/persistentcode.c: header, names, constants, then the tree of code, each with its
kind, its bytes and its children in the order of the source.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
          ast.GeneratorExp)
TUPLE, TEXT, BYTES = 10, 5, 6
WITHOUT_VALUE = range(5)
KIND, BYTECODE, VIPER = 3, 0, 2  # of a piece of code: the lowest bits of its head


class FormatError(Exception):
    """A compiled module of another format."""


@dataclass
class Code:
    """One function, class body or module: its bytes and what is within it."""

    body: bytes
    children: list["Code"]

    @property
    def size(self) -> int:
        """Bytes of bytecode or machine code."""
        return len(self.body)

    def all(self) -> Iterator["Code"]:
        """Itself and everything within."""
        yield self
        for child in self.children:
            yield from child.all()


class Reader:
    """Takes one thing after the other from a compiled module."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, n: int) -> bytes:
        """The next bytes."""
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self) -> int:
        """A number, seven bits a byte."""
        value = 0
        while True:
            byte = self.take(1)[0]
            value = value << 7 | byte & 127
            if not byte & 128:
                return value

    def name(self) -> None:
        """Pass a name."""
        length = self.number()
        if not length & 1:
            self.take((length >> 1) + 1)

    def constant(self) -> None:
        """Pass a constant."""
        kind = self.take(1)[0]
        if kind in WITHOUT_VALUE:
            return
        n = self.number()
        if kind == TUPLE:
            for _ in range(n):
                self.constant()
        else:
            self.take(n + (kind in (TEXT, BYTES)))

    def machine_code(self, head: int) -> None:
        """Pass what follows the bytes of a viper function: the flags of its scope."""
        if head & KIND not in (BYTECODE, VIPER):
            raise FormatError("machine code other than viper's is not expected in the firmware")
        if head & KIND == VIPER:
            self.number()

    def code(self) -> Code:
        """A piece of code with all within."""
        head = self.number()
        body = self.take(head >> 3)
        self.machine_code(head)
        count = self.number() if head & 4 else 0
        return Code(body, [self.code() for _ in range(count)])


def read(data: bytes) -> Code:
    """The code of a compiled module."""
    reader = Reader(data)
    header_end(reader)
    return reader.code()


def header_end(reader: Reader) -> int:
    """Read on to the code, past header, names and constants; where that is."""
    if reader.data[:2] != b"M\x06":
        raise FormatError("not a compiled module of format 6")
    reader.take(4)
    names, constants = reader.number(), reader.number()
    for _ in range(names):
        reader.name()
    for _ in range(constants):
        reader.constant()
    return reader.at


def by_statement(tree: ast.Module, code: Code) -> Iterator[tuple[ast.stmt, list[Code]]]:
    """Each top-level statement with the code of the scopes in it."""
    children = iter(code.children)
    for node in tree.body:
        yield node, [next(children) for _ in range(_scopes(node))]


def _scopes(node: ast.AST) -> int:
    """Scopes in a statement that are not within another one."""
    if isinstance(node, SCOPES):
        return 1
    return sum(_scopes(child) for child in ast.iter_child_nodes(node))
