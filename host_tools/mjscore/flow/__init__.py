"""The play of one hand and the sequence of hands: plain state, no clock, no chance of its own."""
