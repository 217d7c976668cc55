"""Replay: what a recorded run of the machine does to tiles, many walls at once.

The firmware does not know one tile from another, so when each port took a tile is recorded once
from the whole simulation; which tile that was is then drawn again and again by the same law.
"""
