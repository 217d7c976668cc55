"""Everything that touches the controller's pins: the only importers of `machine` and `rp2`.

Drivers, the scan loop and the start belong here. What the table decides belongs to `mjtable`.
"""
