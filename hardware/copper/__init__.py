"""Our own check on copper: it reads the board file as a maker's machine would, and measures."""
