"""The lab: the firmware on interpreters and chips that somebody brings, compared."""
