"""Requests from hands as they are typed in the cases: `+B222 C333 D444 C888 D5 | F1 ?S2`."""

from typing import Any

from mjscore.engine import score
from tests.score.cases import fill, read_hand, read_win


def request(
    system: str, hands: dict[str, str], win: str | None = None, /, **more: Any
) -> dict[str, Any]:
    """A request; the hands that are not typed are worth nothing. `more`: flags of the win, or
    `round_wind`, `dealer_streak`, `config`, `events`, `dead` (seats whose hands are dead)."""
    players = {seat: read_hand(text) for seat, text in hands.items()}
    for seat in more.pop("dead", ""):
        players[seat]["dead"] = True
    made: dict[str, Any] = {"system": system, "players": players}
    for name in ("round_wind", "dealer_streak", "config", "events", "dice"):
        if name in more:
            made[name] = more.pop(name)
    made["win"] = read_win(win, more) if win else None
    if system != "YEE":
        fill(players, made["win"])
    return made


def counted(asked: dict[str, Any], seat: str) -> dict[str, int]:
    """Points and doubles of a seat by rule id."""
    sheet = score(asked)["hands"][seat]
    return dict(sheet["lines"]) | dict(sheet["doubles"])


def paid(answer: dict[str, Any]) -> list[str]:
    """The transfers as `W>S 28`."""
    return [f"{each['from']}>{each['to']} {each['amount']}" for each in answer["transfers"]]
