"""What writes files: the generated tables and pages, and the board's build.

What only looks at the project and says what it found is in `tools/check`, which may import from
here; nothing here imports from there.
"""
