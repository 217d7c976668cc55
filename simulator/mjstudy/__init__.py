"""Is the shuffle fair? Statistics fixed in advance, sorts recorded and replayed, real tables.

`fixed.toml` says what is judged, by which margins and why; docs/SHUFFLE.md has it for people,
docs/REAL_SHUFFLE.md is for the person with camera and tiles.
"""
