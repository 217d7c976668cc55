"""A hand as people enter it, part by part: at a terminal, or by tapping on a phone."""
