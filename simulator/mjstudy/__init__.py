"""Is the shuffle fair? Statistics, replay and a kit for real tables."""
