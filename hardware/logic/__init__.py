"""The logic board: everything of the circuit on safe low voltage, without a live net on it."""
