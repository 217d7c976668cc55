"""The board's files: the firmware made small and quick, cross-compiled, listed with their hashes.

The program as it is known is in `source`, each step that changes it in `passes`.
"""
