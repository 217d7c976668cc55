"""A match: who plays, what was played, what it came to, kept in a file that loses nothing.

`actions` is the journal's language, `entries` what stands after undo, edit and void, `table` the
fold of these entries over seats, deal and totals, `store` the file, `game` all of it together.
"""
