"""The names of all topics."""

BASE = "mjtable"
DISCOVERY = "homeassistant"
ONLINE, OFFLINE = "online", "offline"
DETAIL = ("state", "count", "stack", "sensor")
"""Events that come by the hundred in a hand: apart, so that a house's log need not hold them."""


def of_bridge(name: str) -> str:
    """Whether the bridge itself is there: its last will."""
    return f"{BASE}/bridge/{name}/availability"


def command(name: str) -> str:
    """What the bridge is told, when it takes commands at all."""
    return f"{BASE}/bridge/{name}/command"


def of_table(uid: str, what: str) -> str:
    """A topic of one table."""
    return f"{BASE}/{uid}/{what}"


def event(uid: str, name: str) -> str:
    """Where an event of this name goes."""
    return of_table(uid, "event/detail" if name in DETAIL else "event/news")


def config(component: str, uid: str, key: str) -> str:
    """Where Home Assistant looks for an entity."""
    return f"{DISCOVERY}/{component}/{BASE}_{uid}/{key}/config"
