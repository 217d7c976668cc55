"""What the pages let the table do, and what they work out of its answers; no web in here."""
