"""A second, independent reader of the board file: brackets and words, nothing else."""

import re
from collections.abc import Iterator
from typing import Any

WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')


def parse(text: str) -> list[Any]:
    """The nested lists of an s-expression."""
    stack: list[list[Any]] = [[]]
    for quoted, bracket, word in WORD.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or quoted)
    assert len(stack) == 1, "brackets do not match"
    return stack[0][0]


def rows(node: list[Any], name: str) -> Iterator[list[Any]]:
    """The direct children of this name."""
    return (child for child in node if isinstance(child, list) and child and child[0] == name)


def pad_nets(text: str) -> dict[tuple[str, str], str]:
    """Reference and pad -> net, as the board file says it; open pads are left out."""
    found = {}
    for part in rows(parse(text), "footprint"):
        ref = next(row[2] for row in rows(part, "fp_text") if row[1] == "reference")
        for pad in rows(part, "pad"):
            for net in rows(pad, "net"):
                assert (ref, pad[1]) not in found, f"{ref}.{pad[1]} is on the board twice"
                found[ref, pad[1]] = net[2]
    return found


def references(text: str) -> list[str]:
    """Every footprint's reference, in the file's order."""
    return [next(row[2] for row in rows(part, "fp_text") if row[1] == "reference")
            for part in rows(parse(text), "footprint")]
