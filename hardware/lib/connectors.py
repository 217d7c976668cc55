"""Connector families of machine.toml: header on the board, and what mates with it."""

import re
from typing import NamedTuple

from hardware.lib.types import PartType, row


class Family(NamedTuple):
    """Numbers of a family by the count of wires; mates and contacts go to the BOM as well."""

    footprint: str
    headers: dict[int, str]
    mates: dict[int, str]
    contact: str
    check: str


FAMILIES = {
    "MSTB": Family("mj:MSTB_{n}", {3: "MSTBA 2,5/ 3-G-5,08 (1757255)"},
                   {3: "MSTB 2,5/ 3-ST-5,08 (1757022)"}, "", "320 V; strain relief"),
    # every second position only: 7.92 mm between live pins, 1.3 mm were too little (L-N 3 mm)
    "VH": Family("mj:VH_{n}", {3: "B5P-VH", 4: "B7P-VH"},
                 {3: "VHR-5N", 4: "VHR-7N"}, "SVH-21T-P1.1",
                 "pull the even posts before it is soldered; 250 V, between windings 415 V"),
    "XH": Family("mj:XH_{n}", {n: f"B{n}B-XH-A" for n in range(2, 17)},
                 {n: f"XHP-{n}" for n in range(2, 17)}, "SXH-001T-P0.6", ""),
    "LOOP": Family("mj:LOOP_{n}", {2: "MC 1,5/ 2-G-3,81 (1803277)",
                                   8: "MC 1,5/ 8-G-3,81 (1803332)"},
                   {2: "MC 1,5/ 2-ST-3,81 (1803578)", 8: "MC 1,5/ 8-ST-3,81 (1803633)"}, "", ""),
}


def shown(pin: int | str, position: int) -> str:
    """Pin of the net list, with the housing's contact where the two differ in the family."""
    return f"{pin} (position {position})"


def housing(header: str) -> list[int]:
    """The posts of a header that are left, every second one of a VH; [] when all are."""
    found = re.fullmatch(r"B(\d+)P-VH", header)
    return list(range(1, int(found.group(1)) + 1, 2)) if found else []


def connector(family: str, names: list[str]) -> PartType:
    """A header with these nets; pin names are their positions."""
    its = FAMILIES[family]
    count = len(names)
    if count not in its.headers:
        raise KeyError(f"no {family} connector with {count} pins; there are "
                       + ", ".join(str(n) for n in its.headers))
    return PartType("connector", row(" ".join(str(n) for n in range(1, count + 1))),
                    its.footprint.format(n=count), f"{family}-{count}", its.headers[count], "",
                    its.check)


LINK_WAYS = 50
# the ribbon between logic and mains board: one at each end
LINK = PartType("board_link", row(" ".join(str(n) for n in range(1, LINK_WAYS + 1))),
                f"mj:IDC_2x{LINK_WAYS // 2}", f"IDC 2x{LINK_WAYS // 2}", "61205021621",
                "T821150A1S100CEU", "box header with its notch at the odd row; 1 A a pin")
