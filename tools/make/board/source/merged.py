"""One package's modules as one, while the build works on it."""

import ast

Names = dict[tuple[str, str], str]
"""(module, global of it): what it is called in the merged module."""


class Merged:
    """One package's merged module; `origin` says which source module a top-level name is from."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.body: list[ast.stmt] = []
        self.origin: dict[str, str] = {}
        self.foreign: dict[str, str] = {}  # names taken from the other package: their origin
        self.names: Names = {}

    @property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.Module(self.body, [])
