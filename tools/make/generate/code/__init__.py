"""Python modules and lists made from machine.toml: I/O map, times, pins, the plant's constants.

What people read is made in `pages`.
"""
