"""Compiled modules: `mpy-cross` run, its files read."""
