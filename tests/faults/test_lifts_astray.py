"""E605: a lift that moved, or seems to have moved, by itself."""
