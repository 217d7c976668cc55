"""Pages for people, from machine.toml and from the firmware's own tables."""
