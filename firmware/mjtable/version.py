"""The firmware's version: `fw=` in the handshake."""

VERSION = "0.1.0"
