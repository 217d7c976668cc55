"""Cases of the rules, written by hand in `tests/data/cases/*.toml`, read into requests.

A case looks like this; what is not named stays at its default:

    [[case]]
    name = "SB-Q06"                 # unique; a ruling's first case bears its id
    about = "a pung finished by the winning discard lies on the table"
    hand.S = "B33 C555 D234 +D777 C12 | F1"
    win = "S B3 discard E"          # seat, tile, source, giver
    score.S = "SB-P01 4, SB-P20 10 | SB-D05 1 = 28"
    pays = "E>S 56, W>S 28, N>S 28"
    without.SB-Q06 = "S 32"         # what would come out if the rule were not kept

Tiles: a letter and its numbers (`B234`), winds and dragons by letter (`WSS`, `DRR`); `+` before
an open meld, `=` before a closed kong, `*` before a meld whose kind is named (`*quint:F1S23J`);
after `|` the tiles laid beside the hand, those with `?` not declared.  Seats that are not named
hold thirteen tiles worth nothing.  A sheet lists points | doubles = value, `~` the rounded points,
and in brackets the limits.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parents[1] / "data" / "cases"
SEATS = "ESWN"
KINDS = [s + n for s in "BCD" for n in "123456789"] + ["WE", "WS", "WW", "WN", "DR", "DG", "DW"]
KNOWN = set(
    "name about hand win flags config score pays without illegal request seat events also".split()
)
TILES = re.compile("([BCDFSA])([1-9]+)|D([RGW]+)|W([ESWN]+)|(J)")


class Case(NamedTuple):
    """One case: its request and what must come out; `without` maps rule ids to wrong results."""

    system: str
    name: str
    request: dict[str, Any]
    expected: dict[str, Any]
    without: dict[str, str]

    @property
    def rules(self) -> set[str]:
        """Ids that the answer must contain."""
        found = set()
        for sheet in self.expected.get("hands", {}).values():
            found |= {item[0] for item in sheet["lines"] + sheet["doubles"]}
            found |= set(sheet["limits"])
        found |= {event["rule"] for event in self.expected.get("events", [])}
        return found | ({self.expected["rule"]} if "rule" in self.expected else set())


def all_cases() -> list[Case]:
    """Every case of every file, in order."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [read_case(data["system"], row) for row in data["case"]]
    return found


def read_case(system: str, row: dict[str, Any]) -> Case:
    """The case that a table of the file describes."""
    assert set(row) <= KNOWN, f"{row['name']}: {set(row) - KNOWN}"
    players = {seat: read_hand(text) for seat, text in row.get("hand", {}).items()}
    for seat, more in row.get("seat", {}).items():
        players.setdefault(seat, {}).update(more)
    request: dict[str, Any] = {"system": system, "players": players}
    if "config" in row:
        request["config"] = {key: None if value == "null" else value
                             for key, value in row["config"].items()}  # fmt: skip
    request["win"] = read_win(row["win"], row.get("flags", {})) if "win" in row else None
    request.update(row.get("request", {}))
    if system in ("SHOP-B", "MJG", "HANDS", "LASFS") and players:
        fill(players, request["win"])
    return Case(system, row["name"], request, read_expected(row), row.get("without", {}))


def read_expected(row: dict[str, Any]) -> dict[str, Any]:
    """What the answer must be; seats that are not named are worth nothing."""
    if "illegal" in row:
        return {"legal": False, "rule": row["illegal"]}
    expected: dict[str, Any] = {"legal": True}
    if "score" in row:
        expected["hands"] = {seat: read_sheet(text) for seat, text in row["score"].items()}
    if "pays" in row:
        expected["transfers"] = read_pays(row["pays"])
    if "events" in row:
        expected["events"] = [{"rule": rule} for rule in row["events"]]
    return expected | row.get("also", {})


def read_tiles(word: str) -> list[str]:
    """Codes of a word such as B234, WSS or F1S2."""
    found = []
    for suit, numbers, dragons, winds, joker in TILES.findall(word):
        found += [suit + number for number in numbers]
        found += ["D" + each for each in dragons] + ["W" + each for each in winds]
        found += [joker] * bool(joker)
    return found


def read_hand(text: str) -> dict[str, Any]:
    """A player's part of the request."""
    tiles, _, beside = text.partition("|")
    hand: dict[str, Any] = {"melds": [], "concealed": [], "bonus": [], "bonus_undeclared": []}
    for word in tiles.split():
        if word[0] in "+=*":
            hand["melds"].append(read_meld(word))
        else:
            hand["concealed"] += read_tiles(word)
    for word in beside.split():
        hand["bonus_undeclared" if word[0] == "?" else "bonus"] += read_tiles(word)
    return hand


def read_meld(word: str) -> dict[str, Any]:
    kind, _, named = word[1:].rpartition(":")
    tiles = read_tiles(named)
    if not kind:
        same = len(set(tiles)) == 1
        kind = "chow" if not same else "kong" if len(tiles) == 4 else "pung"
    return {"kind": kind, "tiles": tiles, "state": "closed" if word[0] == "=" else "open"}


def read_win(text: str, flags: dict[str, Any]) -> dict[str, Any]:
    """`S C8 discard W`; the wait counts as not single unless the flags say otherwise."""
    seat, tile, source, *giver = text.split()
    win: dict[str, Any] = {"seat": seat, "tile": tile, "source": source, "single_wait": False}
    if giver:
        win["from"] = giver[0]
    return {key: value for key, value in (win | flags).items() if value != "computed"}


def read_sheet(text: str) -> dict[str, Any]:
    """`SB-P01 2, SB-P20 10 | SB-D03 1 = 24 (SB-L01)`; `~ 40` the points as rounded."""
    limits = re.findall(r"\(([^)]*)\)", text)
    rounded = re.findall(r"~ (\d+)", text)
    items, value = re.sub(r"\(.*\)|~ \d+", "", text).split("=")
    points, _, doubles = items.partition("|")
    sheet: dict[str, Any] = {"lines": _items(points), "doubles": _items(doubles)}
    sheet["points"] = sum(amount for _, amount in sheet["lines"])
    sheet["doubles_total"] = sum(amount for _, amount in sheet["doubles"])
    sheet["value"] = int(value)
    sheet["limits"] = limits[0].replace(",", " ").split() if limits else []
    return sheet | ({"points_rounded": int(rounded[0])} if rounded else {})


def read_pays(text: str) -> list[dict[str, Any]]:
    """`E>S 56, W>S 28`."""
    return [{"from": giver, "to": taker, "amount": int(amount)}
            for giver, taker, amount in re.findall(r"(\w+)>(\w+) (\d+)", text)]  # fmt: skip


def fill(players: dict[str, Any], win: dict[str, Any] | None) -> None:
    """Give the seats that are not named thirteen different tiles: no pair, no set."""
    used = Counter([win["tile"]] if win and "tile" in win else [])
    for hand in players.values():
        used.update(hand.get("concealed", []))
        for meld in hand.get("melds", []):
            used.update(meld["tiles"])
    for seat in SEATS:
        hand = players.setdefault(seat, {})
        if "concealed" not in hand:
            free = [tile for tile in KINDS if used[tile] < 4]
            hand["concealed"] = sorted(free, key=lambda tile: used[tile])[:13]
            used.update(hand["concealed"])


def _items(text: str) -> list[list[Any]]:
    return [[id, int(amount)] for id, amount in re.findall(r"([\w-]+) (\d+)", text)]
