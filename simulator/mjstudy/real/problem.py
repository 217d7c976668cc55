"""What is wrong in a typed file: where, what, and what to do. The file is read on behind it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: file, line from 1, what it is, what to do."""

    file: str
    line: int
    what: str
    todo: str

    def __str__(self) -> str:
        """`file:line: what; what to do`, as all messages of the simulator about files."""
        return f"{self.file}:{self.line}: {self.what}; {self.todo}"
