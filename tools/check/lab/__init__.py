"""The lab: the firmware on interpreters and chips that somebody brings, compared.

`python -m tools.check.lab --uf2 FILE --bootrom FILE` (or `make lab`) plays an evening of the
table on the emulated chip, with a genuine MicroPython image; `python -m tools.check.lab.on_chip`
(`make lab-steps`) gives that chip recorded scans, `python -m tools.check.lab.recordings` (`make
lab-recordings`) what flight recorders kept, `python -m tools.check.lab.replay` (`make lab-unix`)
several interpreters. docs/EMULATION.md tells where the files come from.
"""
