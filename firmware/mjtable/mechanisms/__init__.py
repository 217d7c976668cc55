"""One statechart for each mechanism, with what helps it to count and to find home.

A mechanism knows its own inputs and motors. Who asks it to move is in `sorting` and `game`.
"""
