"""The states of the table as people see it, and what leads from one to another; `cycle.py` has the
rest.
"""

from mjtable.generated.fault_codes import LIFTS_UNEVEN
from mjtable.scan.statechart import Statechart


class CycleChart(Statechart):
    """Its two tables."""

    NAME = "table"
    STATES = (
        ("power_on", (), 0, 0),
        ("homing", (), 0, 0),
        ("ready", (), 0, 0),
        ("loading", (), 0, 0),
        ("closing", (), 0, 0),
        ("raising", (), 0, LIFTS_UNEVEN),
        ("rolling", (), 0, 0),
        ("playing", (), 0, 0),
        ("parking", (), 0, 0),
        ("adding", (), 0, 0),
        ("add_closing", (), 0, 0),
        ("fault", (), 0, 0),
        ("service", (), 0, 0),
        ("selftest", (), 0, 0),
        ("maintenance", (), 0, 0),
    )
    TRANSITIONS = (
        ("home", "power_on", "homing", None),
        ("homed", "homing", "raising", "walls_due"),
        ("homed", "homing", "rolling", "is_unrolled"),
        ("homed", "homing", "playing", "in_play"),
        ("homed", "homing", "ready", None),
        ("load", ("ready", "playing"), "loading", None),
        ("shut", "loading", "closing", None),
        ("reopen", "closing", "loading", None),
        ("reopen", "add_closing", "adding", None),
        ("closed", "closing", "raising", "walls_due"),
        ("closed", "closing", "playing", "in_play"),
        ("closed", "closing", "ready", None),
        ("walls_up", "raising", "rolling", None),
        ("rolled", "rolling", "playing", None),
        ("add", ("ready", "playing"), "parking", None),
        ("parked", "parking", "adding", None),
        ("shut", "adding", "add_closing", None),
        ("closed", "add_closing", "playing", "in_play"),
        ("closed", "add_closing", "ready", None),
        ("fault", "*", "fault", None),
        ("ack", "fault", "power_on", None),
        ("serve", ("power_on", "ready", "playing"), "service", "at_rest"),
        ("leave", ("service", "selftest"), "power_on", None),
        ("test", "power_on", "selftest", None),
        ("maintain", "power_on", "maintenance", None),
    )
