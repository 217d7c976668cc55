"""The board's files: cross-compiled, listed with their hashes, and weighed in the genuine VM."""
