"""Power cuts: one live evening is forked at its moments, in each fork the power goes.

Here belongs what says when and how the power goes and comes back, what the memory chip then
holds, byte by byte, what must hold afterwards, and what is counted and printed of it.
"""
