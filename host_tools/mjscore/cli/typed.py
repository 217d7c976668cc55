"""A scoring request from what was typed: system, seat, hand, and the options beside them."""

import json
from typing import Any

from mjscore.compact import parse
from mjscore.entry import riichi
from mjscore.errors import ScoreError, nearest
from mjscore.systems import Game, game
from mjscore.tiles import SEATS

NOBODY = "-"
WIN_FLAGS = ("last_tile", "first_round", "original_call", "last_possible", "regularising",
             "joker_used_during_hand")  # fmt: skip
FLAGS = (*WIN_FLAGS, "bettor_shown")
LEFT_OUT = {"dead": True}  # a hand that is not told: nothing in it, nothing it must have


def request_of(words: list[str], given: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The request, and the seats of losers whose hands were not given and count nothing.

    `words` are system, seat and hand, `given` the options by the names of `options.py`. Losers
    are left out only where none is told; of some, all must be. ScoreError names what is wrong.
    """
    of = game(words[0].upper())
    request: dict[str, Any] = {"system": of.name, "players": {}, **_beside(given)}
    if len(words) < 2:
        raise ScoreError("after the system stand the winner's seat and his hand", "seat")
    players = request["players"]
    for letter in SEATS:
        if given.get(letter) is not None:
            players[letter] = _hand(given[letter], letter)
    if words[1] == NOBODY:
        if len(words) > 2:
            raise ScoreError("nobody won: hands are given by --E, --S, --W and --N", "hand")
        return request | {"win": None}, []
    winner = seat_of(words[1])
    if winner in players:
        raise ScoreError(f"{winner} won and is given twice", f"players.{winner}")
    others = bool(players)
    hand, tile = parse(" ".join(words[2:]), f"players.{winner}")
    players[winner] = hand
    request["win"] = _win(winner, tile, given)
    return request, [] if others or not of.losers else _left_out(of, players)


def without(answer: dict[str, Any], left_out: list[str]) -> dict[str, Any]:
    """The answer without the seats that were left out, which it then names."""
    if not left_out or not answer["legal"]:
        return answer
    hands = {seat: sheet for seat, sheet in answer["hands"].items() if seat not in left_out}
    return answer | {"hands": hands, "left_out": left_out}


def seat_of(word: str) -> str:
    """The letter of a seat, given as letter or name."""
    for name in ("EAST", "SOUTH", "WEST", "NORTH"):
        if word.upper() in (name, name[0]):
            return name[0]
    raise ScoreError(f'"{word}" is no seat; seats are E, S, W, N', "seat", "ENG-02")


def _left_out(of: Game, players: dict[str, Any]) -> list[str]:
    seats = [letter for letter in SEATS if letter not in players]
    for letter in seats:
        players[letter] = dict(LEFT_OUT)
    return seats


def _hand(text: str, letter: str) -> dict[str, Any]:
    hand, tile = parse(text, f"players.{letter}")
    if tile is not None:
        raise ScoreError(f"+{tile} marks a winning tile, and {letter} did not win",
                         f"players.{letter}")  # fmt: skip
    return hand


def _win(winner: str, tile: str | None, given: dict[str, Any]) -> dict[str, Any]:
    win: dict[str, Any] = {"seat": winner}
    if tile is not None:
        win |= {"tile": tile, "source": _source(given)}
    elif given.get("special") is None:
        raise ScoreError("mark the winning tile with a plus, for example +C8", f"players.{winner}")
    if given.get("giver") is not None:
        win["from"] = seat_of(given["giver"])
    for name in ("single_wait", "first_turn", "special"):
        if given.get(name) is not None:
            win[name] = given[name]
    if given.get("last_flower_holder") is not None:
        win["last_flower_holder"] = seat_of(given["last_flower_holder"])
    return win | dict.fromkeys([name for name in _flags(given) if name in WIN_FLAGS], True)


def _source(given: dict[str, Any]) -> str:
    source, drawn = given.get("source"), given.get("drawn")
    if source is not None and drawn:
        raise ScoreError("--drawn and --source were both given", "win.source")
    if source is not None:
        return str(source)
    if drawn:
        return "wall"
    if given.get("giver") is None:
        raise ScoreError("say where the winning tile is from: --from SEAT, --drawn or --source",
                         "win.source", "ENG-07")  # fmt: skip
    return "discard"


def _beside(given: dict[str, Any]) -> dict[str, Any]:
    """What stands beside players and win."""
    told: dict[str, Any] = {}
    if given.get("wind") is not None:
        told["round_wind"] = seat_of(given["wind"])
    if given.get("streak") is not None:
        told["dealer_streak"] = given["streak"]
    if given.get("dice") is not None:
        told["dice"] = dice_of(given["dice"])
    if given.get("config"):
        told["config"] = dict(_setting(word) for word in given["config"])
    if given.get("riichi") is not None:
        told["riichi"] = riichi.told(given["riichi"])
    if given.get("bettor") is not None:
        told["bettor"] = seat_of(given["bettor"])
    if "bettor_shown" in _flags(given):
        told["bettor_shown"] = True
    return told


def dice_of(text: str) -> list[int]:
    """Pips such as 3,4."""
    words = text.replace(",", " ").split()
    if not words or not all(word in "123456" and len(word) == 1 for word in words):
        raise ScoreError(f'"{text}" are no dice; write them as 3,4', "dice", "ENG-04")
    return [int(word) for word in words]


def _setting(word: str) -> tuple[str, Any]:
    name, equals, value = word.partition("=")
    if not equals:
        raise ScoreError(f'"{word}" is no NAME=VALUE', "config")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _flags(given: dict[str, Any]) -> list[str]:
    names = [name.replace("-", "_") for name in given.get("flags") or ()]
    for name in names:
        if name not in FLAGS:
            raise ScoreError(f'there is no flag "{name}"{nearest(name, FLAGS)}', "win")
    return names
