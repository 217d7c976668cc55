"""Everything that touches the controller's pins: the only importers of `machine` and `rp2`."""
