"""Keys in, lamps, digits and beeps out: all that a person at the table touches or sees.

What a gesture does to a hand belongs to `game`.
"""
