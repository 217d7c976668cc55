"""Tables that `make generate` writes from hardware/machine.toml and firmware/tables.

Nothing here is written by hand; change the source, then run `make generate`.
"""
