"""The whole program at once: from the firmware's modules to the few that the board loads.

Each package becomes one module; besides there are small ones by the names that the launcher and
the tests import (ENTRIES). Every step keeps what the program does; tests run the result.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from tools.make.board.passes import (
    charts,
    flat,
    fold,
    forget,
    formula,
    hosted,
    inline,
    lean,
    merge,
    short,
    state,
    sweep,
    texts,
)
from tools.make.board.source import constants, modules

# module on the board: what may be imported from it, and which module of the sources has it; what
# the launcher or a test imports and is missing here ends in an ImportError on the board's side
ENTRIES = {
    "mjtable.table": {"Table": "mjtable.table", "Link": "mjtable.link.link",
                      "Inputs": "mjtable.scan.image", "Outputs": "mjtable.scan.image"},
    "hal.start": {"main": "hal.start", "prepare": "hal.start"},
    "hal.wiring": {"Parts": "hal.wiring"},
}
# Attributes that tests and tools read on the board under these names. One that is missing here has
# a short name on the board: reading it there is an AttributeError.
KEPT = tuple("""
    arm aux beep board broken chain count digits edges emit entropy_taken events faults fell
    first frames i1 i2 i3 idle inputs journal kind lamps level link machine mode motors next
    now now_ms outputs overran parts poll profile read recv_into rest restart rose run
    s1 s2 scan send sim state step stop store t table tap tick wait write
""".split())


@dataclass
class Whole:
    """Texts to compile by path, new names by kind, and which source each global came from."""

    texts: dict[str, str]
    names: short.Names
    forgotten: list[str]  # what only the start needs
    origin: dict[str, dict[str, str]]  # path of a merged module: {global: source module}
    globals: dict[str, dict[str, str]]  # source module: {its global: the name it has now}
    constants: constants.Constants


def transform(sources: dict[str, str], keep: Iterable[str] = ()) -> Whole:
    """The texts that are to be compiled; the names in `keep` stay what they are."""
    parsed = modules.parse(sources)
    flat.note(parsed.values())
    formula.note(parsed.values())
    hosted.leave_out(parsed.values())
    state.note(parsed.values())
    roots = [name for taken in ENTRIES.values() for name in taken.values() if name in parsed]
    order = modules.import_order(parsed, roots)
    known = constants.find(parsed, order)
    merged = merge.merge(parsed, order, known)
    for into in merged.values():
        into.body = [constants.Fold().visit(node) for node in into.body]
        fold.fold(into)
        charts.compile_charts(into)
    entries = {entry: {name: merge.name_of(merged[entry.partition(".")[0]], module, name)
                       for name, module in taken.items() if module in parsed}
               for entry, taken in ENTRIES.items()}
    entries = {entry: taken for entry, taken in entries.items() if taken}
    start = {unique for names in entries.values() for unique in names.values()}
    lean.refuse_keywords(into.tree for into in merged.values())
    kept = {*KEPT, *keep}
    formula.write_out(merged)
    sweep.sweep(merged, kept | start)
    inline.inline(merged, kept | start | forget.ONCE)
    forgotten = forget.add(merged, kept, start)
    forget.collect_between(merged)
    kept.add(forget.NAME)
    names = short.shorten(merged, kept)
    made: dict[str, str] = {}
    origin: dict[str, dict[str, str]] = {}
    for package, into in merged.items():
        state.write_out(into, names["attributes"].get(state.NAME, state.NAME))
        texts.share(into)
        path = f"{package}/__init__.py"
        made[path] = ast.unparse(ast.fix_missing_locations(into.tree)) + "\n"
        origin[path] = into.origin
    for module, taken in entries.items():
        package = module.partition(".")[0]
        new = names["globals"]
        what = ", ".join(f"{new.get(name, name)} as {bound}" for bound, name in taken.items())
        made[module.replace(".", "/") + ".py"] = f"from {package} import {what}\n"
    found: dict[str, dict[str, str]] = {}
    for into in merged.values():
        for (module, name), unique in into.names.items():
            found.setdefault(module, {})[name] = names["globals"].get(unique, unique)
    return Whole(made, names, forgotten, origin, found, known)
