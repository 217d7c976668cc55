"""Spoilt lines: the firmware's own link hears them, and nothing of a bad one may be executed.

Here belongs what spoils lines by seed, feeds them to a table at rest, says without the firmware's
help which of them are good, and counts and prints what came of it.
"""
