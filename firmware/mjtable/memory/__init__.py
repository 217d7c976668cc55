"""What outlasts a power cut: journal, store and settings; and the counters since power-on.

The medium itself is the board's (`firmware/hal`) or the simulator's.
"""
