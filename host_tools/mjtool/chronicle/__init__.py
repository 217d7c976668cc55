"""The table's chronicle on the host: its chain worked out again, and what was last seen of it."""
