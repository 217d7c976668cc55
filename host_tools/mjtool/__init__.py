"""The serial tool: link, client, bench tests; command `mjtool`."""
