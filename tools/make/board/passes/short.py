"""Gives the firmware's own names to what the board knows anyway.

Every name costs the board's heap its length and eight bytes more. A compiled module finds some
names in MicroPython itself (STATIC) and brings others as texts (a state's name, a key of the
link); attributes, globals and parameters of ours are called by these, and by short new ones when
they run out. `names.json` beside the build translates a traceback back.

Attributes and globals are looked up in different places, so both may have the same new name.
"""

import builtins
import itertools
import keyword
from collections import Counter
from collections.abc import Iterable, Iterator

from tools.make.board.passes.rename import Renamer
from tools.make.board.source import pio, private
from tools.make.board.source.homes import Homes
from tools.make.board.source.merged import Merged
from tools.make.board.source.modules import BuildError
from tools.make.board.source.uses import Uses

# One more costs nothing where it holds for both chips; one that does not takes the board's heap.
# Names that every MicroPython of this .mpy version has in its flash; none is a builtin function,
# so that a global may be called so, and none an attribute that we use of an object not ours.
STATIC = (
    "args", "count", "end", "endswith", "find", "index", "insert", "isalpha", "isdigit",
    "islower", "isspace", "isupper", "join", "key", "keys", "lower", "lstrip", "partition",
    "popitem", "remove", "replace", "reverse", "rfind", "rindex", "rpartition", "rsplit",
    "rstrip", "sep", "setdefault", "sort", "split", "splitlines", "startswith", "strip",
    "throw", "update", "upper", "utf", "value", "values", "intersection", "isdisjoint",
    "issubset", "issuperset", "union", "symmetric_difference",
)
SHARED = 64  # names that classes share for what is their own; the largest class needs 47
SHORTEST = "abcdefghijklmnopqrstuvwxyz"
Names = dict[str, dict[str, str]]
"""Old name to new name: "attributes", "globals", "parameters", and "Class._" within a class."""


def shorten(merged: dict[str, Merged], keep: Iterable[str]) -> Names:
    """Rename in place; what was renamed to what."""
    trees = [into.tree for into in merged.values()]
    uses = Uses(trees, set(keep))
    fixed = set(dir(builtins)) | uses.outside | uses.keep | uses.in_classes
    own = private.find(trees, uses.fixed_attributes | uses.keep, lambda *_: "")
    for name in {name for each in own.values() for name in each}:
        uses.attributes.pop(name, None)
    homes = Homes(trees)
    for name in uses.fixed_attributes | uses.keep:
        homes.take(name, homes.tables(name))
    names: Names = {
        "attributes": _assign(uses.attributes, uses.texts, fixed | uses.fixed_attributes, homes),
        "globals": _assign(uses.globals, uses.texts, fixed | pio.WORDS),
    }
    barred = fixed | uses.fixed_attributes | set(names["attributes"].values())
    shared = list(itertools.islice(_free(set(), barred), SHARED))
    own = private.find(
        trees, uses.fixed_attributes | uses.keep,
        lambda owner, name, taken: homes.choose(
            [each for each in shared if each not in taken], homes.tables(name, owner)))
    fixed |= uses.fixed_parameters | set(names["globals"].values()) | pio.WORDS
    names["parameters"] = _assign(uses.parameters, uses.texts, fixed)
    for into in merged.values():
        renamer = Renamer(names, own)
        into.body = [renamer.visit(node) for node in into.body]
        into.origin = {names["globals"].get(name, name): module
                       for name, module in into.origin.items()}
    names.update({f"{names['globals'].get(name, name)}._": each for name, each in own.items()})
    return names


def _assign(wanted: Counter[str], known: set[str], barred: set[str],
            homes: Homes | None = None) -> dict[str, str]:
    """A new name for every wanted one; it stays where it is a text that is needed anyway."""
    texts = {text for text in known if _may_be_name(text)}
    stays = {name for name in wanted if name in texts and name not in barred}
    free = list(itertools.islice(_free(texts, barred | stays), len(wanted) - len(stays)))
    made = {name: name for name in stays}
    if homes:
        for name in sorted(stays):
            homes.take(name, homes.tables(name))
    for name, _ in sorted(wanted.items(), key=lambda item: (-item[1], item[0])):
        if name not in stays:
            made[name] = homes.choose(free, homes.tables(name)) if homes else free[0]
            free.remove(made[name])
    if len(set(made.values())) < len(made):
        raise BuildError("two names were shortened to one; "
                             "tools/make/board/passes/short.py is wrong")
    return made


def _may_be_name(text: str) -> bool:
    return (text.isidentifier() and text.isascii() and not keyword.iskeyword(text)
            and not text.startswith("__"))


def _free(texts: set[str], barred: set[str]) -> Iterator[str]:
    for name in dict.fromkeys([*STATIC, *sorted(texts)]):
        if name not in barred:
            yield name
    known = texts | set(STATIC)
    for length in (1, 2, 3):
        for letters in itertools.product(SHORTEST, repeat=length):
            name = "".join(letters)
            if name not in barred and name not in known and not keyword.iskeyword(name):
                yield name
