"""People at the table: what they see, what they do, how they put right what went wrong.

They see the lamps, the hatch and the tiles, never the firmware; what they ask of the table is
listed in `seen.py`.
"""
