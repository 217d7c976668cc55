"""Writes the generated files from the one home of each kind of fact.

`python -m tools.make.generate` writes them, `python -m tools.make.generate --check` only says
which are stale.  Every module of this package and its rooms that has a function

    outputs(root: Path) -> dict[Path, str]

takes part: it returns the full text of each file it makes, by path below `root`.  A module may
also have `dictionary(root) -> dict`, whose keys become a part of the host's dictionary.json.
Needs nothing but the standard library.
"""
