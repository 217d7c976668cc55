"""Lab emulation: a MicroPython image on an emulated RP2040 with the table's board around it.

`python -m tools.check.emulate --uf2 FILE --bootrom FILE` (or `make emulate`); docs/EMULATION.md
tells where the two files come from. The chip and the board are the .mjs files here, run by Node
on the npm package rp2040js; this side has the files, the pseudo-terminal, the machine and the
people.
"""
