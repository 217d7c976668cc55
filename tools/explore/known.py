"""What the search finds in the firmware and is not mended yet: a line goes with its mend."""

BREACHES: dict[str, str] = {}
"""By kind of breach."""

DEAD_ENDS: dict[str, str] = {
    "E522": "a pusher that is out with a lift up: a person has to push the slider back by hand",
    "sorting": "a counting beam that drops out as the quota comes in restarts a full line",
    "E902": "a chain off its zero and a lift off its bottom wait for each other",
}
"""By the fault that a start ends with for ever."""
