"""Addresses that pyserial learns from us: `unix:///path`."""
