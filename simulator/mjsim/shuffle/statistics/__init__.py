"""The statistics of the shuffle study: what built walls still tell about the order tiles fell in.

One idea to a module; `family` lists the tests, fixed in advance. docs/SHUFFLE.md has the formulas.
"""
