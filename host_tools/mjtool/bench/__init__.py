"""The bench: every motor and sensor of a table tried over the link, each with a verdict."""
