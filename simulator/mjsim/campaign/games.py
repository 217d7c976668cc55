"""What the judge knows of the games: stacks of a wall, sides A to D, from the pages of rules.

A book of its own: the firmware's table of profiles is not asked.
"""

FULL, FLOWERS, LONG = (17, 17, 17, 17), (18, 18, 18, 18), (19, 18, 19, 18)
STACKS = {
    "SHOP-A": (19, 19, 19, 19),
    "SHOP-B-136": FULL,
    "SHOP-B-144": FLOWERS,
    "MJG": FULL,
    "YEE": FLOWERS,
    "HANDS-144": FLOWERS,
    "HANDS-148": LONG,
    "LASFS": FLOWERS,
}
"""By profile."""
