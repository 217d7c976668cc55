"""Tables on a house's MQTT broker: `mjtool bridge` (docs/BRIDGE.md)."""
