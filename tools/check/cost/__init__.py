"""The work of a scan on the chip: bytecodes counted in a VM, costed by a calibrated model.

`python -m tools.check.cost` prints it; `... calibrate RECORDING TIMES` fits the model to a chip.
"""
