"""The genuine MicroPython VM, with the cross-compiled firmware, in lock-step with the plant."""
