"""Reads hardware/machine.toml and checks it, each kind of section in a module.

What is written from it is in `code` and `pages`.
"""
