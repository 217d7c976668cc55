"""Faults, settings, commands: reads and checks firmware/tables, writes the tables the board and
the host take from them.

Nothing of the machine's figures but where a text shows one.
"""
