"""The hardware design: circuit, board, harness, mechanism and pages, all from machine.toml."""
