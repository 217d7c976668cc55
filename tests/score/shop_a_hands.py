"""The fifteen hands spelt out once more, and requests that hold them (rules SA-H02)."""

from typing import Any

FLOWERS = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"]
COLOUR = {"B": "DG", "C": "DR", "D": "DW"}
# no: type, value, groups in the card's order
HANDS: dict[int, tuple[str, int, list[list[str]]]] = {}
for place, (suit, dragon) in enumerate(COLOUR.items()):
    run = [[suit + number] for number in "123456789"]
    HANDS[1 + place] = (
        "exposed", 25, [[suit + "2"] * 3, [suit + "4"] * 4, [suit + "6"] * 3, [dragon] * 4],
    )  # fmt: skip
    odd = [[suit + number] * 2 for number in "13579"]
    HANDS[4 + place] = ("concealed", 15, [["F"] * 2, *odd, [dragon] * 2])
    HANDS[7 + place] = (
        "exposed", 25, [["F"] * 4, [suit + "3"] * 3, [suit + "6"] * 4, [suit + "9"] * 3],
    )  # fmt: skip
    HANDS[12 + place] = ("concealed", 20, [["F"] * 2, *run, [dragon] * 3])
HANDS[10] = ("exposed", 20, [["WN"] * 4, ["WE"] * 3, ["WW"] * 3, ["WS"] * 4])
HANDS[11] = ("exposed", 20, [["WN"] * 3, ["WE"] * 4, ["WW"] * 4, ["WS"] * 3])
HANDS[15] = ("exposed", 15, [["F"] * 2, ["DR"] * 4, ["DG"] * 4, ["DW"] * 4])
NUMBERS = sorted(HANDS)
EXPOSED = [no for no in NUMBERS if HANDS[no][0] == "exposed"]
CONCEALED = [no for no in NUMBERS if HANDS[no][0] == "concealed"]


def tiles_of(no: int) -> list[str]:
    """Fourteen tiles of a hand, any flowers for its F."""
    flowers = iter(FLOWERS)
    return [next(flowers) if tile == "F" else tile for group in HANDS[no][2] for tile in group]


def meld(tiles: str | list[str]) -> dict[str, Any]:
    """An exposed meld of these tiles."""
    listed = tiles.split() if isinstance(tiles, str) else tiles
    return {"kind": {3: "pung", 4: "kong", 5: "quint"}[len(listed)], "tiles": listed,
            "state": "open"}  # fmt: skip


def request(
    tiles: str | list[str], melds: tuple[str, ...] = (), source: str = "discard", **more: Any
) -> dict[str, Any]:
    """South wins on the last of the tiles, discarded by West unless the source says otherwise.

    `more` are fields of the request; `win` and `players` are added to what stands there.
    """
    listed = tiles.split() if isinstance(tiles, str) else tiles
    win = {"seat": "S", "tile": listed[-1], "source": source}
    if source == "discard":
        win["from"] = "W"
    hand = {"concealed": listed[:-1], "melds": [meld(each) for each in melds]}
    hand |= more.pop("hand", {})
    made = {"system": "SHOP-A", "players": {"S": hand} | more.pop("players", {})}
    return made | {"win": win | more.pop("win", {})} | more
