"""What differs between what was expected and what was answered.

Only what is expected is compared. Lines, doubles, limits, transfers and events are compared
without their order.
"""

import json
from typing import Any

UNORDERED = frozenset(("lines", "doubles", "limits", "transfers", "events"))


def differences(expected: Any, got: Any, path: str = "", name: str = "") -> list[str]:
    """One sentence for each difference, with the path of the value; empty when there is none."""
    if isinstance(expected, dict) and isinstance(got, dict):
        found = []
        for key, value in expected.items():
            below = f"{path}.{key}" if path else str(key)
            if key not in got:
                found.append(f"{below} is not answered")
            else:
                found += differences(value, got[key], below, str(key))
        return found
    if name in UNORDERED and isinstance(expected, list) and isinstance(got, (list, tuple)):
        expected, got = _sorted(expected), _sorted(list(got))
    if _plain(expected) == _plain(got):
        return []
    return [f"{path} is {_text(got)}, expected {_text(expected)}"]


def _sorted(items: list[Any]) -> list[Any]:
    return sorted(_plain(items), key=json.dumps)


def _plain(value: Any) -> Any:
    """As JSON has it: tuples are lists, the keys of objects stand in order."""
    return json.loads(json.dumps(value, sort_keys=True))


def _text(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else text[:197] + "..."
