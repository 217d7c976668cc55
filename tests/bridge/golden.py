"""Writes tests/data/bridge_discovery.json anew: `python -m tests.bridge.golden`."""

import json

from tests.bridge.test_discovery import GOLDEN, found

if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(found(), indent=1) + "\n", encoding="utf-8")
