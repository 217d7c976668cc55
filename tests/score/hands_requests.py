"""Requests of HANDS: the winner's tiles are typed, the losers hold what is worth nothing."""

from typing import Any

from mjscore.compact import parse
from mjscore.engine import score
from mjscore.tiles import CODES, INDEX, KINDS

SEATS = "ESWN"


def request(hand: str, source: str = "wall", seat: str = "S", **more: Any) -> dict[str, Any]:
    """`seat` wins with `hand` (compact notation, + before the winning tile).

    `more`: other hands by seat letter, `config`, `dice`, `round_wind`, `events`, `giver`.
    """
    typed = parse(hand)
    players = {seat: typed.hand}
    players |= {letter: parse(more.pop(letter)).hand for letter in SEATS if letter in more}
    win = {"seat": seat, "tile": typed.tile, "source": source}
    if source in ("discard", "robbed_kong"):
        win["from"] = more.pop("giver", "W" if seat != "W" else "E")
    left = [4] * KINDS
    for tile in [typed.tile] + [one for player in players.values() for one in held(player)]:
        left[INDEX[tile]] -= 1
    for letter in SEATS:
        if letter not in players:
            players[letter] = {"concealed": worthless(left)}
    return {"system": "HANDS", "players": players, "win": win, **more}


def held(player: dict[str, Any]) -> list[str]:
    """Tiles of a hand, melds too."""
    return player["concealed"] + [tile for meld in player["melds"] for tile in meld["tiles"]]


def worthless(left: list[int]) -> list[str]:
    """Thirteen different kinds, the most plentiful first: no set, no pair."""
    kinds = sorted(range(KINDS), key=lambda kind: -left[kind])[:13]
    for kind in kinds:
        left[kind] -= 1
    assert min(left) >= 0
    return [CODES[kind] for kind in kinds]


def answer(hand: str, source: str = "wall", seat: str = "S", **more: Any) -> dict[str, Any]:
    """The answer to `request`."""
    return score(request(hand, source, seat, **more))


def sheet(hand: str, source: str = "wall", seat: str = "S", of: str = "", **more: Any) -> Any:
    """The sheet of the seat `of`, the winner's when none is named."""
    found = answer(hand, source, seat, **more)
    assert found["legal"], found
    return found["hands"][of or seat]


def outcome(hand: str, source: str = "wall") -> str:
    """The special hand that counted, "basic" for a basic hand, "illegal" for none."""
    found = answer(hand, source)
    if not found["legal"]:
        return "illegal"
    own = found["hands"]["S"]
    return own["limits"][0] if own["limits"] and not own["lines"] else "basic"
