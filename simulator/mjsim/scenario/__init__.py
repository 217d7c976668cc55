"""`mjsim scenario`: evenings as plain text, read, played and judged.

Verbs of the table belong to `table`; here is how they are written.
"""
